import { problem } from '../../base/problem.ts';
import { bashCompletion } from '../completion/bash.ts';
import { fishCompletion } from '../completion/fish.ts';
import { completedVerbs, type CompletedVerb } from '../completion/table.ts';
import { zshCompletion } from '../completion/zsh.ts';
import { exit } from '../cli.ts';
import { fail } from '../tell.ts';
import { json, type Verb } from '../verb.ts';

const shells: Readonly<Record<string, (verbs: readonly CompletedVerb[]) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
};

export const completion: Verb = {
  name: 'completion',
  summary: 'Print what makes a shell complete mam',
  positional: 'SHELL',
  words: Object.keys(shells),
  positionals: [1, 1],
  options: { json },
  run: async (cli, call) => {
    const shell = call.positionals[0] ?? '';
    const script = Object.hasOwn(shells, shell) ? shells[shell] : undefined;
    if (!script)
      return fail(
        cli,
        problem('cli.badShell', 'mam can’t complete in {shell}. It can in: {known}.', {
          shell,
          known: Object.keys(shells).join(', '),
        }),
        exit.usage,
      );
    const text = script(await completedVerbs(cli.t)).trimEnd();
    cli.terminal.out(call.flag('json') ? JSON.stringify({ shell, script: text }) : text);
    return exit.done;
  },
};
