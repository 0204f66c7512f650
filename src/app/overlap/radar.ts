import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposable.ts';
import type { Problem } from '../../base/problem.ts';
import { ok, type Result } from '../../base/result.ts';
import { compareWorktrees, mayMeet, sortOverlaps, type MergeForecast } from '../../core/overlap/radar.ts';
import type { Overlap, OverlapWith } from '../../core/overlap/radar.ts';
import type { Git, WorkComparison, WorkSnapshot } from '../ports/git.ts';
import type { OtherSeen, Sighting } from '../worktreeWatch.ts';

export interface OverlapRadar {
  /** For each worktree what it has to do with others; without an entry nobody has looked at it yet. */
  readonly overlaps: ReadonlyMap<string, readonly OverlapWith[]>;
  /** Compares from now on whatever is seen. */
  start(): void;
  see(sighting: Sighting): void;
  /** Resolves when everything that was seen is compared. */
  settled(): Promise<void>;
  /** Resolves when nothing of it is left. */
  close(): Promise<void>;
}

interface Looked {
  readonly head: string;
  readonly work: Result<WorkSnapshot, Problem>;
}

/** Readings after which everything is read anew, so that what nobody needs any more goes away. */
const mostReadings = 500;
/**
 * Time between two comparisons: at least so many milliseconds, since a writer changes files all the time, and so many
 * times as long as the last one took, since what nobody watches is read each time.
 */
const rests = { leastMs: 1000, share: 3 };

const keyOf = (a: string, b: string): string => (a < b ? `${a}\0${b}` : `${b}\0${a}`);

/** Follows what worktrees have to do with each other. Only a worktree in which something changed is looked at again. */
export function createOverlapRadar(
  deps: {
    readonly git: Pick<Git, 'compareWork'>;
    readonly clock: Clock;
    /** By the settings of now. */
    readonly loadBearing: () => (path: string) => boolean;
    /** A failure that nobody expected. */
    readonly onFailure: (reason: string) => void;
  },
  onChange: () => void,
): OverlapRadar {
  const works = new Map<string, Looked>();
  const pairs = new Map<string, Overlap | null>();
  let others: ReadonlyMap<string, OtherSeen> = new Map();
  const touched = new Set<string>();
  let comparison: WorkComparison | null = null;
  let readings = 0;
  let base: string | null = null;
  let seen: Sighting | null = null;
  let overlaps: ReadonlyMap<string, readonly OverlapWith[]> = new Map();
  let started = false;
  let closed = false;
  let running: Promise<void> | null = null;
  let rest: Disposable | null = null;

  async function startOver(): Promise<void> {
    works.clear();
    pairs.clear();
    readings = 0;
    const old = comparison;
    comparison = null;
    await old?.dispose();
  }

  /** Reads these worktrees anew; answers those whose work is another than before. */
  async function read(
    heads: ReadonlyMap<string, string>,
    stale: readonly string[],
    { dirty }: Sighting,
    from: string,
  ): Promise<readonly string[]> {
    const opened = comparison === null ? await deps.git.compareWork() : ok(comparison);
    comparison = opened.ok ? opened.value : null;
    readings += stale.length;
    const answers = opened.ok
      ? await opened.value.look(stale.map((path) => ({ path, base: from, dirty: dirty.get(path) ?? [] })))
      : stale.map(() => opened);
    return stale.filter((path, index) => {
      const before = works.get(path)?.work;
      const work = answers[index];
      if (work === undefined) return false;
      works.set(path, { head: heads.get(path) ?? '', work });
      return !(before?.ok && work.ok && before.value.commit === work.value.commit);
    });
  }

  /** What is not MAM's is compared with what is, and not with each other. */
  async function compare(changed: ReadonlySet<string>): Promise<void> {
    const all = [...works].map(([path, { work }]) => ({ path, work }));
    const open = all.flatMap((a, index) =>
      all.slice(index + 1).flatMap((b) => (concerns(a.path, b.path, changed) ? [{ a, b }] : [])),
    );
    const asked = open.filter(({ a, b }) => mayMeet(a.work, b.work));
    const commits = asked.flatMap(({ a, b }) =>
      a.work.ok && b.work.ok ? [[a.work.value.commit, b.work.value.commit] as const] : [],
    );
    const answers = comparison === null || commits.length === 0 ? [] : await comparison.forecast(commits);
    const forecasts = new Map(asked.map((pair, index) => [pair, answers[index]]));
    const isLoadBearing = deps.loadBearing();
    for (const pair of open) {
      const forecast = forecasts.get(pair);
      pairs.set(
        keyOf(pair.a.path, pair.b.path),
        compareWorktrees(pair.a.work, pair.b.work, () => forecastOf(forecast), isLoadBearing),
      );
    }
  }

  const concerns = (a: string, b: string, changed: ReadonlySet<string>): boolean =>
    (changed.has(a) || changed.has(b) || !pairs.has(keyOf(a, b))) && !(others.has(a) && others.has(b));

  async function look(sighting: Sighting): Promise<void> {
    const { base: from } = sighting;
    others = sighting.others;
    const heads = new Map([...sighting.heads, ...[...others].map(([path, { head }]) => [path, head] as const)]);
    if (from === null) {
      await startOver();
      overlaps = new Map();
      return;
    }
    if (from !== base || readings > mostReadings) await startOver();
    base = from;
    for (const path of works.keys()) if (!heads.has(path)) works.delete(path);
    const stale = [...heads].flatMap(([path, head]) =>
      // What could not be read is tried again whenever anything is seen.
      touched.has(path) ||
      (others.has(path) && mayHaveChanged(sighting, path)) ||
      works.get(path)?.head !== head ||
      !works.get(path)?.work.ok
        ? [path]
        : [],
    );
    touched.clear();
    const changed = stale.length === 0 ? [] : await read(heads, stale, sighting, from);
    await compare(new Set(changed));
    overlaps = new Map([...sighting.heads.keys()].map((path) => [path, sortOverlaps(othersOf(path))]));
  }

  const othersOf = (path: string): readonly OverlapWith[] =>
    [...works.keys()].flatMap((other) => {
      const found = other === path ? null : pairs.get(keyOf(path, other));
      const { kind, branch } = others.get(other) ?? { kind: 'mam', branch: null };
      return found ? [{ ...found, other, kind, branch }] : [];
    });

  async function run(): Promise<void> {
    const sighting = seen;
    if (sighting === null || closed) return;
    seen = null;
    await look(sighting);
    if (!closed) onChange();
    await run();
  }

  const begin = (): void => {
    if (!started || closed || seen === null || running !== null || rest !== null) return;
    const began = deps.clock.now();
    running = run()
      .catch(async (error: unknown) => {
        deps.onFailure(String(error));
        // What was known may be wrong by now, and what is unknown is not shown as clear.
        overlaps = new Map();
        await startOver();
        if (!closed) onChange();
      })
      .finally(() => {
        running = null;
        if (closed) return;
        const restMs = Math.max(rests.leastMs, rests.share * (deps.clock.now() - began));
        rest = deps.clock.after(restMs, () => {
          rest = null;
          begin();
        });
      });
  };

  return {
    get overlaps() {
      return overlaps;
    },
    start() {
      started = true;
      begin();
    },
    see(sighting) {
      for (const path of sighting.touched) touched.add(path);
      seen = sighting;
      begin();
    },
    async settled() {
      rest?.dispose();
      rest = null;
      begin();
      await running;
    },
    async close() {
      closed = true;
      rest?.dispose();
      await running;
      await startOver();
    },
  };
}

/** Nobody watches a checkout that is not MAM's: what is dirty may be something else by now. */
const mayHaveChanged = ({ dirty }: Sighting, path: string): boolean => dirty.get(path)?.length !== 0;

const forecastOf = (answer: Awaited<ReturnType<WorkComparison['forecast']>>[number] | undefined): MergeForecast => {
  if (answer === undefined) throw new Error('a pair without a forecast');
  if (!answer.ok) return { kind: 'unknown', why: answer.error };
  return answer.value.clean ? { kind: 'clean' } : { kind: 'conflict', files: answer.value.conflicts };
};
