import type { Problem, Translate } from '../base/problem.ts';
import type { Result } from '../base/result.ts';
import type { EffectKind } from '../core/effect.ts';
import type { EffectOwner } from '../core/effectOwner.ts';
import type { Actor } from '../core/actor.ts';
import type { App } from '../app/app.ts';
import type { Programs } from '../host/programs.ts';
import type { SettingKey } from '../protocol/settings.ts';
import type { Terminal } from './terminal.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

interface OpenPlace {
  /** Any folder of the repository; the current one when left out. */
  readonly folder?: string;
  /** Settings over all others, from options of the command. */
  readonly settings?: Readonly<Partial<Record<SettingKey, unknown>>>;
}

/**
 * What a verb may run when nobody else does: nothing, some kinds of effects, or the effects of some owners alone. Each verb has to say it, so
 * that one that makes a worktree never starts the lanes of a loop that was killed.
 */
export type OpenRequest = OpenPlace &
  (
    | { readonly mirrorOnly: true; readonly effects?: never }
    /** What else is open stays as it is. */
    | { readonly effects: readonly EffectKind[] | EffectOwner | 'all'; readonly mirrorOnly?: never }
  );

/** Everything that a verb gets: where it runs, who calls it, and its ways to the outside. */
export interface Cli {
  readonly cwd: string;
  readonly env: Environment;
  readonly version: string;
  /** How this command is called from a terminal: `mam`, or the path of the wrapper where `mam` is not on the PATH. */
  readonly self: string;
  readonly terminal: Terminal;
  readonly t: Translate;
  /** Hears what kept the verb from its end, where somebody wants to know. */
  readonly failed?: (problem: Problem) => void;
  /** A person, or the job whose process tree this runs in. */
  readonly actor: Actor;
  open(request: OpenRequest): Promise<Result<App, Problem>>;
  /** The programs that run outside this process. */
  programs(): Promise<Result<Programs, Problem>>;
}

export const exit = {
  done: 0,
  blocked: 1,
  usage: 2,
  judgedNo: 3,
  busy: 5,
  interrupted: 130,
  terminated: 143,
} as const;
