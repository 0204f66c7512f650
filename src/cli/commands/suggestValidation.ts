import { exit } from '../cli.ts';
import { fileOptions, readChangedFiles } from '../fileFlags.ts';
import { lookHere } from '../lookHere.ts';
import { printable } from '../paint.ts';
import { fail } from '../tell.ts';
import { validationFor } from '../validation.ts';
import { json, type Verb } from '../verb.ts';

export const suggestValidation: Verb = {
  name: 'suggest-validation',
  summary: 'List the allowed commands that validate a change',
  positional: '',
  positionals: [0, 0],
  options: { ...fileOptions, json },
  run: async (cli, call) => {
    const look = await lookHere(cli);
    if (!look.ok) return fail(cli, look.error, exit.blocked);
    const changed = await readChangedFiles(cli, look.value, call);
    if (!changed.ok) return fail(cli, changed.error, changed.error.code.startsWith('cli.') ? exit.usage : exit.blocked);
    const commands = await validationFor(look.value, changed.value.files);
    if (call.flag('json')) cli.terminal.out(JSON.stringify({ files: changed.value.files, commands }));
    else for (const { line } of commands) cli.terminal.out(printable(line));
    return exit.done;
  },
};
