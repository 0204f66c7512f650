import assert from 'node:assert/strict';
import { loopRows } from '../../../src/app/views/loopRows.ts';
import { CoreWorld, loopOptions, taskOf } from '../../builders/core.ts';
import { aSource } from '../../builders/source.ts';

const given = { title: 'Issue 20', body: 'Mend it.', checks: [] };
const rows = (world: CoreWorld) => loopRows(world.state).map(({ task, path, word }) => [task, path, word]);

function beside(world: CoreWorld, path: string): void {
  const options = loopOptions({ checksRequired: false, source: { ...aSource(), path } });
  assert.ok(world.do({ type: 'startLoop', options, claims: { '': [`${path.slice(1)}.txt`] }, given }).ok);
}

describe('the loops that a person is shown', () => {
  it('are all that work, by task and place, the oldest first', () => {
    const world = new CoreWorld();
    assert.deepEqual(rows(world), []);
    world.start([taskOf('T-2026-0001')]);
    beside(world, '/one');
    beside(world, '/two');
    assert.deepEqual(rows(world), [
      ['T-2026-0001', null, 'running'],
      ['T-0000-0001', '/one', 'running'],
      ['T-0000-0002', '/two', 'running'],
    ]);
    assert.equal(new Set(loopRows(world.state).map(({ loop }) => loop.id)).size, 3);
  });

  it('are also those that ended while something of them waits, and else the last one', () => {
    const world = new CoreWorld().start([taskOf('T-2026-0001')], { checksRequired: false });
    beside(world, '/one');
    const [loop] = Object.values(world.state.loops);
    world.do({ type: 'stopLoop', loop: loop?.id ?? '' });
    for (const effect of world.open().filter(({ run }) => world.state.runs[run ?? '']?.loop === loop?.id))
      world.settle(effect);
    assert.deepEqual(rows(world), [
      ['T-2026-0001', null, 'stopped'],
      ['T-0000-0001', '/one', 'running'],
    ]);
    const alone = new CoreWorld().start().playUntil();
    assert.deepEqual(rows(alone), [['T-2026-0001', null, 'completed']]);
    const run = alone.run();
    alone.do({ type: 'approve', run: run.id, head: run.change?.head ?? '' });
    alone.playUntil();
    assert.deepEqual(rows(alone), [['T-2026-0001', null, 'completed']]);
  });
});
