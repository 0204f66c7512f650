import type { Problem } from '../../base/problem.ts';
import type { OpenedSession } from './event.ts';
import type { Activity, ControlPlane, SessionEnd, Source } from './types.ts';

/** What may be asked of agent sessions. */
export type AgentSessionCommand =
  | { readonly type: 'openAgentSession'; readonly session: OpenedSession }
  /** `controlPlane`: of whoever asks, for a session that has recorded none. */
  | { readonly type: 'resumeAgentSession'; readonly session: string; readonly controlPlane: ControlPlane }
  | { readonly type: 'stopAgentSession'; readonly session: string }
  /** Takes an ended one off the list. */
  | { readonly type: 'forgetAgentSession'; readonly session: string }
  /** What one source saw. The same as before changes nothing. */
  | {
      readonly type: 'sightAgentSession';
      readonly session: string;
      readonly generation: number;
      readonly source: Source;
      readonly activity: Activity;
      /** Of the process tree: how many processes below the agent are its own. */
      readonly own?: number;
      /** Of a hook: the call of a tool that begins, ends, or is asked about. */
      readonly call?: string;
      /** Of a transcript: the calls of tools that came to an end, which answers what was asked about them. */
      readonly answers?: readonly string[];
      /** What the agent was short of or asked for, such as a sign-in, is there. */
      readonly clears?: true;
      /** Of a screen: the number of the newest sight that there was when it was read. */
      readonly asOf?: number;
      /** Of a hook: where its word stands among those of this process. */
      readonly told?: string;
    }
  | {
      readonly type: 'identifyAgentSession';
      readonly session: string;
      readonly generation: number;
      readonly conversation: string;
    }
  /** Its process was seen to be gone. */
  | {
      readonly type: 'endAgentSession';
      readonly session: string;
      readonly generation: number;
      readonly how: SessionEnd;
      readonly problem: Problem | null;
    };
