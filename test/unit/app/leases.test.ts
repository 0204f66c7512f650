import assert from 'node:assert/strict';
import type { Command } from '../../../src/core/command.ts';
import { problem } from '../../../src/base/problem.ts';
import { err, ok } from '../../../src/base/result.ts';
import type { Lease } from '../../../src/core/lease/types.ts';
import { createHarness, passes, person, type Harness, type HarnessOptions } from '../../builders/appHarness.ts';
import { tickLease } from '../../builders/leases.ts';
import { queueText } from '../../builders/queueText.ts';
import { byAccess, hangs } from '../../fakes/fakeLanes.ts';
import { createMemoryGit } from '../../fakes/memoryGit.ts';
import { createMemoryDatabase, createMemoryStore } from '../../fakes/memoryStore.ts';

const queue = queueText({ id: 'T-2026-0001', claims: '`a.txt`' });

const leaseOf = (h: Harness): Lease => {
  const [lease] = Object.values(h.app.state.leases);
  assert.ok(lease);
  return lease;
};
const askCode = (h: Harness): string | false => {
  const { ask } = h.run();
  return ask?.kind === 'problem' && ask.problem.code;
};
const dispatch = async (h: Harness, command: Command): Promise<void> => {
  const done = await h.app.dispatch(command, person);
  assert.ok(done.ok, done.ok ? '' : done.error.code);
};

/** A host beside a lease that a tick claimed and nobody renewed. */
async function overdue(change: Partial<Lease>, options: Partial<HarnessOptions> = {}): Promise<Harness> {
  const store = createMemoryStore();
  const lease = tickLease({ expiresAwake: -1, ...change });
  await store.transact(0, () => ({
    drafts: [{ at: lease.claimedAt, actor: 'test', event: { type: 'leaseClaimed', lease } }],
    result: null,
  }));
  const h = await createHarness({ queue, store, ...options });
  await h.rest();
  return h;
}

describe('the commit of a run', () => {
  it('is refused once its lease went to a person, and made when it came back', async () => {
    const database = createMemoryDatabase();
    let other: Harness | null = null;
    let taken: string | null = null;
    const one = await createHarness({
      queue,
      store: createMemoryStore(database),
      wrap: (ports) => ({
        ...ports,
        git: {
          ...ports.git,
          // Between the decision to commit and the move of the branch, another host takes the lease.
          commit: async (spec) => {
            if (taken === null && other !== null) {
              await other.rest();
              await dispatch(other, { type: 'takeOverLease', lease: leaseOf(other).id, graceMs: 0 });
              taken = leaseOf(other).id;
            }
            return ports.git.commit(spec);
          },
        },
      }),
    });
    const { git, lanes, files } = one;
    other = await createHarness({ queue, store: createMemoryStore(database), git, lanes, files, idPrefix: 'two' });
    await one.start();
    await one.rest();
    assert.equal(askCode(one), 'lease.lost');
    assert.deepEqual([...git.branches.keys()], ['main']);
    const writer = Object.values(one.app.state.worktrees).find((worktree) => worktree.purpose === 'write');
    assert.equal(git.files(writer!.path).get('a.txt'), 'change 1\n');

    await dispatch(one, { type: 'resumeLoop' });
    await one.rest();
    assert.equal(askCode(one), 'lease.overlap');
    await dispatch(one, { type: 'returnLease', lease: taken!, token: null });
    await dispatch(one, { type: 'resumeLoop' });
    await one.rest();
    assert.equal(one.run().phase, 'waiting');
    assert.equal(lanes.started.filter((spec) => spec.access === 'write').length, 1);
    await other.app.close();
    await one.app.close();
  });
});

describe('a takeover', () => {
  it('is told to the job that has the lease in hand, and waits for the grace of the settings', async () => {
    const h = await createHarness({
      queue,
      play: () => byAccess({ write: hangs, read: passes }),
      settings: { 'mam.leases.takeoverGraceSeconds': 10 },
    });
    await h.start();
    const { id, borrower } = leaseOf(h);
    assert.ok((await h.app.takeOverLease(id, person)).ok);
    await h.rest();
    const notice = h.files.texts.get(`/repo/.mam/jobs/${borrower!.token}/lease-notice.json`);
    assert.deepEqual(JSON.parse(notice ?? 'null'), {
      notice: 'takeover',
      lease: id,
      by: 'test',
      at: leaseOf(h).takeover?.at,
      files: ['a.txt'],
    });
    assert.equal(leaseOf(h).person, undefined);
    for (let n = 0; n < 3; n += 1) {
      await h.clock.advance(5000);
      await h.rest();
    }
    assert.deepEqual([leaseOf(h).person, h.run().lease], ['test', null]);
    await h.app.close();
  });
});

describe('a lease that nobody renewed', () => {
  it('expires where its worktree is clean', async () => {
    const h = await overdue({});
    assert.deepEqual(h.app.state.leases, {});
    await h.app.close();
  });

  it('needs recovery where its worktree is gone, and a person releases it', async () => {
    const h = await overdue({ worktree: '.claude/worktrees/gone' });
    assert.equal(leaseOf(h).reason, 'missing-worktree');
    assert.deepEqual(await h.app.recoverLease('lease', 'release', person), ok(null));
    assert.deepEqual(h.app.state.leases, {});
    await h.app.close();
  });

  it('keeps a copy of what is there when a person says so, and leaves it there', async () => {
    const git = createMemoryGit();
    git.files('/repo').set('a.txt', 'mine\n');
    const h = await overdue({}, { git });
    assert.equal(leaseOf(h).reason, 'dirty-worktree');
    const recovering = h.app.recoverLease('lease', 'rescue', person);
    await h.rest();
    assert.deepEqual(await recovering, ok('refs/mam/rescue/lease-t-2026-0001-7-feat-issue-7-implementer'));
    assert.deepEqual([h.app.state.leases, h.git.files('/repo').get('a.txt')], [{}, 'mine\n']);
    await h.app.close();
  });

  it('is looked at again on request', async () => {
    const h = await overdue({ worktree: 'gone' });
    const recovering = h.app.recoverLease('lease', 'inspect', person);
    await h.rest();
    assert.deepEqual([await recovering, leaseOf(h).reason], [ok(null), 'missing-worktree']);
    await h.app.close();
  });
});

describe('whoever starts work beside a lease that nobody renews', () => {
  it('does not wait for it: it is looked at first, and expires', async () => {
    const h = await createHarness({ queue });
    const lease = tickLease({ task: 'T-2026-0009', claims: ['a.txt'], expiresAwake: -1 });
    await h.store.transact(0, () => ({
      drafts: [{ at: lease.claimedAt, actor: 'test', event: { type: 'leaseClaimed', lease } }],
      result: null,
    }));
    await h.start();
    assert.equal(h.run().phase, 'waiting');
    assert.deepEqual(
      Object.values(h.app.state.leases).map((one) => one.task),
      ['T-2026-0001'],
    );
    await h.app.close();
    assert.equal(h.clock.waiting, 0);
  });
});

describe('a log that can’t be read', () => {
  it('refuses every writer: no claim, no job', async () => {
    let broken = false;
    const h = await createHarness({
      queue,
      wrap: (ports) => ({
        ...ports,
        store: {
          ...ports.store,
          onDidAppend: ports.store.onDidAppend,
          ownership: ports.store.ownership,
          transact: async (since, decide, fence) =>
            broken ? err(problem('store.damaged', 'Damaged.')) : ports.store.transact(since, decide, fence),
        },
      }),
    });
    broken = true;
    const started = await h.app.startLoop(
      { tasks: null, limit: 1, only: null, agents: {}, claims: {}, allowedChecks: [] },
      person,
    );
    await h.rest();
    assert.equal(!started.ok && started.error.code, 'store.damaged');
    assert.deepEqual([h.app.state.leases, h.lanes.started], [{}, []]);
    await h.app.close();
  });
});
