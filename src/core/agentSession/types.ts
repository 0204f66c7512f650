import type { Problem } from '../../base/problem.ts';

/** Kinds of places that an agent session runs in. */
export const backends = ['editor', 'tmux', 'headless', 'herdr'] as const;
export type Backend = (typeof backends)[number];

/** Whether an agent has a terminal there, which most need; else it has what is written to its standard input. */
export const hasTerminal = (backend: Backend): boolean => backend !== 'headless';

/**
 * Where a sight comes from, the most trustworthy first: the agent's own protocol and hooks, its transcript file, marks of
 * the shell, the process tree, another program that watches screens, the screen's text.
 */
export const sources = ['hook', 'transcript', 'shell', 'process', 'watcher', 'screen'] as const;
export type Source = (typeof sources)[number];

/** What an agent waits for a person to do. */
export type Need = 'permission' | 'trust' | 'signIn' | 'question';

/** What an agent was seen doing. None of it says that a job is done. */
export type Activity =
  | { readonly kind: 'starting' }
  | { readonly kind: 'working' }
  /** `text`: what it asks, redacted. */
  | { readonly kind: 'needsYou'; readonly need: Need; readonly text: string }
  /** `until` null: the agent did not say. */
  | { readonly kind: 'limited'; readonly until: string | null }
  /** Its turn is over and it waits for a prompt. */
  | { readonly kind: 'idle' }
  /** This source has nothing to tell: no command runs below the agent, or what the screen asked is no longer there. */
  | { readonly kind: 'quiet' }
  /** Nobody can tell. */
  | { readonly kind: 'unobservable'; readonly problem: Problem };

/** One source's newest word about a session. */
export interface Sight {
  readonly source: Source;
  readonly activity: Activity;
  /** When it became so, by MAM's clock. */
  readonly at: string;
  /** When it was last said again; renewed every few minutes at most. */
  readonly seenAt: string;
  /** Awake milliseconds when it became so. */
  readonly awake: number;
  /** Counted through all sights of a session: times are too coarse to tell which of two was first. */
  readonly order: number;
  /** Of the process tree: how many processes below the agent are its own. Not there where nobody has counted them yet. */
  readonly own?: number;
  /** Of a hook that asks: the call of a tool that it asks about, redacted and with its mark. */
  readonly call?: string;
  /** Of a hook: where its word stands among those of this process; one that stands before it is old news. */
  readonly told?: string;
}

/** The process of a session, told from every other one, also after a reboot. */
export interface SessionProcess {
  readonly pid: number;
  /** Null where the system does not tell. */
  readonly startTime: string | null;
  /** Of the machine's boot; a process of another boot is gone. */
  readonly bootId: string;
  /** On which machine it was started; not there in older records. */
  readonly machineId?: string;
  /** Among which processes its pid was counted; null where the system has no such thing, and not there in older records. */
  readonly pidNamespace?: string | null;
}

/** The one control plane that a session belongs to, as four absolute paths. */
export interface ControlPlane {
  readonly workspaceRoot: string;
  readonly agentSessionsYaml: string;
  readonly mamJobsDir: string;
  readonly delegateJobLogsDir: string;
}

/** How a session stands, whatever its agent does. */
export type SessionEnd =
  /** A person or a job's owner stopped it; its conversation is kept. */
  | 'stopped'
  /** Its agent ended by itself; `gone` with a shell that is still open is `shell`. */
  | 'gone'
  | 'shell'
  /** It was lost with its host, its server or the machine, and can be resumed. */
  | 'interrupted'
  /** It could not be started. */
  | 'failed';

/** One conversation of one agent in one place. */
export interface AgentSession {
  readonly id: string;
  /** Unique among the sessions that have not ended: `<role>-<agent>-<id>` unless a person named it. */
  readonly name: string;
  readonly agent: string;
  readonly backend: Backend;
  /** Absolute. A conversation is resumed there only. */
  readonly cwd: string;
  /** The worktree of MAM that `cwd` is; null for any other place. */
  readonly worktree: string | null;
  readonly role: string | null;
  readonly controlPlane: ControlPlane;
  /** The agent's own id of the conversation, once it is known. */
  readonly conversation: string | null;
  /** Counted from 1, raised each time that a process is started for it; what older ones said counts for nothing. */
  readonly generation: number;
  /** The backend's name of the place; null before it is open. */
  readonly handle: string | null;
  readonly process: SessionProcess | null;
  /** It was asked to stop, and that is under way. */
  readonly stopping: boolean;
  /** Null while it lives, or is being started. */
  readonly ended: { readonly how: SessionEnd; readonly at: string; readonly problem: Problem | null } | null;
  /** The newest sight of each source in this generation. */
  readonly sights: Readonly<Partial<Record<Source, Sight>>>;
  /** `order` of its newest sight when a prompt was last typed, -1 before the first: idleness from before is none of the answer. */
  readonly prompted: number;
  /** Something was said in its conversation, in whichever generation: it must not be begun anew in silence. */
  readonly spoken: boolean;
  /** The job that it works on; at most one. */
  readonly job: string | null;
  /** The job that was taken from it, until its agent is seen to rest: it may still write what that claimed. */
  readonly lingers: string | null;
  readonly openedAt: string;
  /** When the process of this generation was started; null before. */
  readonly startedAt: string | null;
}
