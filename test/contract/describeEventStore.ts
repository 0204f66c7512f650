import assert from 'node:assert/strict';
import type { Draft, EventStore, Fence } from '../../src/app/ports/eventStore.ts';
import type { Recorded } from '../../src/core/event.ts';
import { until } from '../until.ts';

/** Two hosts of one control root. */
export interface Hosts {
  readonly store: EventStore;
  readonly other: EventStore;
  /** As if the process of `other` had ended without releasing anything. */
  killOther(): void;
  /** Lets this much time pass for the clock of both. */
  pass(ms: number): Promise<void>;
  dispose(): void;
}

const draft = (run: string): Draft => ({ at: '2026-01-01T00:00:00Z', actor: 'host', event: { type: 'runEnded', run } });

const runOf = ({ event }: Recorded): string => (event.type === 'runEnded' ? event.run : event.type);

/** Appends one event for each run, without looking at what was there. */
async function append(store: EventStore, runs: readonly string[], fence?: Fence): Promise<readonly Recorded[]> {
  const done = await store.transact(0, () => ({ drafts: runs.map(draft), result: null }), fence);
  assert.ok(done.ok, JSON.stringify(done));
  return done.value.appended;
}

async function runsAfter(store: EventStore, since: number, limit?: number): Promise<readonly string[]> {
  const read = await store.read(since, limit);
  assert.ok(read.ok, JSON.stringify(read));
  return read.value.map(runOf);
}

export function describeEventStore(name: string, make: () => Promise<Hosts>): void {
  describe(`EventStore contract: ${name}`, () => {
    let hosts: Hosts;
    let store: EventStore;
    beforeEach(async () => {
      hosts = await make();
      ({ store } = hosts);
    });
    afterEach(() => hosts.dispose());

    it('numbers events from 1 and gives them back in order', async () => {
      const first = await append(store, ['a', 'b']);
      assert.deepEqual(first, [
        { seq: 1, ...draft('a') },
        { seq: 2, ...draft('b') },
      ]);
      await append(store, ['c']);
      const read = await store.read(0);
      assert.deepEqual(read, {
        ok: true,
        value: ['a', 'b', 'c'].map((run, index) => ({ seq: index + 1, ...draft(run) })),
      });
    });

    it('reads after a sequence, at most so many', async () => {
      await append(store, ['a', 'b', 'c', 'd']);
      assert.deepEqual(await runsAfter(store, 1, 2), ['b', 'c']);
      assert.deepEqual(await runsAfter(store, 3), ['d']);
      assert.deepEqual(await runsAfter(store, 4), []);
    });

    it('shows `decide` what this host has not seen, and returns its result', async () => {
      await append(store, ['a']);
      await append(hosts.other, ['b', 'c']);
      const done = await store.transact(1, (unseen) => ({ drafts: [draft('d')], result: unseen.map(runOf) }));
      assert.deepEqual(done, { ok: true, value: { appended: [{ seq: 4, ...draft('d') }], result: ['b', 'c'] } });
    });

    it('records nothing when `decide` throws', async () => {
      await append(store, ['a']);
      const failing = store.transact(0, () => {
        throw new Error('a bug in a decision');
      });
      await assert.rejects(failing, /a bug in a decision/);
      assert.deepEqual(await runsAfter(hosts.other, 0), ['a']);
      await append(store, ['b']);
      assert.deepEqual(await runsAfter(hosts.other, 0), ['a', 'b']);
    });

    it('announces nothing and appends nothing when there is nothing to record', async () => {
      let heard = 0;
      store.onDidAppend(() => (heard += 1));
      const done = await store.transact(0, () => ({ drafts: [], result: 'nothing' }));
      assert.deepEqual(done, { ok: true, value: { appended: [], result: 'nothing' } });
      assert.equal(heard, 0);
    });

    it('lets 16 appenders at once each see all that was before it', async () => {
      const appenders = Array.from({ length: 16 }, (_, index) =>
        (index % 2 ? store : hosts.other).transact(0, (unseen) => ({
          drafts: [draft(`${unseen.length}`)],
          result: null,
        })),
      );
      for (const done of await Promise.all(appenders)) assert.ok(done.ok);
      assert.deepEqual(
        await runsAfter(store, 0),
        Array.from({ length: 16 }, (_, index) => `${index}`),
      );
      assert.equal((await store.verify()).ok, true);
    });

    it('announces appends, its own as soon as they are acknowledged', async () => {
      let own = 0;
      let others = 0;
      store.onDidAppend(() => (own += 1));
      hosts.other.onDidAppend(() => (others += 1));
      await append(store, ['a']);
      assert.equal(own, 1);
      await until('the other host to hear of it', () => others > 0);
    });

    it('refuses a host that has seen more than the log holds', async () => {
      await append(store, ['a']);
      const [read, done] = [
        await store.read(5),
        await store.transact(5, () => ({ drafts: [draft('b')], result: null })),
      ];
      assert.equal(read.ok ? 'read' : read.error.code, 'store.rewound');
      assert.equal(done.ok ? 'appended' : done.error.code, 'store.rewound');
      assert.deepEqual(await runsAfter(store, 0), ['a']);
    });

    it('keeps bodies by their digest, and verifies after one was erased', async () => {
      const digest = await store.putBlob('a body that leaked — ü');
      assert.match(digest, /^[0-9a-f]{64}$/);
      assert.equal(await store.putBlob('a body that leaked — ü'), digest);
      assert.equal(await hosts.other.getBlob(digest), 'a body that leaked — ü');
      await append(store, [digest]);
      await store.eraseBlob(digest);
      assert.equal(await hosts.other.getBlob(digest), null);
      assert.equal(await store.getBlob('0'.repeat(64)), null);
      assert.equal((await store.verify()).ok, true);
    });

    it('gives back the newest snapshot of a version and no other', async () => {
      await append(store, ['a', 'b', 'c']);
      assert.equal(await store.loadSnapshot(1), null);
      await store.saveSnapshot(1, 1, 'old');
      await store.saveSnapshot(1, 3, 'new');
      await store.saveSnapshot(2, 2, 'other version');
      assert.deepEqual(await hosts.other.loadSnapshot(1), { seq: 3, state: 'new' });
      assert.equal(await hosts.other.loadSnapshot(3), null);
    });

    it('sums up awake time and counts no tick for more than 10 s', async () => {
      assert.equal(await store.awake(5_000), 5_000);
      await hosts.pass(60_000);
      assert.equal(await store.awake(60_000), 15_000);
      await hosts.pass(60_000);
      assert.equal(await hosts.other.awake(2_000), 17_000);
      await hosts.pass(60_000);
      assert.equal(await store.awake(-5), 17_000);
    });

    describe('ownership', () => {
      const epochOf = (taken: Awaited<ReturnType<EventStore['ownership']['acquire']>>): number =>
        taken.ok ? taken.value.epoch : -1;

      it('belongs to one host until it is released', async () => {
        assert.equal(await store.ownership.current(), null);
        assert.equal(epochOf(await store.ownership.acquire()), 1);
        assert.equal(epochOf(await store.ownership.acquire()), 1);
        const refused = await hosts.other.ownership.acquire();
        assert.ok(!refused.ok);
        assert.deepEqual(refused.error, await hosts.other.ownership.current());
        assert.equal(await store.ownership.beat(), true);
        assert.equal(await hosts.other.ownership.beat(), false);
        await hosts.other.ownership.release();
        assert.equal(await store.ownership.beat(), true);
        await store.ownership.release();
        assert.equal(await store.ownership.beat(), false);
        assert.equal(epochOf(await hosts.other.ownership.acquire()), 2);
      });

      it('is taken over from a host that is dead, and its fence holds', async () => {
        await hosts.other.ownership.acquire();
        hosts.killOther();
        const taken = await store.ownership.acquire();
        assert.equal(epochOf(taken), 2);
        await append(store, ['of the owner'], { epoch: 2 });
        const late = await store.transact(0, () => ({ drafts: [draft('late')], result: null }), { epoch: 1 });
        assert.equal(late.ok ? 'appended' : late.error.code, 'store.fenced');
        await append(store, ['without a fence']);
        assert.deepEqual(await runsAfter(store, 0), ['of the owner', 'without a fence']);
      });

      it('fences off who released it', async () => {
        await store.ownership.acquire();
        await store.ownership.release();
        const late = await store.transact(0, () => ({ drafts: [draft('late')], result: null }), { epoch: 1 });
        assert.equal(late.ok ? 'appended' : late.error.code, 'store.fenced');
      });
    });
  });
}
