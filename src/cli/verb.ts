import type { Cli } from './cli.ts';

export interface OptionSpec {
  /** `text` takes a value, `texts` may be given several times, `flag` takes none. */
  readonly kind: 'text' | 'texts' | 'flag';
  /** What stands for the value in the help; empty for a flag. */
  readonly value: string;
  readonly summary: string;
  /** The values that a shell may offer; one that `value` writes out need not be said twice. */
  readonly words?: Words;
}

/** Values that are known beforehand: these, or the agents that MAM ships with. */
export type Words = readonly string[] | 'agents';

/** One verb of `mam`, complete enough for its help and its parsing. */
export interface Verb {
  readonly name: string;
  readonly summary: string;
  /** How the positional arguments are shown: `[PATH]`, `TASK`. */
  readonly positional: string;
  /** What a shell may offer for the first of them. */
  readonly words?: Words;
  /** How many there must and may be. */
  readonly positionals: readonly [least: number, most: number];
  readonly options: Readonly<Record<string, OptionSpec>>;
  /** What its first argument may be, with what that does. */
  readonly actions?: Readonly<Record<string, { readonly summary: string }>>;
  /** Its exit codes, where it has others than every verb. */
  readonly exitCodes?: string;
  /** Returns the exit code: 0 done, 1 blocked or findings, 2 wrong usage. */
  readonly run: (cli: Cli, call: Call) => Promise<number>;
}

/** A verb's arguments after they were checked against its table. */
export interface Call {
  readonly positionals: readonly string[];
  flag(name: string): boolean;
  text(name: string): string | null;
  texts(name: string): readonly string[];
}

export const json: OptionSpec = { kind: 'flag', value: '', summary: 'Print JSON instead of words' };
