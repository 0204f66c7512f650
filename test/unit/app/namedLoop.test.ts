import assert from 'node:assert/strict';
import type { LoopWish } from '../../../src/app/loop/loopWish.ts';
import type { LoopOptions } from '../../../src/core/loop/types.ts';
import { requiredRoles, writerRole } from '../../../src/core/topology/roles.ts';
import { createHarness, person, type Harness } from '../../builders/appHarness.ts';
import { queueText } from '../../builders/queueText.ts';
import { createMemoryGit } from '../../fakes/memoryGit.ts';

const queue = queueText({ id: 'T-2026-0001', claims: '`a.txt`' });
const path = '/wt/issue-20';
const at = '2026-01-31T12:00:00Z';
const wish = (changes: Partial<LoopWish> = {}): LoopWish => ({
  task: { title: 'Mend it', body: 'Mend it.', checks: [] },
  creator: 'codex',
  reviewers: ['claude'],
  place: null,
  claims: [],
  steps: {},
  planner: null,
  maxRounds: null,
  ...changes,
});

/** A repository with an issue's worktree, one commit ahead of main unless said. */
async function stage(isAhead = true): Promise<{ readonly h: Harness; readonly base: string; readonly head: string }> {
  const git = createMemoryGit();
  const found = await git.resolveBase(null);
  assert.ok(found.ok);
  const base = found.value.commit;
  await git.createWorktree({ path, branch: 'fix/issue-20', commit: base });
  let head = base;
  if (isAhead) {
    git.files(path).set('b.txt', 'b\n');
    const taken = await git.capture(path, base, base);
    assert.ok(taken.ok);
    const { tree } = taken.value;
    const spec = { tree, parent: base, expect: base, branch: 'fix/issue-20', message: 'work', at, follow: true };
    const made = await git.commit(spec);
    assert.ok(made.ok);
    head = made.value.head;
  }
  return { h: await createHarness({ queue, git }), base, head };
}

async function optionsOf(h: Harness, changes: Partial<LoopWish>): Promise<LoopOptions> {
  const started = await h.app.startNamedLoop(wish(changes), person);
  assert.ok(started.ok, JSON.stringify(started));
  const [loop] = started.value.flatMap((event) => (event.type === 'loopStarted' ? [event] : []));
  assert.ok(loop);
  return loop.options;
}

describe('a loop that is started by name', () => {
  it('seats the creator and each reviewer, and takes the rounds that were asked for', async () => {
    const { h } = await stage();
    const options = await optionsOf(h, { maxRounds: 2, steps: { plan: true, planTalks: 1 }, planner: 'claude' });
    const writer = writerRole(options.topology)?.session ?? '';
    assert.equal(options.agents[writer], 'codex');
    for (const { session } of requiredRoles(options.topology, true)) assert.equal(options.agents[session], 'claude');
    const { plan, planTalks } = options.steps ?? {};
    assert.deepEqual([options.maxRounds, plan, planTalks, options.promotes], [2, true, 1, true]);
    assert.equal(options.given?.id, 'T-0000-0001');
    await h.rest();
    assert.equal(h.run('T-0000-0001').phase, 'waiting');
    assert.equal(h.run('T-0000-0001').promoted?.head, h.run('T-0000-0001').change?.head);
    await h.app.close();
  });

  it('takes an entry of the queue by its id, with its own claims and checks', async () => {
    const { h } = await stage();
    const options = await optionsOf(h, { task: 'T-2026-0001' });
    assert.deepEqual([options.tasks, options.given, options.checksRequired], [['T-2026-0001'], undefined, true]);
    await h.app.close();
  });

  it('writes only where the person said, and runs the checks that were named', async () => {
    const { h } = await stage();
    const task = { title: 'x', body: 'x', checks: ['npm test'] };
    const options = await optionsOf(h, { task, claims: ['src/**'] });
    assert.deepEqual(options.given?.claims, ['src/**']);
    assert.ok(options.allowedChecks.some((argv) => argv.join(' ') === 'npm test'));
    await h.app.close();
  });

  it('moves the branch of a linked worktree alone, and never the base branch or a detached HEAD', async () => {
    const { h, base, head } = await stage();
    const linked = await optionsOf(h, { place: { path, base, reviewOnly: true } });
    assert.deepEqual(linked.source, {
      path,
      branch: 'fix/issue-20',
      moves: true,
      base,
      baseFrom: 'option',
      reviewOnly: true,
    });
    const main = await optionsOf(h, { place: { path: null, base, reviewOnly: false } });
    assert.deepEqual([main.source?.path, main.source?.branch, main.source?.moves], ['/repo', 'main', false]);
    await h.git.createWorktree({ path: '/wt/detached', branch: null, commit: head });
    const detached = await optionsOf(h, { place: { path: '/wt/detached', base: null, reviewOnly: false } });
    assert.deepEqual([detached.source?.branch, detached.source?.moves], [null, false]);
    assert.deepEqual([detached.source?.base, detached.source?.baseFrom], [head, 'head']);
    await h.rest();
    assert.equal(h.git.branches.get('main'), base);
    await h.app.close();
  });

  it('reviews what is committed and asks nobody where nothing is', async () => {
    for (const isAhead of [true, false]) {
      const { h, base, head } = await stage(isAhead);
      await optionsOf(h, { place: { path, base, reviewOnly: true } });
      await h.rest();
      const run = h.run('T-0000-0001');
      const asked = run.ask?.kind === 'problem' ? run.ask.problem.code : null;
      assert.deepEqual([run.phase, asked], isAhead ? ['waiting', null] : ['needs-you', 'source.empty']);
      assert.equal(h.lanes.started.length > 0, isAhead);
      assert.equal(h.git.branches.get('fix/issue-20'), head);
      await h.app.close();
    }
  });

  for (const [what, changes, code] of [
    ['a stranger as creator', { creator: 'nobody' }, 'agent.unknown'],
    ['a stranger as reviewer', { reviewers: ['nobody'] }, 'agent.unknown'],
    ['a stranger as planner', { planner: 'nobody' }, 'agent.unknown'],
    ['a creator that reviews itself', { reviewers: ['claude', 'codex'] }, 'loop.ownReview'],
    ['a task that is not in the queue', { task: 'T-2026-0009' }, 'task.unknown'],
    ['a worktree that is not there', { place: { path: '/nothing', base: null, reviewOnly: false } }, 'source.missing'],
    ['a claim outside', { claims: ['../x'] }, 'claims.invalid'],
  ] as const)
    it(`is refused for ${what}, and nothing is recorded`, async () => {
      const { h } = await stage();
      const before = h.app.state.seq;
      const started = await h.app.startNamedLoop(wish(changes), person);
      assert.equal(started.ok ? '' : started.error.code, code);
      assert.equal(Object.keys(h.app.state.loops).length, 0);
      assert.ok(h.app.state.seq - before <= 1, 'but the queue that was read');
      await h.app.close();
    });

  it('has everybody else review who is ready', async () => {
    const { h } = await stage();
    const options = await optionsOf(h, { reviewers: 'all' });
    const seats = requiredRoles(options.topology, false).map(({ session }) => options.agents[session]);
    assert.ok(seats.length > 0 && !seats.includes('codex'));
    await h.app.close();
  });
});
