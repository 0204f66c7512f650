import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { isSessionId } from '../../core/topology/define.ts';
import { exit } from '../cli.ts';
import { findSpool, writeSpoolFile } from '../spoolFile.ts';
import { fail } from '../tell.ts';
import { json, type Call, type Verb } from '../verb.ts';
import { isTaskId } from '../../core/task/taskId.ts';

/** The agents whose lanes the ledger names. */
const lanes = ['claude', 'codex'] as const;

export const heartbeat: Verb = {
  name: 'heartbeat',
  summary: 'Say that a session is alive and what it is doing',
  positional: '',
  positionals: [0, 0],
  options: {
    session: { kind: 'text', value: 'ID', summary: 'The session, such as reviewer' },
    'session-id': { kind: 'text', value: 'ID', summary: 'The same as --session' },
    role: { kind: 'text', value: 'NAME', summary: 'Its role, such as Reviewer' },
    status: { kind: 'text', value: 'WORD', summary: 'What it is doing' },
    task: { kind: 'text', value: 'T', summary: 'The task that it works on' },
    agent: {
      kind: 'text',
      value: 'A',
      summary: 'Speak for the lane of claude or codex, not for the session',
      words: lanes,
    },
    'lease-ttl-minutes': { kind: 'text', value: 'N', summary: 'Minutes after which the session counts as stale' },
    json,
  },
  run: async (cli, call) => {
    const beat = readBeat(call);
    if (!beat.ok) return fail(cli, beat.error, exit.usage);
    const folder = await findSpool(cli.env, cli.cwd);
    if (!folder.ok) return fail(cli, folder.error, exit.blocked);
    const { session, role, task, status, agent, ttlMinutes } = beat.value;
    const message = { v: 1, type: 'heartbeat', ...beat.value } as const;
    const written = await writeSpoolFile(folder.value, message, session, Date.now());
    if (!written.ok)
      return fail(cli, written.error, written.error.code === 'spool.invalid' ? exit.usage : exit.blocked);
    if (call.flag('json'))
      cli.terminal.out(
        JSON.stringify({
          session,
          role,
          task,
          status,
          agent,
          leaseTtlMinutes: ttlMinutes ?? null,
          file: written.value,
        }),
      );
    return exit.done;
  },
};

interface Beat {
  readonly session: string;
  readonly role: string;
  readonly task: string | null;
  readonly status: string;
  readonly agent: string | null;
  readonly ttlMinutes?: number;
}

/** What the options say, or the first that can't be; nothing is asked of the repository for it. */
function readBeat(call: Call): Result<Beat, Problem> {
  const [session, same] = [call.text('session-id') ?? call.text('session'), call.text('session')];
  const status = call.text('status')?.trim() ?? '';
  if (session === null || status === '')
    return err(
      problem('cli.argumentMissing', 'mam {verb} needs {what}. See mam {verb} --help.', {
        verb: 'heartbeat',
        what: '--session, --status',
      }),
    );
  if (same !== null && same !== session)
    return err(problem('cli.sessionTwice', 'Give --session or --session-id, not both.'));
  if (!isSessionId(session))
    return err(
      problem(
        'cli.badSession',
        '{session} is no session id. It has 1 to 64 letters, digits, dots, underscores and dashes, such as reviewer.',
        { session },
      ),
    );
  const task = call.text('task');
  if (task !== null && !isTaskId(task))
    return err(problem('cli.badTask', '{task} is no task id. One looks like T-2026-0001.', { task }));
  const agent = call.text('agent');
  if (agent !== null && !lanes.some((one) => one === agent))
    return err(
      problem('agent.unknown', 'There is no agent {agent}. Known are: {known}.', { agent, known: lanes.join(', ') }),
    );
  const ttl = call.text('lease-ttl-minutes');
  const minutes = Number(ttl);
  if (ttl !== null && !(/^\d+$/.test(ttl) && minutes >= 1))
    return err(
      problem('cli.badTtl', '--lease-ttl-minutes takes a whole number from 1 on, and {value} is none.', { value: ttl }),
    );
  const role = call.text('role')?.trim() || session;
  return ok({ session, role, task, status, agent, ...(ttl === null ? {} : { ttlMinutes: minutes }) });
}
