import { problem } from '../../base/problem.ts';
import type { JobSignal } from '../../core/job/types.ts';
import { exit } from '../cli.ts';
import { findSpool, writeSpoolFile } from '../spoolFile.ts';
import { fail } from '../tell.ts';
import { json, type Verb } from '../verb.ts';

const kinds: readonly JobSignal[] = ['started', 'progress', 'permission_required', 'completed', 'error'];

export const event: Verb = {
  name: 'event',
  summary: 'Say how a job goes: started, progress, permission_required, completed or error',
  positional: 'KIND',
  words: kinds,
  positionals: [1, 1],
  options: {
    job: { kind: 'text', value: 'ID', summary: 'The job; within a lane it is known' },
    text: { kind: 'text', value: 'TEXT', summary: 'What there is to say' },
    json,
  },
  run: async (cli, call) => {
    const kind = kinds.find((one) => one === call.positionals[0]);
    if (!kind)
      return fail(
        cli,
        problem('cli.badKind', '{kind} is no kind of event. Known are: {known}.', {
          kind: call.positionals[0] ?? '',
          known: kinds.join(', '),
        }),
        exit.usage,
      );
    const job = call.text('job') ?? cli.env['MAM_JOB'] ?? '';
    if (job === '')
      return fail(
        cli,
        problem('cli.noJob', 'Which job is it? Name it with --job, or call this within a lane.'),
        exit.usage,
      );
    const folder = await findSpool(cli.env, cli.cwd);
    if (!folder.ok) return fail(cli, folder.error, exit.blocked);
    const text = call.text('text') ?? '';
    const written = await writeSpoolFile(folder.value, { v: 1, type: 'jobEvent', job, kind, text }, job, Date.now());
    if (!written.ok)
      return fail(cli, written.error, written.error.code === 'spool.invalid' ? exit.usage : exit.blocked);
    if (call.flag('json')) cli.terminal.out(JSON.stringify({ job, kind, text, file: written.value }));
    return exit.done;
  },
};
