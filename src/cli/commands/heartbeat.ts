import { problem } from '../../base/problem.ts';
import { exit } from '../cli.ts';
import { findSpool, writeSpoolFile } from '../spoolFile.ts';
import { fail } from '../tell.ts';
import type { Verb } from '../verb.ts';

export const heartbeat: Verb = {
  name: 'heartbeat',
  summary: 'Say that a session is alive and what it is doing',
  positional: '',
  positionals: [0, 0],
  options: {
    session: { kind: 'text', value: 'ID', summary: 'The session, such as reviewer' },
    role: { kind: 'text', value: 'NAME', summary: 'Its role, such as Reviewer' },
    status: { kind: 'text', value: 'WORD', summary: 'What it is doing' },
    task: { kind: 'text', value: 'T', summary: 'The task that it works on' },
    agent: { kind: 'text', value: 'A', summary: 'The agent that works in it' },
  },
  run: async (cli, call) => {
    const [session, status] = [call.text('session'), call.text('status')];
    if (session === null || status === null)
      return fail(
        cli,
        problem('cli.argumentMissing', 'mam {verb} needs {what}. See mam {verb} --help.', {
          verb: 'heartbeat',
          what: '--session, --status',
        }),
        exit.usage,
      );
    const folder = await findSpool(cli.env, cli.cwd);
    if (!folder.ok) return fail(cli, folder.error, exit.blocked);
    const message = {
      v: 1,
      type: 'heartbeat',
      session,
      role: call.text('role') ?? session,
      task: call.text('task'),
      status,
      agent: call.text('agent'),
    } as const;
    const written = await writeSpoolFile(folder.value, message, session, Date.now());
    return written.ok
      ? exit.done
      : fail(cli, written.error, written.error.code === 'spool.invalid' ? exit.usage : exit.blocked);
  },
};
