import assert from 'node:assert/strict';
import { createEvidence } from '../../../../src/app/agentSession/evidence.ts';
import { problem } from '../../../../src/base/problem.ts';
import { watchedSessions, type WatchedSessions } from '../../../builders/watchedSessions.ts';

const busy = problem('store.busy', 'It is busy.');
const of = { session: 's1', generation: 1 };

describe('what was seen of a session while the log could not be written', () => {
  let world: WatchedSessions;
  beforeEach(async () => {
    world = await watchedSessions();
    world.signs.written.add('c1');
    await world.open();
    await world.act({ type: 'identifyAgentSession', ...of, conversation: 'c1' });
    await world.pass(10);
    world.signs.following.get('c1')?.({ kind: 'working' });
    await world.pass(10);
    assert.equal(world.status().kind, 'working');
  });
  afterEach(() => world.dispose());

  it('is recorded once it can be, as the end of a turn that is told only once', async () => {
    world.store.broken = busy;
    world.signs.following.get('c1')?.({ kind: 'idle' });
    await world.pass(10);
    assert.equal(world.status().kind, 'working');
    world.store.broken = null;
    await world.pass(2);
    assert.deepEqual([world.status().kind, world.status().source], ['idle', 'transcript']);
  });

  it('gives way to what was seen after it', async () => {
    world.store.broken = busy;
    world.signs.following.get('c1')?.({ kind: 'idle' });
    await world.pass(10);
    world.signs.following.get('c1')?.({ kind: 'limited', until: null });
    await world.pass(1);
    world.store.broken = null;
    await world.pass(5);
    assert.equal(world.status().kind, 'limited');
  });

  it('keeps which calls ended, whatever was seen after it', async () => {
    const asks = { kind: 'needsYou', need: 'permission', text: 'Run make?' } as const;
    await world.hear({ activity: asks, conversation: 'c1', call: 'make' });
    world.store.broken = busy;
    world.signs.following.get('c1')?.({ kind: 'working' }, { answers: ['make'] });
    await world.pass(2);
    world.signs.following.get('c1')?.({ kind: 'working' }, { answers: ['other'] });
    await world.pass(2);
    world.store.broken = null;
    await world.pass(5);
    assert.equal(world.status().kind, 'working');
  });

  it('is no end of the turn that a prompt began since', async () => {
    const { orchestrator, clock, log } = world;
    const evidence = createEvidence({ orchestrator, clock, log });
    await world.hear({ activity: { kind: 'idle' }, conversation: 'c1' });
    world.store.broken = busy;
    evidence.sight(of, 'transcript', { kind: 'idle' });
    await evidence.settled();
    world.store.broken = null;
    await world.give();
    await world.pass(10);
    assert.equal(world.session().sights.transcript?.activity.kind, 'working');
    evidence.dispose();
  });

  it('is given up and told after a while', async () => {
    const { log } = world;
    let told = 0;
    log.error = () => void (told += 1);
    world.store.broken = busy;
    world.signs.following.get('c1')?.({ kind: 'idle' });
    for (let n = 0; n < 90; n += 1) await world.pass(1);
    world.store.broken = null;
    await world.pass(10);
    assert.deepEqual([told > 0, world.status().kind], [true, 'working']);
  });

  it('is let go of with its watch', async () => {
    world.store.broken = busy;
    world.signs.following.get('c1')?.({ kind: 'idle' });
    await world.pass(1);
    world.watch.dispose();
    await world.watch.settled();
    assert.equal(world.clock.waiting, 0);
  });
});
