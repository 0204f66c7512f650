import assert from 'node:assert/strict';
import { createHarness, person, type Harness } from '../../../builders/appHarness.ts';

const commands = [
  ['docker', 'compose', 'down'],
  ['make', 'clean'],
];
const request = { path: '/w/one', rescue: false, stop: false, anySize: false, dryRun: false };

describe('the clean-up of a worktree before it goes', () => {
  let h: Harness;
  afterEach(() => h.app.close());

  const open = async (allowed: string[][]): Promise<void> => {
    h = await createHarness({
      queue: '',
      settings: { 'mam.worktrees.cleanUp': commands, 'mam.checks.allowed': allowed },
    });
    const base = await h.app.prepareBase(null);
    assert.ok(base.ok);
    const made = await h.app.prepareWorktree(
      { path: '/w/one', branch: 'one', base: base.value, prepares: null },
      person,
    );
    assert.ok(made.ok);
  };
  const remove = async (change = {}) => {
    const done = await h.app.removeWorktree({ ...request, ...change }, person);
    return done.ok
      ? {
          removed: done.value.removed,
          blockers: done.value.blockers.map(({ code }) => code),
          asks: done.value.concerns.asks,
        }
      : { code: done.error.code };
  };

  it('waits for commands that nobody allowed, and runs nothing meanwhile', async () => {
    await open([['make', 'clean']]);
    const asks = [['docker', 'compose', 'down']];
    assert.deepEqual(await remove(), { removed: false, blockers: ['worktree.cleanUpAsks'], asks });
    assert.deepEqual(h.commands.ran, []);
    await h.app.dispatch({ type: 'allowCheck', argv: asks[0] ?? [] }, person);
    assert.deepEqual(await remove(), { removed: true, blockers: [], asks: [] });
    assert.deepEqual(h.commands.ran, ['docker compose down', 'make clean']);
    const events = await h.app.recentEvents(10);
    const [gone] = events.flatMap(({ event }) => (event.type === 'worktreeRemoved' ? [event] : []));
    assert.deepEqual(
      gone?.cleanUp?.map(({ argv, outcome, tail }) => [argv.join(' '), outcome, tail]),
      [
        ['docker compose down', 'passed', 'ok'],
        ['make clean', 'passed', 'ok'],
      ],
    );
  });

  it('keeps the worktree where a command does not pass, and runs none after it', async () => {
    await open(commands);
    h.commands.result = { ...h.commands.result, exitCode: 1, tail: 'no daemon' };
    assert.deepEqual(await remove(), { code: 'worktree.cleanUpFailed' });
    assert.deepEqual([h.commands.ran, h.app.state.worktrees['one']?.state], [['docker compose down'], 'ready']);
  });

  it('is left out where a person says so, and of a folder that is no longer there', async () => {
    await open([]);
    const judged = await remove({ skipCleanUp: true, dryRun: true });
    assert.deepEqual(judged, { removed: false, blockers: [], asks: [] });
    assert.deepEqual(await remove({ skipCleanUp: true }), { removed: true, blockers: [], asks: [] });
    assert.deepEqual(h.commands.ran, []);
  });
});
