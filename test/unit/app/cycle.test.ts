import assert from 'node:assert/strict';
import { createHarness, passes, person, writesFile } from '../../builders/appHarness.ts';
import { queueText } from '../../builders/queueText.ts';
import { byAccess, failed, interrupted, inTurn, reported } from '../../fakes/fakeLanes.ts';

const queue = queueText({ id: 'T-2026-0001', claims: '`a.txt`' });

describe('one cycle of the main job', () => {
  it('goes from the queue to an open gate and an approval', async () => {
    const h = await createHarness({ queue });
    await h.start();
    const run = h.run();
    assert.equal(run.phase, 'waiting', JSON.stringify(run.ask));
    assert.deepEqual(
      run.gate?.rules.map((rule) => `${rule.rule} ${rule.outcome}`),
      [
        'change pass',
        'scope pass',
        'checks pass',
        'reviews pass',
        'integrity pass',
        'breaches pass',
        'lease pass',
        'freshness pass',
        'merged pass',
      ],
    );
    assert.equal(h.git.branches.get('feature/T-2026-0001-integration'), run.change?.head);
    assert.deepEqual(h.git.filesAt('main').get('a.txt'), 'one\n');

    const approved = await h.app.dispatch({ type: 'approve', run: run.id, head: run.change?.head ?? '' }, person);
    assert.ok(approved.ok);
    await h.rest();
    const merged = await h.app.mergeLocally(run.id, person);
    assert.ok(merged.ok);
    assert.deepEqual(
      [h.run().phase, h.run().decision?.merged, Object.keys(h.app.state.leases), Object.keys(h.app.state.worktrees)],
      ['ended', true, [], []],
    );
    assert.equal(h.git.branches.get('main'), run.change?.head);
    await h.app.close();
    assert.equal(h.clock.waiting, 0);
  });

  it('repairs what a reviewer rejects, and shows the writer why', async () => {
    const h = await createHarness({
      queue,
      play: (git) => {
        const verdicts = inTurn(reported('- [major] a.txt:1 - wrong\n\n[VERDICT: NOT PASS]'), passes);
        return byAccess({ write: writesFile(git), read: verdicts });
      },
    });
    await h.start();
    assert.deepEqual([h.run().phase, h.run().round], ['waiting', 2]);
    const second = h.lanes.started.filter((spec) => spec.access === 'write')[1];
    assert.match(second?.brief ?? '', /a\.txt:1 - wrong/);
    await h.app.close();
  });

  it('asks a person when the rounds are used up, and never turns the cap into a pass', async () => {
    const h = await createHarness({
      queue,
      play: (git) => byAccess({ write: writesFile(git), read: () => reported('No.\n\n[VERDICT: NOT PASS]') }),
    });
    await h.start();
    const run = h.run();
    assert.deepEqual(
      [run.phase, run.round, run.gate?.open, run.ask?.kind === 'problem' && run.ask.problem.code],
      ['needs-you', 3, false, 'loop.roundCap'],
    );
    const refused = await h.app.dispatch({ type: 'approve', run: run.id, head: run.change?.head ?? '' }, person);
    assert.equal(!refused.ok && refused.error.code, 'packet.gateClosed');
    await h.app.close();
  });

  const ends = [
    { name: 'a writer that fails', play: failed('lane.server'), code: 'lane.server', write: 1 },
    { name: 'a writer that is interrupted every time', play: interrupted(), code: 'lane.interrupted', write: 3 },
  ];
  for (const { name, play, code, write } of ends)
    it(`parks ${name} with its reason`, async () => {
      const h = await createHarness({ queue, play: () => byAccess({ write: () => play, read: passes }) });
      await h.start();
      const run = h.run();
      assert.deepEqual([run.phase, run.ask?.kind === 'problem' && run.ask.problem.code], ['needs-you', code]);
      assert.equal(h.lanes.started.length, write);
      await h.app.close();
    });

  it('asks a reviewer without a legal verdict once more, then a person', async () => {
    const h = await createHarness({
      queue,
      play: (git) => byAccess({ write: writesFile(git), read: () => reported('Looks fine to me.') }),
    });
    await h.start();
    const run = h.run();
    assert.equal(run.phase, 'needs-you');
    assert.deepEqual([run.verdicts.length, run.round], [0, 1]);
    assert.equal(h.lanes.started.filter((spec) => spec.access === 'read').length, 6);
    await h.app.close();
  });

  it('does the work again on a new branch when somebody moved the reviewed one', async () => {
    const h = await createHarness({ queue });
    await h.start();
    const moved = h.git.commitOn('feature/T-2026-0001-integration', { 'b.txt': 'mine\n' });
    const returned = await h.app.dispatch({ type: 'returnRun', run: h.run().id, comments: 'Again, please.' }, person);
    assert.ok(returned.ok);
    await h.rest();
    const run = h.run();
    assert.deepEqual([run.phase, run.round, run.branch], ['waiting', 2, 'feature/T-2026-0001-integration-2']);
    assert.equal(h.git.branches.get('feature/T-2026-0001-integration'), moved, 'what somebody committed stays');
    assert.equal(h.git.branches.get(run.branch), run.change?.head);
    await h.app.close();
  });
});
