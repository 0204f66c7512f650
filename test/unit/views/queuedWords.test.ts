import assert from 'node:assert/strict';
import { boardView } from '../../../src/app/views/board.ts';
import { queuedWords } from '../../../src/app/views/queuedWords.ts';
import { beginnable } from '../../../src/core/autoLoop/nextUp.ts';
import { isActive } from '../../../src/core/loop/phases.ts';
import type { Task } from '../../../src/core/task/types.ts';
import { CoreWorld, taskOf } from '../../builders/core.ts';
import { tickLease } from '../../builders/leases.ts';
import { reader } from '../../builders/scene.ts';

const ids = (n: number): string => `T-2026-00${String(n).padStart(2, '0')}`;
const task = (n: number, changes: Partial<Task> = {}): Task => taskOf(ids(n), changes);
const guards = { target: null, maxBlockers: 3, maxMs: 0 };
const serial = { queueLanes: { serialWords: ['deploy'], surfaces: [] } } as const;

/** A loop with one task at work on src/a.ts, and one of each kind that waits. */
function waitingWorld(): CoreWorld {
  const world = new CoreWorld();
  world.append([{ type: 'leaseClaimed', lease: tickLease({ task: ids(99), claims: ['held.ts'] }) }]);
  return world.start(
    [
      task(1, { priority: 0, claims: ['src/a.ts'] }),
      task(2, { priority: 1, claims: ['src/a.ts', 'src/b.ts'] }),
      task(3, { priority: 2, claims: ['src/b.ts'] }),
      task(4, { priority: 3, claims: ['held.ts'] }),
      task(5, { priority: 4, dependsOn: [ids(1)] }),
      task(6, { priority: 4, dependsOn: [ids(7)] }),
      task(7, { priority: 4, dependsOn: [ids(6)] }),
      task(8, { priority: 4, dependsOn: [ids(88)] }),
      task(9, { priority: 5 }),
      task(10, { status: 'backlog', dependsOn: [ids(88)] }),
    ],
    { limit: null, pool: 1, guards },
  );
}

describe('what a task of the queue waits for', () => {
  it('is said of each that could be begun and isn’t, on its card and as a sentence', () => {
    const { state } = waitingWorld();
    const words = queuedWords(reader(), state);
    assert.deepEqual(
      state.queue.tasks.map((one) => words(one)?.short ?? null),
      [
        null,
        `waits for files of ${ids(1)}`,
        `waits for ${ids(2)}`,
        `waits for files of ${ids(99)}`,
        `waits for ${ids(1)}`,
        'depends on itself',
        'depends on itself',
        `depends on ${ids(88)}, which is missing`,
        null,
        null,
      ],
    );
    assert.equal(words(state.queue.tasks[1]!)?.full, `${ids(2)} waits for ${ids(1)}, which is at work on src/a.ts.`);
    const cards = boardView(reader(), state).flatMap((column) => column.cards);
    assert.equal(cards.find((card) => card.id === ids(2))?.mark.words, `P1 · waits for files of ${ids(1)}`);
    assert.equal(cards.find((card) => card.id === ids(9))?.mark.words, 'P5');
  });

  it('names the agent that gets no job, where nothing else is in the way', () => {
    const world = waitingWorld();
    const writer = Object.values(world.state.loops)[0]!.options.agents['implementer'] ?? '';
    const limits = { [writer]: { since: world.at, until: null, trial: null, isSpent: false } };
    const state = { ...world.state, limits };
    const words = queuedWords(reader(), state);
    assert.equal(words(state.queue.tasks[8]!)?.full, `${writer} limited, until nobody knows when`);
    assert.equal(words(state.queue.tasks[2]!)?.short, `waits for ${ids(2)}`);
  });

  it('says that only one serial task is at work, and nothing once the loop begins no more', () => {
    const world = new CoreWorld().start([task(1, { title: 'Deploy it' }), task(2, { title: 'Deploy that' })], {
      limit: null,
      pool: 2,
      guards,
      ...serial,
    });
    const said = () => queuedWords(reader(), world.state)(world.state.queue.tasks[1]!)?.full ?? null;
    assert.equal(said(), `${ids(2)} waits for ${ids(1)}: of tasks that are serial-gated one at most is at work.`);
    world.do({ type: 'finishLoop' });
    assert.equal(said(), null);
  });

  it('is never said of what the loop would begin with more room', () => {
    const { state } = waitingWorld();
    const loop = Object.values(state.loops)[0]!;
    const flying = Object.values(state.runs).filter(isActive);
    const free = [...beginnable(state, loop, flying)].filter(({ refusal }) => refusal === null).map((one) => one.task);
    assert.deepEqual(
      free.map((one) => queuedWords(reader(), state)(one)),
      free.map(() => null),
    );
    assert.deepEqual(
      free.map(({ id }) => id),
      [ids(9)],
    );
  });
});
