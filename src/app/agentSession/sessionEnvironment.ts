import type { AgentSession } from '../../core/agentSession/types.ts';
import type { Places } from '../places.ts';

/**
 * What MAM adds to the environment of a session's process: who it is, and the one control plane that it belongs to. All of
 * it is environment, so that no character of a path is ever read as an argument.
 */
export const sessionEnvironment = (
  session: Pick<AgentSession, 'id' | 'generation' | 'controlPlane'>,
  token: string,
  { controlRoot }: Pick<Places, 'controlRoot'>,
  host: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> => ({
  ...host,
  MAM_SESSION: session.id,
  MAM_GENERATION: String(session.generation),
  MAM_SESSION_TOKEN: token,
  MAM_CONTROL_ROOT: controlRoot,
  WORKSPACE_ROOT: session.controlPlane.workspaceRoot,
  AGENT_SESSIONS_YAML: session.controlPlane.agentSessionsYaml,
  MAM_JOBS_DIR: session.controlPlane.mamJobsDir,
  DELEGATE_JOB_LOGS_DIR: session.controlPlane.delegateJobLogsDir,
  // For scripts of the original in it: they read the main checkout's variables, of which no worktree has a copy, and start
  // no second listener beside MAM's own.
  MAM_ENV_FILE: `${controlRoot}/.mam.env`,
  MAM_NO_SUBSCRIBER_DAEMON: '1',
});
