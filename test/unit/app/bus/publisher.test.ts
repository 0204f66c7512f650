import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { BusMessage } from '../../../../src/app/ports/bus.ts';
import { createBusScene } from '../../../builders/busScene.ts';
import { endedWith, lifeOf, said } from '../../../builders/delegation.ts';
import { settle } from '../../../fakes/manualClock.ts';

/** What a message is, whoever sends it how often. */
const idOf = ({ topic, body }: BusMessage): string => {
  const { seq, event, data }: { seq: number; event: string; data: { attempt: number } } = JSON.parse(body);
  return `${topic.split('/').slice(-2).join('/')} ${data.attempt}/${seq} ${event}`;
};
const isEvent = ({ topic }: BusMessage): boolean => topic.endsWith('/events');

describe('the publisher', () => {
  let scene: ReturnType<typeof createBusScene>;
  beforeEach(() => {
    scene = createBusScene();
  });
  afterEach(async () => {
    await scene.close();
    assert.equal(scene.clock.waiting, 0);
  });

  it('tells each message once, and the state where it is another one', async () => {
    await scene.open();
    scene.append(...lifeOf('a', 1));
    await scene.rest();
    assert.deepEqual(scene.bus.taken.map(idOf), [
      'a/events 0/1 submitted',
      'a/state 0/1 state',
      'a/events 1/2 begun',
      'a/state 1/2 state',
      'a/events 1/3 started',
      'a/events 1/4 progress',
      'a/events 1/5 completed',
      'a/state 1/5 state',
    ]);
    assert.deepEqual(
      scene.bus.taken.map(({ retain }) => retain),
      scene.bus.taken.map((one) => !isEvent(one)),
    );
    assert.equal(await scene.cursor().load(), 5);
  });

  it('opens one connection for all of it, and looks at the log only when there may be news', async () => {
    await scene.open();
    for (let i = 0; i < 20; i++) {
      scene.append(...lifeOf(`j${i}`, 3));
      await scene.rest();
    }
    assert.equal(scene.bus.connections, 1);
    const before = scene.reads;
    await scene.clock.advance(3_600_000);
    assert.equal(scene.reads, before);
  });

  it('says nothing of what was before it was first asked', async () => {
    scene.append(...lifeOf('old', 1), ...lifeOf('going', 1).slice(0, 3));
    await scene.open();
    await scene.rest();
    assert.deepEqual(scene.bus.taken.map(idOf), ['old/state 1/5 state', 'going/state 1/3 state']);
  });

  it('tells after a restart what it had not told, with the same ids and texts', async () => {
    await scene.open();
    scene.append(...lifeOf('a', 2).slice(0, 3));
    await scene.rest();
    scene.bus.down();
    scene.append(...lifeOf('a', 2).slice(3));
    await scene.rest();
    scene.kill();
    scene.bus.up();
    await scene.open();
    await scene.rest();
    const told = scene.bus.taken.filter(isEvent);
    assert.deepEqual(
      told.map((one) => idOf(one).split(' ')[1]),
      ['0/1', '1/2', '1/3', '1/4', '1/5', '1/6'],
    );
  });

  it('sends again what was taken and never confirmed, letter by letter', async () => {
    await scene.open();
    scene.bus.behave(({ body }) => (body.includes('step 0') ? 'takeAndCut' : 'take'));
    scene.append(...lifeOf('a', 2));
    await scene.rest();
    scene.bus.behave(() => 'take');
    await scene.clock.advance(200);
    await scene.rest();
    const bodies = scene.bus.taken.filter(({ body }) => body.includes('step 0')).map(({ body }) => body);
    assert.equal(bodies.length, 2);
    assert.equal(new Set(bodies).size, 1);
    assert.equal(scene.bus.taken.filter(isEvent).map(idOf).at(-1), 'a/events 1/6 completed');
  });

  it('keeps no more under way than its window while the broker is slow, and loses nothing', async () => {
    await scene.open();
    await scene.rest();
    scene.bus.hold();
    scene.append(...lifeOf('a', 5000));
    await scene.rest();
    assert.ok(scene.reads < 5, `${scene.reads} pages read`);
    assert.equal(scene.publisher.seq, 0);
    scene.bus.release();
    for (let i = 0; scene.publisher.seq < 5004 && i < 100; i++) await scene.rest();
    assert.equal(scene.bus.taken.filter(isEvent).length, 5004);
  });

  it('waits longer after each failure, and no longer than half a minute', async () => {
    scene.bus.down();
    await scene.open();
    scene.append(...lifeOf('a', 1));
    await scene.clock.advance(3_600_000);
    assert.equal(scene.bus.connections, 0);
    scene.bus.up();
    await scene.clock.advance(30_000);
    await scene.rest();
    assert.equal(scene.bus.taken.filter(isEvent).length, 5);
  });

  it('says nothing more once it is no longer the owner', async () => {
    await scene.open();
    scene.append(...lifeOf('a', 1).slice(0, 2));
    await scene.rest();
    const before = scene.bus.taken.length;
    scene.kill();
    scene.append(said('a', 2, 'progress', 'late'), endedWith('a', 'completed'));
    await scene.rest();
    assert.equal(scene.bus.taken.length, before);
  });

  it('outlives a message that can’t be made, and goes on with the next line', async () => {
    await scene.open();
    scene.fail.next = true;
    scene.append(...lifeOf('a', 1));
    await scene.rest();
    assert.deepEqual(
      scene.log.entries.map(({ level }) => level),
      ['error'],
    );
    await scene.clock.advance(1000);
    await scene.rest();
    assert.equal(scene.bus.taken.filter(isEvent).map(idOf).at(-1), 'a/events 1/5 completed');
  });

  it('tells every message at least once in the order of its job, whatever broker and hosts do', async function () {
    this.timeout(60_000);
    const step = fc.oneof(
      {
        weight: 5,
        arbitrary: fc.record({ kind: fc.constant('append' as const), job: fc.integer({ min: 0, max: 3 }) }),
      },
      {
        weight: 2,
        arbitrary: fc.record({
          kind: fc.constant('fate' as const),
          fate: fc.constantFrom('take', 'takeAndCut', 'lose'),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({ kind: fc.constantFrom('kill', 'down', 'up', 'hold', 'release', 'wait', 'rest') }),
      },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const one = createBusScene();
        await one.open();
        const expected: string[] = [];
        const at = [0, 0, 0, 0];
        for (const now of steps) {
          if (now.kind === 'append') {
            const id = `j${now.job}`;
            const event = [...lifeOf(id, 20)][at[now.job]!++];
            if (!event) continue;
            one.append(event);
            expected.push(`${id} ${at[now.job]}`);
          } else if (now.kind === 'fate') one.bus.behave(() => now.fate);
          else if (now.kind === 'kill') {
            one.kill();
            await one.open();
          } else if (now.kind === 'wait') await one.clock.advance(40_000);
          else if (now.kind === 'rest') await one.rest();
          else one.bus[now.kind]();
          await settle();
        }
        one.bus.up();
        one.bus.release();
        one.bus.behave(() => 'take');
        for (let i = 0; i < 4; i++) await one.clock.advance(40_000).then(one.rest);
        const seen = new Map<string, string>();
        for (const { topic, body } of one.bus.taken.filter(isEvent)) {
          const { seq }: { seq: number } = JSON.parse(body);
          const id = `${topic.split('/').at(-2)} ${seq}`;
          assert.equal(seen.get(id) ?? body, body);
          seen.set(id, body);
        }
        assert.deepEqual([...seen.keys()].toSorted(), expected.toSorted());
        const first = [...seen.keys()].filter((id) => id.startsWith('j0 '));
        assert.deepEqual(
          first,
          first.map((_, i) => `j0 ${i + 1}`),
        );
        await one.close();
      }),
      { numRuns: 60 },
    );
  });
});
