import assert from 'node:assert/strict';
import { isoSeconds } from '../../src/base/clock.ts';
import { problem } from '../../src/base/problem.ts';
import { err } from '../../src/base/result.ts';
import type { CheckRun } from '../../src/app/ports/commands.ts';
import type { Ports } from '../../src/app/ports.ts';
import { isActive } from '../../src/core/loop/phases.ts';
import type { Run } from '../../src/core/loop/types.ts';
import { failed, interrupted, reported, type Play } from '../fakes/fakeLanes.ts';
import { settle } from '../fakes/manualClock.ts';
import { createMemoryDatabase, createMemoryStore } from '../fakes/memoryStore.ts';
import { createHarness, type Harness } from './appHarness.ts';
import { createMortalHost, type MortalHost } from './mortalHost.ts';
import { queueText } from './queueText.ts';
import { Random } from './random.ts';

/** What becomes of a task, whenever it is worked on and whatever is worked on beside it. */
const fates = [
  'good',
  'notStarted',
  'crashes',
  'timesOut',
  'noReport',
  'neverEnds',
  'noVerdict',
  'repaired',
  'rejected',
  'outside',
  'secret',
  'checkFails',
  'asks',
  'held',
  'noCommit',
  'noWorktree',
  'diskFull',
] as const;
export type Fate = (typeof fates)[number] | 'limited';

const count = 50;
export const tasks = Array.from({ length: count }, (_, n) => `T-2026-${String(n + 1).padStart(4, '0')}`);
/** A limit is an account's: a second task that met one would meet the same. */
export const fateOf = (task: string): Fate => {
  const n = tasks.indexOf(task);
  return n === count - 1 ? 'limited' : (fates[n % fates.length] ?? 'good');
};

const fileOf = (task: string): string => `src/${task}.txt`;
/** One that wants files which another keeps, since that one waits for a person, comes after it. */
const claimsOf = (task: string): string =>
  fateOf(task) === 'held' ? `${fileOf(task)}, ${fileOf(tasks[0] ?? '')}` : fileOf(task);

const queue = queueText(
  ...tasks.map((id) => ({
    id,
    priority: fateOf(id) === 'held' ? 'P3' : fateOf(id) === 'good' ? 'P0' : 'P2',
    claims: claimsOf(id),
    checks: fateOf(id) === 'asks' ? ['unheard-of check'] : ['npm test'],
  })),
);

const taskIn = (text: string): string => /T-\d{4}-\d{4}/.exec(text)?.[0] ?? '';
const fullDisk = () => err(problem('disk.full', 'There is no room.'));
/** What git says, as its adapter tells it. */
const gitSays = () => err(problem('git.failed', 'git could not {action}: {reason}', { action: 'work', reason: 'no' }));

/** Why the writer of a task failed, of those that do. */
const failures: Readonly<Partial<Record<Fate, string>>> = {
  notStarted: 'lane.spawnFailed',
  crashes: 'lane.failed',
  timesOut: 'lane.timeout',
  noReport: 'lane.noReport',
};

/** The world of one scripted run: what agents, checks, git and the disk do, and which of it ends next. */
class FailingWorld {
  readonly #random: Random;
  readonly #waiting: (() => void)[] = [];
  readonly #rounds = new Map<string, number>();
  readonly #once = new Set<string>();

  constructor(random: Random) {
    this.#random = random;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Lets one thing that is under way come to its end. */
  endOne(): void {
    this.#waiting.splice(this.#random.int(0, this.#waiting.length - 1), 1)[0]?.();
  }

  #takeTime(): Promise<void> {
    return new Promise((resolve) => void this.#waiting.push(resolve));
  }

  #first(key: string): boolean {
    const isFirst = !this.#once.has(key);
    this.#once.add(key);
    return isFirst;
  }

  play =
    (git: Harness['git'], now: () => number): Play =>
    async (spec) => {
      await this.#takeTime();
      const task = taskIn(spec.cwd);
      const fate = fateOf(task);
      if (spec.access === 'read') return this.#review(task, fate);
      if (fate === 'neverEnds') return interrupted();
      if (fate === 'limited' && this.#first(`limit ${task}`))
        return { kind: 'limited', problem: problem('lane.limited', 'L.'), until: isoSeconds(now() + 300_000) };
      const code = failures[fate];
      if (code !== undefined) return failed(code);
      const text =
        fate === 'secret' ? 'key = "AKIAIOSFODNN7EXAMPLE"\nghp_0123456789abcdefghijABCDEFGHIJ012345\n' : 'new\n';
      const round = (this.#rounds.get(task) ?? 0) + 1;
      this.#rounds.set(task, round);
      git.files(spec.cwd).set(fate === 'outside' ? `other/${task}.txt` : fileOf(task), `${round} ${text}`);
      return reported('Done.');
    };

  #review(task: string, fate: Fate): ReturnType<typeof reported> {
    const isFirstRound = (this.#rounds.get(task) ?? 0) < 2;
    if (fate === 'noVerdict') return reported('Looks fine to me.');
    if (fate === 'rejected' || (fate === 'repaired' && isFirstRound))
      return reported('- [major] It is wrong.\n\n[VERDICT: NOT PASS]');
    return reported('Right.\n\n[VERDICT: PASS]');
  }

  async #check(task: string): Promise<CheckRun> {
    await this.#takeTime();
    const exitCode = fateOf(task) === 'checkFails' ? 1 : 0;
    return { exitCode, timedOut: false, tail: 'told', durationMs: 5, problem: null };
  }

  /** What git, the disk and the commands of these ports come to. */
  wrap = (ports: Ports): Ports => ({
    ...ports,
    // There is no room for the contract files either; what a loop does is made from the log alone.
    store: new Proxy(ports.store, {
      get: (store, name) => (name === 'hashAt' ? async () => fullDisk() : Reflect.get(store, name)),
    }),
    commands: { run: (spec) => this.#check(taskIn(spec.cwd)) },
    files: {
      ...ports.files,
      write: async (path, text) =>
        path.endsWith('/brief.md') && fateOf(taskIn(text)) === 'diskFull' ? fullDisk() : ports.files.write(path, text),
    },
    git: {
      ...ports.git,
      commit: async (spec) => (fateOf(taskIn(spec.branch)) === 'noCommit' ? gitSays() : ports.git.commit(spec)),
      createWorktree: async (spec) =>
        fateOf(taskIn(spec.path)) === 'noWorktree' ? gitSays() : ports.git.createWorktree(spec),
    },
  });
}

/** What is the same for a task on every seed. */
const outcomeOf = (run: Run): string =>
  [
    run.task.id,
    fateOf(run.task.id),
    run.phase,
    `round ${run.round}`,
    run.gate?.open === true ? 'open' : 'closed',
    run.ask?.kind === 'problem' ? run.ask.problem.code : (run.ask?.kind ?? 'asks nothing'),
  ].join(', ');

export interface Played {
  /** One line a task, in their order. */
  readonly outcomes: readonly string[];
  /** What the loop counted, one line a task. */
  readonly cycles: readonly string[];
  /** Tasks that were begun or counted more than once, or completed without an open gate. */
  readonly wrong: readonly string[];
  /** Lanes whose program was started twice. */
  readonly startedTwice: readonly string[];
  /** Most tasks that were at work at once. */
  readonly most: number;
  readonly ended: string;
  readonly deaths: number;
}

export interface Troubles {
  /** Hosts that die in the middle of a transaction, one after another. */
  readonly deaths: number;
  /** Times at which nothing can be recorded for a while. */
  readonly fullLogs: number;
}

/** Plays the loop to its end: what ends next is up to the seed, and so is when hosts die and the log is full. */
export async function playLoop(seed: number, pool: number, troubles: Troubles): Promise<Played> {
  const random = new Random(seed);
  const world = new FailingWorld(random);
  const database = createMemoryDatabase();
  let deaths = 0;
  let mortal: MortalHost | null = null;
  let h: Harness | null = null;
  const open = async (): Promise<Harness> => {
    const store = createMemoryStore(database);
    const before = h;
    const dies = deaths < troubles.deaths;
    let left = random.int(20, 400);
    mortal = dies
      ? createMortalHost(store, { at: random.chance(0.5) ? 'before' : 'after', when: () => --left === 0 })
      : null;
    const wrapped = mortal;
    return createHarness({
      queue,
      store,
      idPrefix: `host${deaths}-`,
      settings: { 'mam.loop.maxBlockers': 1000, 'mam.loop.breakerFailures': 0, 'mam.queue.serialWords': [] },
      play: (git) => world.play(git, () => clockOf()),
      ...(before ? { git: before.git, lanes: before.lanes, files: before.files, clock: before.clock } : {}),
      wrap: (ports) => world.wrap(wrapped?.wrap(ports) ?? ports),
    });
  };
  const clockOf = (): number => h?.clock.now() ?? 0;
  h = await open();
  void h.start({ limit: null, pool });
  let most = 0;
  let fullUntil = -1;
  let fulls = troubles.fullLogs;
  for (let step = 0; ; step++) {
    assert.ok(
      step < 50_000,
      `it does not end: ${JSON.stringify(Object.values(h.app.state.runs).map((run) => [run.task.id, run.phase]))}`,
    );
    await settle();
    if (mortal !== null && (mortal as MortalHost).isDead) {
      deaths += 1;
      h = await open();
    }
    if (fulls > 0 && fullUntil < step && random.chance(0.005)) {
      fulls -= 1;
      fullUntil = step + random.int(1, 20);
    }
    h.store.broken = step < fullUntil ? problem('store.full', 'The disk is full.') : null;
    const { loops, runs, effects } = h.app.state;
    most = Math.max(most, Object.values(runs).filter(isActive).length);
    const isOver = Object.values(loops).some((loop) => loop.state === 'ended') && Object.keys(effects).length === 0;
    if (isOver) break;
    // Things end one after another or at once; time only passes where nothing is under way.
    if (world.waiting > 0) world.endOne();
    else if (step % 3 === 0) await h.clock.advance(5000);
  }
  h.store.broken = null;
  await h.rest();
  const { runs, loops } = h.app.state;
  const all = Object.values(runs).toSorted((a, b) => (a.task.id < b.task.id ? -1 : 1));
  const [loop] = Object.values(loops);
  const told = database.rows.map(({ type, data }) => ({ type, data: JSON.parse(data) }));
  await h.app.close();
  return {
    outcomes: all.map(outcomeOf),
    cycles: (loop?.cycles ?? []).map(({ task, outcome }) => `${task} ${outcome}`).toSorted(),
    wrong: [
      ...twice(told.filter(({ type }) => type === 'runStarted').map(({ data }) => `begun ${data.task.id}`)),
      ...twice(told.filter(({ type }) => type === 'cycleSettled').map(({ data }) => `${data.task} ${data.outcome}`)),
      ...twice(told.filter(({ type }) => type === 'jobEnded').map(({ data }) => `ended ${data.job}`)),
      ...(loop?.cycles ?? []).flatMap(({ run, task, outcome }) =>
        (outcome === 'completed') === (runs[run]?.gate?.open === true) ? [] : [`${outcome} ${task}`],
      ),
    ],
    startedTwice: twice(h.lanes.started.map(({ id }) => id)),
    most,
    ended: `${loop?.state} ${loop?.outcome}`,
    deaths,
  };
}

const twice = (all: readonly string[]): readonly string[] => all.filter((one, n) => all.indexOf(one) !== n);
