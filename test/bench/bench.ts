/** One measured figure. Times come as ratios wherever there is something to compare with: machines differ, ratios hardly do. */
export interface Row {
  readonly label: string;
  readonly value: number;
  readonly unit: 'ms' | 'ratio' | 'kB' | 'MB' | '%' | 'count' | '/s';
  /** The most that it may be; without one the figure only informs. */
  readonly bar?: number;
}

export interface Bench {
  readonly name: string;
  run(): Promise<readonly Row[]>;
}

export const holds = (row: Row): boolean => row.bar === undefined || row.value <= row.bar;

/** The value below which `share` of the samples lie. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (samples: readonly number[]): number => quantile(samples, 0.5);

/** Milliseconds that `task` takes. */
export async function timed(task: () => unknown): Promise<number> {
  const start = performance.now();
  await task();
  return performance.now() - start;
}

/** Medians of both, and of what is between the two of a round. */
interface Pair {
  readonly a: number;
  readonly b: number;
  readonly ratio: number;
  /** Milliseconds that the first takes more. */
  readonly difference: number;
}

/** Runs both in turn and compares them round by round, so that a machine that slows down slows both. */
export async function paired(rounds: number, a: () => unknown, b: () => unknown): Promise<Pair> {
  const samples: { readonly a: number; readonly b: number }[] = [];
  for (let i = 0; i < rounds; i++) {
    const first = i % 2 === 0 ? await timed(a) : null;
    const second = await timed(b);
    samples.push({ a: first ?? (await timed(a)), b: second });
  }
  return {
    a: median(samples.map((one) => one.a)),
    b: median(samples.map((one) => one.b)),
    ratio: median(samples.map((one) => one.a / one.b)),
    difference: median(samples.map((one) => one.a - one.b)),
  };
}
