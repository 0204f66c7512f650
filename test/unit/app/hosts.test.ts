import assert from 'node:assert/strict';
import { sequenceOf } from '../../../src/app/projections/events.ts';
import { problem } from '../../../src/base/problem.ts';
import type { LaneOutcome } from '../../../src/core/job/types.ts';
import {
  createHarness,
  passes,
  person,
  writesFile,
  type Harness,
  type HarnessOptions,
} from '../../builders/appHarness.ts';
import { queueText } from '../../builders/queueText.ts';
import { byAccess, hangs, reported, type Play } from '../../fakes/fakeLanes.ts';
import { createMemoryDatabase, createMemoryStore } from '../../fakes/memoryStore.ts';

const queue = queueText({ id: 'T-2026-0001', claims: '`a.txt`' });

/** Two hosts of one control root; the first is the owner. */
async function twoHosts(
  options: Partial<HarnessOptions> = {},
): Promise<{ readonly one: Harness; readonly two: Harness }> {
  const database = createMemoryDatabase();
  const one = await createHarness({ queue, store: createMemoryStore(database), ...options });
  const { git, lanes, files } = one;
  const two = await createHarness({ queue, store: createMemoryStore(database), git, lanes, files, idPrefix: 'two' });
  assert.deepEqual([one.app.role, two.app.role], ['owner', 'mirror']);
  return { one, two };
}

const closeAll = async (...all: readonly Harness[]): Promise<void> => {
  for (const h of all) await h.app.close();
  for (const h of all) assert.equal(h.clock.waiting, 0);
};

/** A lane that ends when the test says so. */
function gatedPlay(then: (h: { end: (outcome: LaneOutcome) => void }) => void): Play {
  return () => new Promise((resolve) => then({ end: resolve }));
}

describe('two hosts of one repository', () => {
  it('show one state, and the owner runs what the mirror decides', async () => {
    const { one, two } = await twoHosts();
    await two.start();
    await one.rest();
    await two.rest();
    assert.equal(two.run().phase, 'waiting');
    assert.deepEqual(two.app.state, one.app.state);
    assert.equal(two.app.owner?.label, one.app.owner?.label);

    const run = two.run();
    const approved = await two.app.dispatch({ type: 'approve', run: run.id, head: run.change!.head }, person);
    assert.ok(approved.ok);
    const merging = two.app.mergeLocally(run.id, person);
    await one.rest();
    assert.ok((await merging).ok);
    assert.equal(one.git.branches.get('main'), run.change!.head);
    assert.equal(two.commands.ran.length, 0);
    await closeAll(two, one);
  });

  it('agree on who came first when both decide at once', async () => {
    const { one, two } = await twoHosts();
    await one.start();
    const { id, change } = one.run();
    const command = { type: 'approve', run: id, head: change!.head } as const;
    const [a, b] = await Promise.all([one.app.dispatch(command, person), two.app.dispatch(command, person)]);
    assert.equal([a, b].filter((done) => done.ok).length, 1);
    const refused = [a, b].find((done) => !done.ok);
    assert.equal(refused && !refused.ok && refused.error.code, 'packet.decided');
    await closeAll(two, one);
  });

  for (const way of ['dies', 'closes'] as const)
    it(`hand over when the owner ${way}, without starting a lane again`, async () => {
      const ends: ((outcome: LaneOutcome) => void)[] = [];
      const { one, two } = await twoHosts({
        play: () => byAccess({ write: gatedPlay(({ end }) => ends.push(end)), read: passes }),
      });
      await one.start();
      assert.equal(one.lanes.started.length, 1);
      if (way === 'dies') one.store.kill();
      else await one.app.close();
      await two.clock.advance(5000);
      await two.rest();
      assert.equal(two.app.role, 'owner');
      one.git.files(one.lanes.started[0]!.cwd).set('a.txt', 'changed\n');
      ends[0]!(reported('Done.'));
      await two.rest();
      assert.equal(two.run().phase, 'waiting');
      assert.equal(one.lanes.started.filter((spec) => spec.access === 'write').length, 1);
      await two.app.close();
    });

  it('fence off an owner that slept through its own end', async () => {
    const ends: ((outcome: LaneOutcome) => void)[] = [];
    const { one, two } = await twoHosts({
      play: () => byAccess({ write: gatedPlay(({ end }) => ends.push(end)), read: passes }),
    });
    await one.start();
    // Its heartbeat lapsed: another host takes over while its process still lives.
    one.store.database.owner = null;
    await two.clock.advance(5000);
    assert.equal(two.app.role, 'owner');
    one.git.files(one.lanes.started[0]!.cwd).set('a.txt', 'changed\n');
    ends[0]!(reported('Done.'));
    await one.rest();
    await two.rest();
    assert.equal(two.run().phase, 'waiting');
    const events = await two.app.recentEvents(1000);
    const settled = events.flatMap(({ event }) => (event.type === 'effectSettled' ? [event.effect] : []));
    assert.equal(new Set(settled).size, settled.length);
    assert.equal(one.commands.ran.length, 0);
    await one.clock.advance(5000);
    assert.equal(one.app.role, 'mirror');
    await closeAll(one, two);
  });

  it('write each event into the journal once, also when ownership goes there and back', async () => {
    const { one, two } = await twoHosts();
    await one.start();
    one.store.database.owner = null;
    await two.clock.advance(5000);
    await one.clock.advance(5000);
    const { id } = two.run();
    await two.app.dispatch({ type: 'returnRun', run: id, comments: 'Once more.' }, person);
    await two.rest();
    await two.app.close();
    await one.clock.advance(5000);
    assert.equal(one.app.role, 'owner');
    await one.app.dispatch({ type: 'abandonRun', run: id }, person);
    await one.app.close();
    const lines = one.files.texts.get('/repo/reports/agent_loop/active/events.jsonl')?.trim().split('\n') ?? [];
    assert.deepEqual(
      lines.map(sequenceOf),
      one.store.database.rows.map((row) => row.seq),
    );
  });

  it('start nothing on an owner that lost its place before it could', async () => {
    const { one, two } = await twoHosts();
    one.store.database.owner = null;
    await two.clock.advance(5000);
    await one.start();
    await two.rest();
    assert.equal(two.run().phase, 'waiting');
    assert.equal(one.commands.ran.length, 0);
    assert.equal(two.commands.ran.length, 1);
    await closeAll(one, two);
  });
});

describe('an owner beside another tool’s loop', () => {
  it('writes nothing from the moment that it begins, and goes on when it has ended', async () => {
    const lock = '/repo/reports/agent_loop/active/leases.json.lock';
    const h = await createHarness({ queue });
    await h.start();
    h.files.locked.add(lock);
    await h.clock.advance(5000);
    assert.equal(h.app.problem?.code, 'ledger.originalRunning');
    h.files.written.length = 0;
    const lanes = h.lanes.started.length;
    await h.app.dispatch({ type: 'returnRun', run: h.run().id, comments: 'Once more.' }, person);
    await h.rest();
    assert.deepEqual([h.files.written, h.lanes.started.length, h.run().round], [[], lanes, 2]);
    h.files.locked.delete(lock);
    await h.clock.advance(5000);
    await h.rest();
    assert.deepEqual([h.app.problem, h.run().phase], [null, 'waiting']);
    await h.app.close();
  });
});

describe('a loop', () => {
  it('is refused beside another', async () => {
    const h = await createHarness({ queue, play: () => hangs });
    await h.start();
    const request = { tasks: null, limit: 1, only: null, agents: {}, claims: {}, allowedChecks: [] };
    const second = await h.app.startLoop(request, person);
    assert.equal(!second.ok && second.error.code, 'loop.running');
    await h.app.dispatch({ type: 'stopLoop' }, person);
    await h.rest();
    assert.equal(h.run().phase, 'stopped');
    await h.app.close();
  });

  it('that is stopped during its checks takes nothing of them for evidence', async () => {
    let stopped = 0;
    const h = await createHarness({
      queue,
      wrap: (ports) => ({
        ...ports,
        commands: {
          run: (spec, signal) =>
            stopped > 0
              ? ports.commands.run(spec, signal)
              : new Promise((resolve) =>
                  signal.addEventListener('abort', () => {
                    stopped += 1;
                    const why = problem('command.stopped', 'Stopped.');
                    resolve({ exitCode: null, timedOut: false, tail: '', durationMs: 1, problem: why });
                  }),
                ),
        },
      }),
    });
    await h.start();
    await h.app.dispatch({ type: 'stopLoop' }, person);
    await h.rest();
    assert.deepEqual([stopped, h.run().phase, h.run().results], [1, 'stopped', []]);
    await h.app.dispatch({ type: 'resumeLoop' }, person);
    await h.rest();
    assert.deepEqual([h.run().phase, h.run().round], ['waiting', 1]);
    await h.app.close();
  });

  it('that is stopped ends its lanes, and a resume starts fresh ones', async () => {
    let lanes = 0;
    const h = await createHarness({
      queue,
      play: (git) => {
        const write = writesFile(git);
        return byAccess({ write: (...all) => (++lanes === 1 ? hangs(...all) : write(...all)), read: passes });
      },
    });
    await h.start();
    await h.app.dispatch({ type: 'stopLoop' }, person);
    await h.rest();
    assert.deepEqual([h.run().phase, h.lanes.running.size], ['stopped', 0]);
    await h.app.dispatch({ type: 'resumeLoop' }, person);
    await h.rest();
    assert.deepEqual([h.run().phase, h.run().attempt], ['waiting', 2]);
    await h.app.close();
  });

  it('takes one task after the other, and a merge that git refuses says why', async () => {
    const two = queueText({ id: 'T-2026-0001', claims: '`a.txt`' }, { id: 'T-2026-0002', claims: '`b.txt`' });
    const h = await createHarness({
      queue: two,
      play: (git) => {
        const plays = new Map([
          ['T-2026-0001', writesFile(git)],
          ['T-2026-0002', writesFile(git, 'b.txt')],
        ]);
        const write: Play = (spec, ...rest) => {
          const task = [...plays.keys()].find((id) => spec.cwd.includes(id)) ?? '';
          return plays.get(task)!(spec, ...rest);
        };
        return byAccess({ write, read: passes });
      },
    });
    await h.start({ limit: null });
    assert.deepEqual([h.run('T-2026-0001').phase, h.run('T-2026-0002').phase], ['waiting', 'waiting']);
    for (const task of ['T-2026-0001', 'T-2026-0002']) {
      const { id, change } = h.run(task);
      assert.ok((await h.app.dispatch({ type: 'approve', run: id, head: change!.head }, person)).ok);
    }
    await h.rest();
    h.git.files('/repo').set('a.txt', 'mine\n');
    const dirty = await h.app.mergeLocally(h.run('T-2026-0001').id, person);
    assert.equal(dirty.ok, false);
    h.git.files('/repo').set('a.txt', 'one\n');
    // Merges run one at a time; the second gets its turn as soon as the first is done.
    const both = await Promise.all(
      ['T-2026-0001', 'T-2026-0002'].map((task) => h.app.mergeLocally(h.run(task).id, person)),
    );
    assert.deepEqual(
      both.map((done) => done.ok),
      [true, false],
    );
    assert.equal(h.git.branches.get('main'), h.run('T-2026-0001').change!.head);
    await h.app.close();
  });
});
