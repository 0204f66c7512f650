import { join } from 'node:path';
import type { Problem } from '../../base/problem.ts';
import type { Result } from '../../base/result.ts';
import type { HoldMeans, LaneOutcome, Usage } from '../../core/job/types.ts';
import type { LaneExit } from '../../protocol/agents/laneFiles.ts';
import type { AgentStatus, LaneSpec } from '../../app/ports/agents.ts';
import type { AgentSigns, HookCall, HookLaunch } from './signs.ts';

/** What an agent can do. Everything that differs between agents hangs on these, never on an id. */
export interface Capabilities {
  /** Prints one JSON object a line. */
  readonly structuredOutput: boolean;
  /** Can go on with an earlier conversation. */
  readonly resume: boolean;
  /** Names of its reasoning efforts, weakest first; empty when it has none. */
  readonly efforts: readonly string[];
  /** The first version that can be told an effort; every one unless said. */
  readonly effortSince?: string;
  /** The strongest effort of models that are not listed as strong; no limit unless said. */
  readonly effortCap?: string;
  /** Its readers keep the effort of its own configuration unless a person wants another one. */
  readonly ownReadEffort?: boolean;
  /** How the names of its models begin; an empty text takes what no other agent's fits, none takes no name from outside. */
  readonly models?: readonly string[];
  /** A person: no program is started, and all below is theirs to do. */
  readonly person?: boolean;
  /** Its command line was written by what is published of it and never tried with the real program. */
  readonly unverified?: boolean;
  /** Nothing is known to keep it from writing while it reads, so that a reader needs the full-access opt-in too. */
  readonly looseReader?: boolean;
  /** It is not known to tell which commands it runs, so that nobody can count them. */
  readonly silentCommands?: boolean;
  /** Keeps a writer in its worktree by a sandbox of its own. */
  readonly sandboxedWrite: boolean;
  /** A hook of it can deny a tool call. */
  readonly denyHook: boolean;
  /** Can call a program when a turn ends. */
  readonly notify: boolean;
  /** Can tell without a request whether somebody is signed in. */
  readonly authCheck: boolean;
  /** The signal that ends it cleanly. */
  readonly interruptSignal: 'SIGTERM' | 'SIGINT';
}

/** Something that one line of a transcript says. */
export type AgentEvent =
  /** For people to follow; what is not understood is shown as it came. `command`: the agent begins to run one in a shell. */
  | { readonly kind: 'progress'; readonly text: string; readonly command?: true }
  /**
   * The agent speaks. The last one is its report unless the result brings a text of its own; pieces that follow each
   * other are one message.
   */
  | { readonly kind: 'message'; readonly text: string; readonly piece?: boolean }
  /** Spent on one request; added up unless the result brings a sum of its own. */
  | { readonly kind: 'usage'; readonly usage: Usage }
  /** The turn ended as it should. */
  | { readonly kind: 'result'; readonly text: string | null; readonly usage: Usage | null }
  /** The turn failed, and the agent says why. */
  | {
      readonly kind: 'failure';
      readonly message: string;
      readonly status: number | null;
      /** What was used until then, if it says so. */
      readonly usage?: Usage;
    }
  /** The account has reached a usage limit; a failure still has to say that the turn ended with it. */
  | { readonly kind: 'limit'; readonly until: string };

/** A transcript, folded. */
export interface Transcript {
  readonly lines: number;
  /** Lines that are no event of this agent. */
  readonly broken: number;
  readonly message: string | null;
  readonly result: { readonly text: string | null; readonly usage: Usage | null } | null;
  readonly failure: { readonly message: string; readonly status: number | null; readonly usage?: Usage } | null;
  /** When the limit that the account has reached is lifted, where an event said so. */
  readonly limitedUntil?: string;
}

/** Everything that is known when a lane has ended. */
export interface LaneEnd {
  readonly spec: LaneSpec;
  readonly exit: LaneExit;
  readonly transcript: Transcript;
  /** The end of standard error. */
  readonly stderr: string;
  /** What the CLI left in `files.lastMessage`, if it does that. */
  readonly lastMessage: string | null;
}

/** What a lane's command may name beside what its spec says. */
export interface LaneFiles {
  /** File in the lane's folder that a CLI may be told to write its last message to. */
  readonly lastMessage: string;
  /** The shell line of the hook that refuses what a writer may not write; null where there can be none. */
  readonly guard: string | null;
  /** The environment that the lane gets beside what its command adds: what it says of the agent's own settings is kept. */
  readonly env: Readonly<Record<string, string>>;
}

/** Those of a lane's folder. */
export const laneFiles = (
  folder: string,
  guard: string | null = null,
  env: Readonly<Record<string, string>> = {},
): LaneFiles => ({ lastMessage: join(folder, 'last_message.md'), guard, env });

/** What of the agent keeps a lane to its limits; null where nothing does. A hook counts once it has answered. */
export interface Limits {
  readonly worktree: HoldMeans | null;
  readonly claim: HoldMeans | null;
  /** Its shell runs any command. What one writes a hook or a rule can't tell: only a sandbox holds it. */
  readonly freeShell: boolean;
}

export interface LaneCommand {
  /** Arguments after the program. */
  readonly args: readonly string[];
  /** Written to stdin, which is closed after it. */
  readonly stdin: string;
  readonly env: Readonly<Record<string, string>>;
  /** Absent when nothing of the agent keeps this lane to anything. */
  readonly limits?: Limits;
  /** Texts by file name, written into the lane's folder before it starts. */
  readonly files?: Readonly<Record<string, string>>;
}

/** A program to run, with the arguments that always come first. */
export type Program = readonly [string, ...string[]];

/** With whose account an agent works. */
interface Auth {
  /**
   * Variables with keys that are billed by use. A lane gets them only where a person allows any sign-in; otherwise the
   * subscription that the CLI itself is signed in to is the only one that it can spend.
   */
  readonly keys: readonly string[];
}

export interface ProbeRun {
  /** Null when it was not started or did not end by itself. */
  readonly exitCode: number | null;
  /** It was ended because it took too long. */
  readonly timedOut: boolean;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ProbeTools {
  /** The whole environment that a lane of this agent would get. */
  readonly env: Readonly<Record<string, string>>;
  /** Whether a person lets this agent work with any sign-in, a key of its own provider among them. */
  readonly anySignIn: boolean;
  /** Runs the agent's program with arguments, for half a minute at most. */
  run(args: readonly string[]): Promise<ProbeRun>;
}

/** How an agent is started as a session. Its conversations are named by an id of the agent's own. */
export interface SessionWays {
  /** It takes an id for a new conversation, a UUID. */
  readonly choosesId: boolean;
  /** It works without a screen, by what is written to its standard input. */
  readonly screenless: boolean;
  /** Arguments of a new conversation; the id is null where it gives itself one. `hooks`: what makes its hooks call MAM. */
  start(conversation: string | null, hooks: readonly string[]): readonly string[];
  /** Arguments that go on with a conversation; null where it can't. */
  readonly resume: ((conversation: string, hooks: readonly string[]) => readonly string[]) | null;
  /** Variables beside those of its lanes. */
  readonly env?: Readonly<Record<string, string>>;
  /**
   * Whether anything was said in a conversation whose id was chosen by MAM: the agent keeps none in which nothing was. Not
   * there where it keeps all of them.
   */
  hasBegun?(conversation: string, env: Readonly<Record<string, string | undefined>>): Promise<boolean>;
}

/** One agent: a declaration and a few behaviours. Adding one is a folder, a line in the registry and a transcript. */
export interface Agent {
  readonly id: string;
  readonly name: string;
  readonly family: string;
  /** Names to look for on PATH, best first; an embedded agent has a program instead. */
  readonly executables: readonly string[];
  readonly embedded: Program | null;
  readonly capabilities: Capabilities;
  /** Variables of its own, keys and homes, that its lanes keep from the host's environment. `X_*` stands for a prefix. */
  readonly variables: readonly string[];
  /** Absent where every sign-in is as good as another. */
  readonly auth?: Auth;
  /** Arguments with which it opens its own screen for a person; absent where it has none that MAM knows of. */
  readonly screen?: readonly string[];
  /** How it tells what it does in a session; absent where only its processes and its screen tell. */
  readonly signs?: AgentSigns;
  /** Gives one start of a session the server of MAM's tools, beside those of the user; absent where its CLI takes none so. */
  readonly tools?: (call: HookCall) => HookLaunch;
  /** How it is started for people and jobs to talk with; absent where MAM knows of no such way. */
  readonly session?: SessionWays;
  /** What to start for a lane, or why this lane must not be started. */
  command(spec: LaneSpec, files: LaneFiles): Result<LaneCommand, Problem>;
  /** Null when the line is no event of this agent. */
  parse(line: string): readonly AgentEvent[] | null;
  judge(end: LaneEnd): LaneOutcome;
  probe(tools: ProbeTools): Promise<AgentStatus>;
}
