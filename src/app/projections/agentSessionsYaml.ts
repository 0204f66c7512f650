import type { AgentSession } from '../../core/agentSession/types.ts';
import type { State } from '../../core/state.ts';

/** How a file of MAM's begins, and no other's. */
export const sessionsMark = '# Written by MAM from its log; changes here are overwritten.';

type Value = string | number | null;

/** Every scalar in the form of JSON, which is YAML too: no name or path is ever read as anything but a text. */
const line = (indent: number, key: string, value: Value): string =>
  `${' '.repeat(indent)}${key}: ${JSON.stringify(value)}`;

/** The sessions as other programs read them. What an agent does at the moment is not in it: that changes too fast to be kept. */
export function agentSessionsYaml({ agentSessions, seq, updatedAt }: State): string {
  const sessions = Object.values(agentSessions);
  return [
    sessionsMark,
    line(0, 'schema_version', 1),
    'mam:',
    line(2, 'seq', seq),
    line(2, 'at', updatedAt),
    sessions.length === 0 ? 'sessions: []' : 'sessions:',
    ...sessions.flatMap(entry),
    '',
  ].join('\n');
}

function entry(session: AgentSession): readonly string[] {
  const { controlPlane: plane, process, ended } = session;
  const fields: readonly (readonly [string, Value])[] = [
    ['id', session.id],
    ['name', session.name],
    ['agent', session.agent],
    ['backend', session.backend],
    ['cwd', session.cwd],
    ['worktree', session.worktree],
    ['role', session.role],
    ['conversation', session.conversation],
    ['generation', session.generation],
    ['handle', session.handle],
    ['pid', process?.pid ?? null],
    ['pid_start', process?.startTime ?? null],
    ['boot_id', process?.bootId ?? null],
    ['status', ended?.how ?? (session.stopping ? 'stopping' : session.handle === null ? 'starting' : 'open')],
    ['ended_at', ended?.at ?? null],
    ['job', session.job],
    ['opened_at', session.openedAt],
  ];
  return [
    ...fields.map(([key, value], at) => (at === 0 ? `  - ${line(0, key, value)}` : line(4, key, value))),
    '    control_plane:',
    line(6, 'workspace_root', plane.workspaceRoot),
    line(6, 'agent_sessions_yaml', plane.agentSessionsYaml),
    line(6, 'mam_jobs_dir', plane.mamJobsDir),
    line(6, 'delegate_job_logs_dir', plane.delegateJobLogsDir),
  ];
}

/** A file without its stamp: two that differ only there say the same. */
export const withoutSessionsStamp = (text: string): string => text.replace(/^mam:\n {2}seq: .*\n {2}at: .*\n/m, '');
