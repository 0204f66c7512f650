import { resolve } from 'node:path';
import { exit } from '../cli.ts';
import { makeSample } from '../../host/sample/makeSample.ts';
import { fail } from '../tell.ts';
import type { Verb } from '../verb.ts';

export const sample: Verb = {
  name: 'sample',
  summary: 'Make the sample repository',
  positional: 'DIR',
  positionals: [1, 1],
  options: {},
  run: async (cli, call) => {
    const folder = resolve(cli.cwd, call.positionals[0] ?? '');
    const made = await makeSample(folder, cli.env);
    if (!made.ok) return fail(cli, made.error, exit.blocked);
    cli.terminal.out(folder);
    return exit.done;
  },
};
