import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { laterThan } from '../../../../src/base/clock.ts';
import { openAttempt } from '../../../../src/core/delegation/attempts.ts';
import { missingFor } from '../../../../src/core/delegation/completion.ts';
import { judge, nextJudgement } from '../../../../src/core/delegation/judge.ts';
import type { DomainEvent, Recorded } from '../../../../src/core/event.ts';
import { fold } from '../../../../src/core/evolve.ts';
import type { JobSignal } from '../../../../src/core/job/types.ts';
import { shared } from '../../../../src/core/lease/shared.ts';
import type { State } from '../../../../src/core/state.ts';
import { host, type CoreWorld } from '../../../builders/core.ts';
import { actDelegated, delegatedActions, type DelegatedAction } from '../../../builders/delegatedActions.ts';
import { DelegatedWorld } from '../../../builders/delegatedWorld.ts';

type Of<T extends DomainEvent['type']> = Extract<DomainEvent, { type: T }>;

type Story = readonly [start: 'submitted' | 'started' | 'nearlyDone', actions: readonly DelegatedAction[]];

/** Stories begin where something can happen, with two sessions that wait: before a prompt, in the middle, or close to the end. */
const tell = ([start, actions]: Story, each: (world: CoreWorld) => void = () => undefined): CoreWorld => {
  const world = new DelegatedWorld().session('s2');
  if (start === 'submitted') world.session().submit('1');
  else world.started('1');
  if (start === 'nearlyDone') {
    world.report({}, '1');
    world.see('hook', { kind: 'idle' });
  }
  each(world);
  for (const action of actions) {
    actDelegated(world, action);
    each(world);
  }
  return world;
};

const story: fc.Arbitrary<Story> = fc.tuple(
  fc.constantFrom('submitted', 'started', 'nearlyDone'),
  fc.array(delegatedActions, { minLength: 5, maxLength: 60, size: 'max' }),
);
const clocks = (world: CoreWorld) => ({ at: world.at, awakeMs: world.awakeMs });

function assertState(state: State): void {
  for (const job of Object.values(state.delegations)) {
    const open = job.attempts.filter(({ ended }) => ended === null);
    assert.equal(open.length, job.status === 'running' ? 1 : 0, `${job.id} is ${job.status}`);
    assert.deepEqual(
      job.attempts.map(({ attempt }) => attempt),
      [...new Set(job.attempts.map(({ attempt }) => attempt))].toSorted((a, b) => a - b),
    );
    const owner = state.agentSessions[job.session];
    if (open.length > 0) assert.equal(owner?.job, job.id, 'an open attempt is what its session works on');
  }
  const atWork = Object.values(state.delegations).filter((job) => job.status === 'running');
  for (const [i, a] of atWork.entries())
    for (const b of atWork.slice(i + 1)) assert.deepEqual(shared(a.claims, b.claims), [], 'two write one file');
  for (const session of Object.values(state.agentSessions))
    if (session.job !== null)
      assert.ok(openAttempt(state.delegations[session.job]!), 'a session works on what is open');
}

const about = (event: DomainEvent, { job, attempt }: { readonly job: string; readonly attempt: number }): boolean =>
  'job' in event && event.job === job && 'attempt' in event && event.attempt === attempt;

/** What the log says of an end as done, by rules of its own that know nothing of the predicate. */
function assertDone(before: readonly Recorded[], end: Of<'attemptEnded'>, awakeMs: number): void {
  const events = before.map(({ event }) => event);
  const own = events.filter((event) => about(event, end));
  const job = events
    .filter((event) => event.type === 'jobSubmitted')
    .findLast(({ job: { id } }) => id === end.job)?.job;
  assert.ok(job);
  const signals = own.filter((event) => event.type === 'attemptSignalled');
  const report = own.findLast((event) => event.type === 'reportSighted')?.report;
  const begun = own.find((event) => event.type === 'attemptBegun');
  assert.ok(begun && report, 'done without a report');
  assert.equal(end.report, report.sha256);
  if (job.kind === 'review') assert.notEqual(report.verdict, null, 'done without a verdict');
  if (end.by === 'agent') {
    assert.ok(
      signals.some(({ kind }) => kind === 'completed'),
      'done by a word that was not said',
    );
    return;
  }
  assert.equal(end.by, 'watcher');
  assert.equal(job.outside, false);
  assert.ok(own.some(({ type }) => type === 'promptDelivered'));
  assert.ok(signals.length > 0 && signals.every(({ kind }) => kind !== 'error'));
  assert.ok(
    signals.every(({ awake }) => awake + 15_000 <= awakeMs),
    'done within 15 s of a word',
  );
  assert.ok(report.manifest || report.sinceAwake + 15_000 <= awakeMs, 'done by a report that may still be written');
  const since = events.findLastIndex((event) => event.type === 'promptSending' && about(event, end));
  const sights = events
    .slice(Math.max(0, since))
    .filter((event) => event.type === 'agentSessionSeen')
    .filter(({ session, generation }) => session === begun.session && generation === begun.generation)
    .map(({ sight }) => sight);
  assert.ok(
    sights.some(({ activity, source }) => activity.kind === 'idle' && source !== 'screen' && source !== 'process'),
  );
  assert.ok(
    sights.every(({ awake }) => awake + 15_000 <= awakeMs),
    'done within 15 s of a sight',
  );
  const started = events.filter((event) => event.type === 'agentSessionStarted' && event.session === begun.session);
  assert.equal(started.length, begun.generation, 'done by a process that was replaced');
}

function assertLog(log: readonly Recorded[], awake: ReadonlyMap<number, number>): void {
  const ends = new Set<string>();
  for (const [i, { event, seq }] of log.entries()) {
    if (event.type === 'attemptEnded') {
      const key = `${event.job}/${event.attempt}`;
      assert.ok(!ends.has(key), `${key} ended twice`);
      ends.add(key);
      if (event.status === 'completed' && event.by !== 'person')
        assertDone(log.slice(0, i), event, awake.get(seq) ?? 0);
    }
    if (event.type === 'promptSending') {
      const typed = log.slice(0, i).map((one) => one.event);
      const before = typed.filter((one) => one.type === 'promptSending' && about(one, event));
      assert.ok(before.length < 2, 'typed three times');
      const last = typed.findLastIndex((one) => one.type === 'promptSending' && about(one, event));
      const taken = typed.slice(last + 1).some(({ type }) => type === 'effectStarted');
      if (last >= 0) assert.ok(!taken, 'typed again by somebody else');
    }
  }
}

describe('delegated jobs under any sequence of commands', () => {
  it('have one open attempt each, one job a session, end once, and are done only where the log shows it', () => {
    fc.assert(
      fc.property(story, (actions) => {
        const awake = new Map<number, number>();
        let seen = 0;
        const world = tell(actions, (now) => {
          assertState(now.state);
          for (const { seq } of now.log.slice(seen)) awake.set(seq, now.awakeMs);
          seen = now.log.length;
        });
        assertLog(world.log, awake);
      }),
      { numRuns: 1500 },
    );
  });

  it('fold to the same state from the log, and from the middle of it', () => {
    fc.assert(
      fc.property(story, fc.nat(), (actions, at) => {
        const world = tell(actions);
        assert.deepEqual(fold(world.log), world.state);
        const cut = at % world.log.length;
        const middle: State = JSON.parse(JSON.stringify(fold(world.log.slice(0, cut))));
        assert.deepEqual(fold(world.log.slice(cut), middle), world.state);
      }),
      { numRuns: 200 },
    );
  });

  it('are judged by nobody before the moment that is named, and then', () => {
    fc.assert(
      fc.property(
        story,
        fc.boolean(),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (actions, auto, part) => {
          const world = tell(actions);
          const modes = auto ? { codex: 'auto' as const } : {};
          const now = clocks(world);
          const next = nextJudgement(world.state, modes, now);
          const later = (ms: number) => ({ at: laterThan(now.at, ms), awakeMs: now.awakeMs + ms });
          if (next === now.awakeMs) assert.notDeepEqual(judge(world.state, modes, now), []);
          else {
            const before = Math.floor(((next ?? now.awakeMs + 1_500_000) - now.awakeMs - 1) * part);
            assert.deepEqual(judge(world.state, modes, later(before)), []);
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it('change nothing when the same word, report or sight comes twice', () => {
    fc.assert(
      fc.property(story, delegatedActions, ([start, actions], action) => {
        if (action.type !== 'command') return;
        const { command } = action;
        if (command.type !== 'signalAttempt' && command.type !== 'sightReport' && command.type !== 'confirmPrompt')
          return;
        const world = tell([start, [...actions, action]]);
        const { seq } = world.state;
        actDelegated(world, action);
        assert.equal(world.state.seq, seq);
      }),
      { numRuns: 1000 },
    );
  });

  it('say what they are short of exactly where they are not judged as done', () => {
    fc.assert(
      fc.property(story, (actions) => {
        const world = tell(actions);
        world.awakeMs += 16_000;
        const now = clocks(world);
        const done = judge(world.state, { codex: 'auto' }, now).filter(
          (event) => event.type === 'attemptEnded' && event.status === 'completed',
        );
        for (const job of Object.values(world.state.delegations)) {
          if (job.status !== 'running') continue;
          const isDone = done.some((event) => 'job' in event && event.job === job.id);
          assert.equal(missingFor(world.state, job, now).length === 0, isDone, job.id);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('the words of one agent', () => {
  const kinds = fc.array(fc.constantFrom<JobSignal>('started', 'progress', 'permission_required'), { maxLength: 6 });

  it('come to the same in whatever order, and however often, they come', () => {
    const words = fc
      .tuple(kinds, fc.constantFrom<JobSignal | null>('completed', 'error', null))
      .map(([some, last]) => (last ? [...some, last] : some).map((kind, i) => ({ kind, seq: i + 1 })))
      .filter(({ length }) => length > 0);
    const shuffled = words.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray([...all, ...all], { minLength: 2 * all.length })),
    );
    fc.assert(
      fc.property(shuffled, ([inOrder, mixed]) => {
        const come = (order: typeof inOrder) => {
          const world = new DelegatedWorld().session().submit().deliver();
          world.report();
          for (const { kind, seq } of order) world.say(kind, '', { seq });
          const { ended, permission, lastSeq, signal, contradictions } = world.attempt();
          return [world.status(), ended?.by, permission !== null, lastSeq, signal?.kind, contradictions];
        };
        assert.deepEqual(come(mixed), come(inOrder));
      }),
      { numRuns: 300 },
    );
  });

  it('never move an attempt back that has ended', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            kind: fc.constantFrom<JobSignal>('started', 'progress', 'permission_required', 'completed', 'error'),
            seq: fc.integer({ min: 1, max: 30 }),
          }),
        ),
        (words) => {
          const world = new DelegatedWorld().started();
          world.must({ type: 'endJob', job: 'j1', status: 'completed', reason: '' });
          const { signal, permission, ended } = world.attempt();
          for (const { kind, seq } of words) world.say(kind, '', { seq });
          const now = world.attempt();
          assert.deepEqual(
            [world.status(), now.signal, now.permission, now.ended],
            ['completed', signal, permission, ended],
          );
          world.must({ type: 'judgeJobs', modes: { codex: 'auto' } }, host);
          assert.equal(world.status(), 'completed');
        },
      ),
    );
  });
});
