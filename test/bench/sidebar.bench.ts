import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { ok } from '../../src/base/result.ts';
import { Emitter } from '../../src/base/event.ts';
import type { Recorded, DomainEvent } from '../../src/core/event.ts';
import { fold } from '../../src/core/evolve.ts';
import type { State } from '../../src/core/state.ts';
import type { App } from '../../src/app/app.ts';
import type { OpenedEngine } from '../../src/vscode/engine.ts';
import type { Interactions } from '../../src/vscode/interactions.ts';
import { median, quantile, type Bench, type Row } from './bench.ts';
import { history } from './history.ts';
import { elsewhere, runningJob } from './waitingJob.ts';

const sessions = 1000;
const changes = 200;
/** Events of loops before: some hundred runs of 400 tasks. */
const past = 20_000;

/** Whatever is asked to happen later happens when the bench says so, in its own time. */
function takeTimers(): { run: () => void; give: () => void } {
  const real = globalThis.setTimeout;
  let waiting: (() => void)[] = [];
  const later = (task: () => void, ms?: number): object => {
    if ((ms ?? 0) < 1000) waiting.push(task);
    return {};
  };
  Object.assign(globalThis, { setTimeout: later });
  return {
    run: () => {
      while (waiting.length > 0) {
        const now = waiting;
        waiting = [];
        for (const task of now) task();
      }
    },
    give: () => void Object.assign(globalThis, { setTimeout: real }),
  };
}

const at = new Date(Date.now() - 600_000).toISOString();

const seen = (n: number, order: number): DomainEvent => ({
  type: 'agentSessionSeen',
  session: `s-job-${n}`,
  generation: 1,
  sight: {
    source: 'hook',
    // Each time another one, so that each change is to be seen.
    activity: { kind: 'limited', until: new Date(Date.UTC(2030, 0, 1, 0, order)).toISOString() },
    at,
    seenAt: at,
    awake: 0,
    order,
  },
});

const record = (state: State, event: DomainEvent, when = at): Recorded => ({
  seq: state.seq + 1,
  at: when,
  actor: 'host:bench',
  event,
});

/** A repository with a long history, in which a thousand agents are at work. */
function manySessions(): State {
  const before = fold(history(past));
  const events = Array.from({ length: sessions }, (_, n) => runningJob(`job-${n}`, elsewhere)).flat();
  const log = events.map((event, i) => ({ ...record(before, event), seq: before.seq + 1 + i }));
  return fold(log, before);
}

const sidebar: Bench = {
  name: 'sidebar',
  async run(): Promise<readonly Row[]> {
    const api = pathToFileURL(join(import.meta.dirname, 'editorApi.cjs')).href;
    const hooks = registerHooks({
      resolve: (name, context, next) => (name === 'vscode' ? { url: api, shortCircuit: true } : next(name, context)),
    });
    const { createEngineLink } = await import('../../src/vscode/engineLink.ts');
    const { createTrees } = await import('../../src/vscode/views/trees.ts');
    const { createStatusBar } = await import('../../src/vscode/statusBar.ts');
    const { drawn }: { readonly drawn: { items: number } } = await import(api);
    hooks.deregister();

    const changed = new Emitter<State>();
    let state = manySessions();
    const app: App = Object.create({
      get state() {
        return state;
      },
      onDidChange: changed.event,
      problem: null,
      role: 'owner',
      owner: null,
      facts: { controlRoot: '/repo', sourceRoot: '/repo' },
      worktrees: new Map(),
      overlaps: null,
      queueAdvice: { recommendations: () => [], laneOf: () => ({ lane: 'parallel-safe' }) },
      awakeMs: () => 600_000,
      progress: () => null,
      showWorktrees: () => Promise.resolve(),
      close: () => Promise.resolve(),
    });
    const none = { onDidChange: new Emitter<void>().event };
    const interactions: Interactions = Object.create({
      terminals: { ...none, all: [] },
      doctor: { ...none, looking: false, findings: [] },
      news: { look: () => undefined },
      sample: null,
      dispose: () => undefined,
    });
    const engine: OpenedEngine = Object.create({ app, interactions });
    const timers = takeTimers();
    try {
      const link = createEngineLink(async () => ok(engine));
      const trees = createTrees(link);
      const bar = createStatusBar(link);
      await link.need();
      timers.run();
      const times: number[] = [];
      const spent: number[] = [];
      const counts: number[] = [];
      for (let i = 0; i < changes + 20; i += 1) {
        const event = record(state, seen((i * 7) % sessions, 2 + i), new Date().toISOString());
        drawn.items = 0;
        const [cpu, start] = [process.cpuUsage(), performance.now()];
        state = fold([event], state);
        changed.fire(state);
        timers.run();
        // What the program compiles at first is no change.
        if (i < 20) continue;
        times.push(performance.now() - start);
        const { user, system } = process.cpuUsage(cpu);
        spent.push((user + system) / 1000);
        counts.push(drawn.items);
      }
      trees.dispose();
      bar.dispose();
      await link.close();
      const mean = spent.reduce((sum, ms) => sum + ms, 0) / spent.length;
      return [
        { label: '1,000 sessions, one changes: from the event to its rows, p50', value: median(times), unit: 'ms' },
        { label: 'the same, p95', value: quantile(times, 0.95), unit: 'ms' },
        { label: 'processor time of that, p50', value: median(spent), unit: 'ms', bar: 16 },
        { label: 'the same, mean', value: mean, unit: 'ms', bar: 16 },
        { label: 'rows drawn again for it, p50', value: median(counts), unit: 'count', bar: 1 },
      ];
    } finally {
      timers.give();
    }
  },
};

export const benches: readonly Bench[] = [sidebar];
