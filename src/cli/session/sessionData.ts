import { statusOf, type SessionStatus } from '../../core/agentSession/status.ts';
import type { AgentSession } from '../../core/agentSession/types.ts';
import type { State } from '../../core/state.ts';
import { problemData } from '../../base/problem.ts';

/** How a session stands, in JSON. */
export const statusData = (status: SessionStatus) => ({
  ...status,
  ...('problem' in status ? { problem: problemData(status.problem) } : {}),
});

/** A session in JSON. */
export function sessionData(state: State, session: AgentSession, at: string) {
  const { id, name, agent, backend, cwd, worktree, role, conversation, generation, handle, job, openedAt } = session;
  const { controlPlane, process, ended } = session;
  return {
    id,
    name,
    agent,
    backend,
    cwd,
    worktree,
    role,
    conversation,
    generation,
    handle,
    pid: process?.pid ?? null,
    job,
    opened_at: openedAt,
    status: statusData(statusOf(state, session, at)),
    ended: ended && { ...ended, problem: ended.problem && problemData(ended.problem) },
    control_plane: {
      workspace_root: controlPlane.workspaceRoot,
      agent_sessions_yaml: controlPlane.agentSessionsYaml,
      mam_jobs_dir: controlPlane.mamJobsDir,
      delegate_job_logs_dir: controlPlane.delegateJobLogsDir,
    },
  };
}
