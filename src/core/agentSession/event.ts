import type { Problem } from '../../base/problem.ts';
import type { AgentSession, ControlPlane, SessionEnd, SessionProcess, Sight } from './types.ts';

/** What a session is when it is asked for. */
export type OpenedSession = Pick<
  AgentSession,
  'id' | 'name' | 'agent' | 'backend' | 'cwd' | 'worktree' | 'role' | 'controlPlane' | 'conversation'
>;

/** What can have happened to an agent session. What an older generation says changes nothing. */
export type AgentSessionEvent =
  /** Its first process is to be started. */
  | { readonly type: 'agentSessionOpened'; readonly session: OpenedSession }
  /** Another process is to be started for it, which goes on with its conversation. */
  | { readonly type: 'agentSessionResumed'; readonly session: string; readonly controlPlane: ControlPlane }
  | {
      readonly type: 'agentSessionStarted';
      readonly session: string;
      readonly generation: number;
      readonly handle: string;
      readonly process: SessionProcess | null;
    }
  | {
      readonly type: 'agentSessionSeen';
      readonly session: string;
      readonly generation: number;
      readonly sight: Sight;
    }
  | {
      readonly type: 'agentSessionIdentified';
      readonly session: string;
      readonly generation: number;
      readonly conversation: string;
    }
  | { readonly type: 'agentSessionStopRequested'; readonly session: string }
  /** What it runs could not be ended, or nobody could tell: it goes on, and can be stopped again. */
  | {
      readonly type: 'agentSessionStopFailed';
      readonly session: string;
      readonly generation: number;
      readonly problem: Problem;
    }
  | {
      readonly type: 'agentSessionEnded';
      readonly session: string;
      readonly generation: number;
      readonly how: SessionEnd;
      readonly problem: Problem | null;
    }
  | { readonly type: 'agentSessionForgotten'; readonly session: string };
