import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { nextMove, type Guards, type Standing } from '../../../../src/core/autoLoop/nextMove.ts';
import { aProblem } from '../../../builders/core.ts';

const standing: Standing = {
  completed: 0,
  streak: 0,
  blockedBy: null,
  held: null,
  retrying: 0,
  merging: 0,
  hasRetry: false,
  isOutOfTries: false,
  inFlight: 0,
  pool: 2,
  hasNext: true,
  awakeMs: 0,
  isHalted: false,
};
const none: Guards = { target: null, maxBlockers: null, maxMs: 0 };

describe('what a loop does next', () => {
  const rows: readonly (readonly [name: string, now: Partial<Standing>, guards: Partial<Guards>, move: string])[] = [
    ['begins the first task', {}, {}, 'claim'],
    ['begins another beside it', { inFlight: 1 }, {}, 'claim'],
    ['waits while the pool is full', { inFlight: 2 }, {}, 'wait'],
    ['waits for what is in flight where nothing else can be begun', { inFlight: 1, hasNext: false }, {}, 'wait'],
    ['ends with the queue', { hasNext: false }, {}, 'end'],
    ['ends with the queue, whatever failed last', { hasNext: false, streak: 9 }, { maxBlockers: 3 }, 'end'],
    ['ends at its target', { completed: 2 }, { target: 2 }, 'end'],
    [
      'ends at its target although the last tasks failed',
      { completed: 2, streak: 9 },
      { target: 2, maxBlockers: 3 },
      'end',
    ],
    ['waits at its target for what is in flight', { completed: 2, inFlight: 1 }, { target: 2 }, 'wait'],
    ['begins no more than its target needs', { completed: 1, inFlight: 1 }, { target: 2 }, 'wait'],
    ['begins another once one in flight was deferred', { completed: 1, streak: 1 }, { target: 2 }, 'claim'],
    ['goes on below its guard', { streak: 2 }, { maxBlockers: 3 }, 'claim'],
    ['is ended by tasks in a row', { streak: 3 }, { maxBlockers: 3 }, 'halt'],
    ['is ended by them beside others in flight', { streak: 3, inFlight: 1 }, { maxBlockers: 3 }, 'halt'],
    ['is ended by the first where none may fail', { streak: 1 }, { maxBlockers: 0 }, 'halt'],
    ['is not ended before any where none may fail', {}, { maxBlockers: 0 }, 'claim'],
    ['is ended by a task that only a person can help', { blockedBy: 'T' }, { stopsBlocked: true }, 'halt'],
    ['goes on past it to the end of its queue', { blockedBy: 'T' }, {}, 'claim'],
    [
      'ends by itself where nothing was to follow it',
      { blockedBy: 'T', hasNext: false },
      { stopsBlocked: true },
      'end',
    ],
    ['is ended once it has begun all its tries', { isOutOfTries: true }, { maxAttempts: 4 }, 'halt'],
    [
      'lets a last try come to its end',
      { isOutOfTries: true, inFlight: 1, hasNext: false },
      { maxAttempts: 4 },
      'wait',
    ],
    ['waits for an agent that can be waited for', { held: 'wait' }, {}, 'wait'],
    ['is ended by the clock while it waits for one', { held: 'wait', awakeMs: 600_000 }, { maxMs: 600_000 }, 'halt'],
    ['ends by itself where no task waits for the agent', { held: 'wait', hasNext: false }, {}, 'end'],
    ['is ended by an agent that only a person can help', { held: aProblem }, {}, 'halt'],
    ['lets what is in flight end before that', { held: aProblem, inFlight: 1 }, {}, 'wait'],
    ['waits for a further try that is not due', { retrying: 1, hasNext: false }, {}, 'wait'],
    ['waits for what is merged onto a base that moved', { merging: 1, hasNext: false }, {}, 'wait'],
    ['waits for it past a guard', { merging: 1, isHalted: true }, {}, 'wait'],
    ['begins one that is', { retrying: 1, hasRetry: true, hasNext: false }, {}, 'retry'],
    ['begins what nobody has tried first', { retrying: 1, hasRetry: true }, {}, 'claim'],
    ['begins none beside a full pool', { retrying: 1, hasRetry: true, inFlight: 2, hasNext: false }, {}, 'wait'],
    ['begins none past its target', { retrying: 1, hasRetry: true, completed: 2, inFlight: 1 }, { target: 2 }, 'wait'],
    [
      'is ended by the clock while one waits',
      { retrying: 1, hasNext: false, awakeMs: 600_000 },
      { maxMs: 600_000 },
      'halt',
    ],
    ['goes on to the last moment', { awakeMs: 599_999 }, { maxMs: 600_000 }, 'claim'],
    ['is ended by the clock', { awakeMs: 600_000 }, { maxMs: 600_000 }, 'halt'],
    ['is ended by the clock while the pool is full', { awakeMs: 600_000, inFlight: 2 }, { maxMs: 600_000 }, 'halt'],
    ['is ended by no clock that there is not', { awakeMs: 9e9 }, {}, 'claim'],
    ['once ended waits for what is in flight', { isHalted: true, inFlight: 1 }, {}, 'wait'],
    ['once ended ends', { isHalted: true }, {}, 'end'],
  ];
  for (const [name, now, guards, move] of rows)
    it(name, () => assert.equal(nextMove({ ...standing, ...now }, { ...none, ...guards }).kind, move));

  const counts = fc.record({
    completed: fc.nat(6),
    streak: fc.nat(6),
    blockedBy: fc.constantFrom(null, 'T-2026-0001'),
    retrying: fc.nat(2),
    merging: fc.nat(2),
    hasRetry: fc.boolean(),
    held: fc.constantFrom(null, 'wait' as const, aProblem),
    inFlight: fc.nat(6),
    pool: fc.integer({ min: 1, max: 4 }),
    isOutOfTries: fc.boolean(),
    hasNext: fc.boolean(),
    awakeMs: fc.nat(2000),
    isHalted: fc.boolean(),
  });
  const guards = fc.record({
    target: fc.option(fc.nat(6)),
    maxBlockers: fc.option(fc.nat(4)),
    maxMs: fc.constantFrom(0, 1000),
    stops: fc.boolean(),
  });

  it('never claims past a guard, a target, the pool or the queue, and never ends with something in flight', () =>
    fc.assert(
      fc.property(counts, guards, (now, { stops, ...given }) => {
        const limits: Guards = { ...given, ...(stops ? { stopsBlocked: true } : {}) };
        const { kind } = nextMove(now, limits);
        if (kind === 'end') assert.deepEqual([now.inFlight, now.retrying], [0, 0]);
        if (kind !== 'claim' && kind !== 'retry') return;
        assert.ok(kind === 'claim' ? now.hasNext : now.hasRetry && !now.hasNext);
        assert.ok(kind !== 'claim' || !now.isOutOfTries);
        assert.equal(now.held, null);
        assert.ok(!stops || now.blockedBy === null);
        assert.ok(!now.isHalted && now.inFlight < now.pool);
        assert.ok(limits.target === null || now.completed + now.inFlight < limits.target);
        assert.ok(limits.maxBlockers === null || now.streak < Math.max(limits.maxBlockers, 1));
        assert.ok(limits.maxMs === 0 || now.awakeMs < limits.maxMs);
      }),
    ));
});
