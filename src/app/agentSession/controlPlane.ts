import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { ControlPlane } from '../../core/agentSession/types.ts';

/** The variables of a control plane, by what they are in a session's record. */
const planeVariables: Readonly<Record<keyof ControlPlane, string>> = {
  workspaceRoot: 'WORKSPACE_ROOT',
  agentSessionsYaml: 'AGENT_SESSIONS_YAML',
  mamJobsDir: 'MAM_JOBS_DIR',
  delegateJobLogsDir: 'DELEGATE_JOB_LOGS_DIR',
};

/** The control plane of a repository where nobody says otherwise: there is one, whatever worktree somebody stands in. */
export const usualPlane = (controlRoot: string): ControlPlane => ({
  workspaceRoot: controlRoot,
  agentSessionsYaml: `${controlRoot}/.mam/agent-sessions.yaml`,
  mamJobsDir: `${controlRoot}/.mam/jobs`,
  delegateJobLogsDir: `${controlRoot}/.mam/delegate_job_logs`,
});

/** What a caller's environment says of its control plane, as four absolute paths. Relative ones begin at the control root. */
export function callersPlane(
  env: Readonly<Record<string, string | undefined>>,
  controlRoot: string,
): Result<ControlPlane, Problem> {
  const plane = { ...usualPlane(controlRoot) };
  for (const [key, variable] of entries) {
    const text = env[variable] ?? '';
    if (/[\0\r\n]/.test(text)) return err(badPath(variable));
    if (text !== '') plane[key] = absolute(text, controlRoot);
  }
  return ok(plane);
}

/** Why a plane can't be a new session's: there is one, and two would each know half of the sessions. Null for that one. */
export function planeProblem(plane: ControlPlane, controlRoot: string): Problem | null {
  const usual = usualPlane(controlRoot);
  const other = entries.find(([key]) => plane[key] !== usual[key]);
  return other ? otherPlane(other[1], plane[other[0]], usual[other[0]]) : null;
}

const entries: readonly (readonly [keyof ControlPlane, string])[] = [
  ['workspaceRoot', planeVariables.workspaceRoot],
  ['agentSessionsYaml', planeVariables.agentSessionsYaml],
  ['mamJobsDir', planeVariables.mamJobsDir],
  ['delegateJobLogsDir', planeVariables.delegateJobLogsDir],
];

/** Without `.`, `..` and a slash at the end. */
function absolute(path: string, root: string): string {
  const parts: string[] = [];
  for (const part of (path.startsWith('/') ? path : `${root}/${path}`).split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return `/${parts.join('/')}`;
}

/** The names of what two planes differ in. */
export const planeDifference = (row: ControlPlane, caller: ControlPlane): readonly string[] =>
  entries.flatMap(([key, variable]) => (row[key] === caller[key] ? [] : [variable]));

/** Sessions that were recorded before there were control planes have none. */
export const hasPlane = ({ workspaceRoot }: ControlPlane): boolean => workspaceRoot !== '';

const badPath = (variable: string): Problem =>
  problem('binding.badPath', '{variable} holds a line break or a NUL. Set it to a path without one.', { variable });

const otherPlane = (variable: string, path: string, usual: string): Problem =>
  problem(
    'binding.elsewhere',
    '{variable} is {path}, which is not of this repository’s one control plane. Unset it, or set it to {usual}.',
    { variable, path, usual },
  );
