import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { App } from '../../../src/app/app.ts';
import { queueText } from '../../builders/queueText.ts';
import { describeState, makeRepository, openTestApp, rehearse, until, type TestRepository } from './support.ts';

const person = { kind: 'person', id: 'test' } as const;
const ended = (app: App): boolean =>
  Object.values(app.state.loops).every((loop) => loop.state === 'ended') && Object.keys(app.state.effects).length === 0;
const runOf = (app: App, task: string) => Object.values(app.state.runs).find((run) => run.task.id === task);

const two = queueText(
  { id: 'T-2026-0001', claims: '`notes/one.md`', checks: ['git status'] },
  { id: 'T-2026-0002', claims: '`notes/two.md`', checks: ['git status'] },
);

/** What a loop must leave as it is: the checkout that it was started from. */
const parentOf = (of: TestRepository) => ({
  head: of.git('rev-parse', 'HEAD'),
  branch: of.git('symbolic-ref', 'HEAD'),
  status: of.git('status', '--porcelain'),
  files: of.git('ls-files'),
});

describe('a loop of two tasks at once whose places are taken', function () {
  this.timeout(120_000);

  it('takes the next free names of branches; branches and worktrees that are there stay as they are (T107)', async () => {
    const repository = makeRepository({ 'README.md': 'sample\n', 'tasks/queue.md': two });
    const { root } = repository;
    const git = (...args: readonly string[]): string => repository.git(...args);
    const theirs = join(root, '../theirs');
    git('worktree', 'add', '-q', '-b', 'feature/T-2026-0001-integration', theirs);
    writeFileSync(join(theirs, 'mine.md'), 'not committed\n');
    git('branch', 'feature/T-2026-0002-integration');
    const app = await openTestApp(root);
    try {
      const [before, parent] = [git('for-each-ref', 'refs/heads'), parentOf(repository)];
      assert.ok((await app.startLoop({ ...rehearse, limit: 2 }, person)).ok);
      await until(app, ended);
      for (const task of ['T-2026-0001', 'T-2026-0002']) {
        const run = runOf(app, task);
        assert.deepEqual([run?.phase, run?.branch], ['waiting', `feature/${task}-integration-2`], describeState(app));
        assert.equal(git('rev-parse', run?.branch ?? ''), run?.change?.head);
        assert.equal(git('rev-list', '--count', `main..${run?.branch}`), '1', 'forked from the base');
      }
      for (const line of before.split('\n')) assert.ok(git('for-each-ref', 'refs/heads').includes(line), line);
      assert.equal(readFileSync(join(theirs, 'mine.md'), 'utf8'), 'not committed\n');
      assert.equal(git('-C', theirs, 'status', '--porcelain'), '?? mine.md');
      // No branch is repaired for a loop: each task has one of its own, and the one that is checked out stays so.
      assert.deepEqual(parentOf(repository), parent);
    } finally {
      await app.close();
      await repository.dispose();
    }
  });

  it('names a folder that is there already, touches nothing in it, and runs nothing for its task (T107)', async () => {
    const repository = makeRepository({ 'README.md': 'sample\n', 'tasks/queue.md': two });
    const app = await openTestApp(repository.root);
    let taken: string | null = null;
    const listening = app.onDidChange(() => {
      const making = Object.values(app.state.worktrees).find(({ id }) => id.startsWith('T-2026-0001-'));
      if (!making || taken !== null) return;
      taken = making.path;
      mkdirSync(taken, { recursive: true });
      writeFileSync(join(taken, 'mine.md'), 'not MAM’s\n');
    });
    try {
      const parent = parentOf(repository);
      assert.ok((await app.startLoop({ ...rehearse, limit: 2 }, person)).ok);
      await until(app, ended);
      const run = runOf(app, 'T-2026-0001');
      assert.ok(run?.ask?.kind === 'problem' && taken !== null, describeState(app));
      assert.deepEqual(
        [run.ask.problem.code, run.ask.problem.params],
        ['worktree.occupied', { path: relative(repository.root, taken) }],
      );
      assert.deepEqual(run.jobs, [], 'nothing was handed to an agent');
      assert.deepEqual(
        [readdirSync(taken), readFileSync(join(taken, 'mine.md'), 'utf8')],
        [['mine.md'], 'not MAM’s\n'],
      );
      assert.equal(repository.git('branch', '--list', 'feature/T-2026-0001-*'), '', 'no branch was made');
      assert.deepEqual(parentOf(repository), parent, 'nothing runs in the checkout of the person');
      assert.equal(runOf(app, 'T-2026-0002')?.phase, 'waiting', 'the other task goes on');
    } finally {
      listening.dispose();
      await app.close();
      await repository.dispose();
    }
  });
});
