import type { Activity, Source } from '../../src/core/agentSession/types.ts';
import type { JobSignal } from '../../src/core/job/types.ts';
import type { Random } from './random.ts';
import type { News, Untimed } from './scheduleNews.ts';

/** Milliseconds of a second. */
export const s = 1000;
/** Sights arrive within this time. */
export const mostLagMs = 4 * s;

const profiles: readonly [readonly Source[], ...(readonly Source[])[]] = [
  ['hook', 'process'],
  ['hook', 'transcript', 'process'],
  ['transcript', 'process'],
  ['watcher', 'process'],
  ['hook', 'watcher', 'process', 'screen'],
];

/** An agent that does what it is told to, and what of it reaches MAM, and when. */
export class SimulatedAgent {
  protected readonly random: Random;
  protected readonly news: News[] = [];
  protected readonly sources: readonly Source[];
  protected readonly review: boolean;
  protected readonly outside: boolean;
  protected readonly artifact: boolean;
  protected readonly own: number;
  protected now = 5 * s;
  protected attempt = 1;
  protected generation = 1;
  protected seq = 0;
  protected sha = 0;
  protected downUntil = 0;

  constructor(random: Random) {
    this.random = random;
    this.sources = random.pick(profiles);
    this.review = random.chance(0.2);
    this.outside = random.chance(0.05);
    this.own = random.int(0, 2);
    this.artifact = random.chance(0.3);
  }

  /** What it is to leave beside its report is there, or is gone again. */
  protected file(there: boolean): void {
    if (this.artifact) this.add({ kind: 'artifact', attempt: this.attempt, there }, this.random.int(0, 800));
  }

  /** Sources that tell what the agent itself does. */
  protected get tellers(): readonly Source[] {
    return this.sources.filter((source) => source !== 'process' && source !== 'screen');
  }

  protected get lookers(): readonly Source[] {
    return this.sources.filter((source) => source === 'process' || source === 'watcher');
  }

  protected does(activity: Activity): void {
    for (const source of this.tellers) this.see(source, activity);
  }

  /** Of one source nothing overtakes what it saw before. */
  protected see(source: Source, activity: Activity, lag = this.random.int(0, mostLagMs)): void {
    const before = this.news.findLast((one) => one.kind === 'sight' && one.source === source)?.at ?? 0;
    this.add({ kind: 'sight', generation: this.generation, source, activity }, Math.max(lag, before - this.now));
  }

  /** A word may come late, twice or after those that follow it; the one that decides is there soon. */
  protected word(word: JobSignal, delay?: number): void {
    const isLast = word === 'completed' || word === 'error';
    const one = { kind: 'word', attempt: this.attempt, seq: ++this.seq, word } as const;
    const isLate = !isLast && word !== 'started' && this.random.chance(0.15);
    this.add(one, delay ?? (isLate ? this.random.int(1, 90) * s : this.random.int(0, 500)));
    if (this.random.chance(0.2)) this.add(one, (delay ?? 500) + this.random.int(0, 90) * s);
  }

  protected report(manifest: boolean, sha: number): void {
    this.add(
      { kind: 'report', attempt: this.attempt, sha: `sha${sha}`, manifest, verdict: this.review },
      this.random.int(0, 800),
    );
  }

  protected pass(least: number, most: number): void {
    this.now += this.random.int(least * s, most * s);
  }

  protected add(news: Untimed, lag = 0): void {
    this.news.push({ ...news, at: this.now + lag });
  }
}
