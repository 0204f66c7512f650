import type { Disposable } from '../../base/disposable.ts';
import type { Problem } from '../../base/problem.ts';
import type { Result } from '../../base/result.ts';
import type { Backend } from '../../core/agentSession/types.ts';

/** What a session is started with. */
export interface SessionSpec {
  /** MAM's id of the session and its generation: `<id>.<generation>`. The same one is never started twice. */
  readonly id: string;
  /** What people see. */
  readonly name: string;
  /** The program with its arguments; never a shell line. */
  readonly argv: readonly [string, ...string[]];
  /** Absolute. */
  readonly cwd: string;
  /** The whole environment, not an addition to one. */
  readonly env: Readonly<Record<string, string>>;
}

interface PlaceProcess {
  readonly pid: number;
  readonly startTime: string | null;
}

/** How the place of a session stands. */
export type PlaceLook =
  /** `children`: processes below the agent's, null where nobody can tell; `title`: of the terminal, where it has one. */
  | {
      readonly kind: 'agent';
      readonly process: PlaceProcess | null;
      readonly children: number | null;
      readonly title: string | null;
      /** What the agent told its terminal last that a person should know, and the how manieth it is; only where the stream can be heard. */
      readonly notice?: { readonly text: string; readonly count: number };
      /** What another program that watches screens takes it for: a weak witness, never proof. */
      readonly watched: { readonly state: 'working' | 'idle' | 'blocked' | 'unknown'; readonly detail: string } | null;
    }
  /** The agent has ended and a shell is there. */
  | { readonly kind: 'shell'; readonly code: number | null }
  | { readonly kind: 'gone'; readonly code: number | null; readonly signal: string | null }
  /** Nobody can tell now; it is neither there nor gone. */
  | { readonly kind: 'unobservable'; readonly problem: Problem };

/** How a person sees a session. */
export type Showing =
  /** It is in front of them. */
  | { readonly kind: 'inFront' }
  /** In any terminal that runs this program; ending that leaves the session alone. */
  | { readonly kind: 'attach'; readonly argv: readonly [string, ...string[]] }
  /** It has no screen; what it prints is in this file. */
  | { readonly kind: 'output'; readonly path: string };

/** Places that agent sessions run in. Contract suite: test/contract/terminals. */
export interface Terminals {
  readonly backend: Backend;
  readonly offers: {
    /** The screen's text can be read. */
    readonly screen: boolean;
    /** Text can be typed into a running agent. */
    readonly typing: boolean;
    /** What is typed is seen before Enter, as in every terminal; false where it is not. */
    readonly echoes?: false;
    /** It outlives the host. */
    readonly survives: boolean;
  };
  /** Whether it can be used here; the problem says what is missing and how it is got. */
  probe(): Promise<Result<{ readonly version: string }, Problem>>;
  /** Starts a session; one that is there already under this id is joined instead. Answers the handle. */
  open(spec: SessionSpec, signal: AbortSignal): Promise<Result<{ readonly handle: string }, Problem>>;
  /** The handle of the session with this id; null when it is not there. A problem says that nobody can tell. */
  find(id: string): Promise<Result<string | null, Problem>>;
  look(handle: string): Promise<PlaceLook>;
  /** Puts a text in front of the agent, as a paste where the agent asked for such, and does not press Enter. */
  type(handle: string, text: string): Promise<Result<undefined, Problem>>;
  /** Presses one key: of `Enter`, `Escape`, `Up`, `Down`, `Tab`, a letter or a digit. */
  press(handle: string, key: string): Promise<Result<undefined, Problem>>;
  /** The last lines of the screen, without colours. */
  read(handle: string, lines: number): Promise<Result<string, Problem>>;
  /** Ends the agent and whatever it started, politely first; done when nothing is left. What is gone already is no problem. */
  close(handle: string, graceMs: number): Promise<Result<undefined, Problem>>;
  /** Brings it in front of a person, or says by what they see it. */
  show(handle: string): Promise<Result<Showing, Problem>>;
  /** Announces that a place may have changed; null is any. */
  watch(onChange: (handle: string | null) => void): Disposable;
}
