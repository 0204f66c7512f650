import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { App } from '../../../src/app/app.ts';
import { awaitedReports } from '../../../src/app/views/awaitedReports.ts';
import { until as untilSo } from '../support/supervised.ts';
import { queueText } from '../../builders/queueText.ts';
import { describeState, makeRepository, openTestApp, rehearse, until } from './support.ts';

const person = { kind: 'person', id: 'test' } as const;
const codeOf = (result: Awaited<ReturnType<App['handIn']>>): string => (result.ok ? 'taken' : result.error.code);
const waits = (app: App): boolean => awaitedReports(app.state).length > 0;

/** A task of which a person does one seat; the rest is rehearsed. */
async function withPersonAs(seat: string) {
  const repository = makeRepository({
    'README.md': 'sample\n',
    'tasks/queue.md': queueText({ id: 'T-2026-0001', claims: '`notes/one.md`', checks: ['git status'] }),
  });
  const app = await openTestApp(repository.root);
  const started = await app.startLoop(
    { ...rehearse, only: ['rehearsal', 'human'], agents: { [seat]: 'human' }, limit: 1 },
    person,
  );
  assert.ok(started.ok, started.ok ? '' : started.error.code);
  await until(app, waits);
  return { repository, app };
}

describe('a lane of a person', function () {
  this.timeout(90_000);

  it('waits over a restart, and a review of theirs opens the gate', async () => {
    const { repository, app } = await withPersonAs('reviewer');
    let open = app;
    try {
      const [waiting] = awaitedReports(app.state);
      const id = waiting?.job.id ?? '';
      await app.close();

      open = await openTestApp(repository.root);
      const folder = join(repository.root, '.mam/jobs', id);
      await untilSo(() => existsSync(join(folder, 'hand-in.md')), 'the brief');
      assert.match(readFileSync(join(folder, 'brief.md'), 'utf8'), /\[VERDICT: PASS\]/);
      assert.equal(readFileSync(join(folder, 'hand-in.md'), 'utf8'), '');
      assert.equal(existsSync(join(folder, 'spec.json')), false, 'a program was started');

      const report = 'I read it.\n\n- [minor] notes/one.md:1 - short\n\n[VERDICT: PASS]\n';
      assert.equal(codeOf(await open.handIn(id, '', person)), 'handin.empty');
      assert.equal(codeOf(await open.handIn(id, 'I read it.', person)), 'verdict.missing');
      assert.equal(codeOf(await open.handIn(id, report, { kind: 'job', id })), 'actor.personOnly');
      assert.equal(codeOf(await open.handIn('nobody', report, person)), 'handin.notOpen');
      assert.equal(codeOf(await open.handIn(id, report, person)), 'taken');

      await until(open, (now) => Object.values(now.state.loops).every((loop) => loop.state === 'ended'));
      const [run] = Object.values(open.state.runs);
      assert.equal(run?.phase, 'waiting', describeState(open));
      const verdict = run.verdicts.find((one) => one.job === id);
      assert.deepEqual([run.gate?.open, verdict?.word, verdict?.session], [true, 'pass', 'reviewer']);
      assert.equal(codeOf(await open.handIn(id, report, person)), 'handin.notOpen');
    } finally {
      await open.close();
      await repository.dispose();
    }
  });

  it('takes what a person wrote in the worktree', async () => {
    const { repository, app } = await withPersonAs('implementer');
    try {
      const [waiting] = awaitedReports(app.state);
      const worktree = app.state.worktrees[waiting?.job.worktree ?? '']?.path ?? '';
      repository.write(`${worktree.slice(repository.root.length + 1)}/notes/one.md`, 'by hand\n');
      assert.equal(codeOf(await app.handIn(waiting?.job.id ?? '', 'Wrote the note.', person)), 'taken');
      await until(app, (now) => Object.values(now.state.loops).every((loop) => loop.state === 'ended'));
      const [run] = Object.values(app.state.runs);
      assert.equal(run?.phase, 'waiting', describeState(app));
      assert.equal(repository.git('show', `${run.branch}:notes/one.md`), 'by hand');
    } finally {
      await app.close();
      await repository.dispose();
    }
  });

  it('is withdrawn when its loop is stopped', async () => {
    const { repository, app } = await withPersonAs('reviewer');
    try {
      await app.dispatch({ type: 'stopLoop' }, person);
      await until(app, (now) => Object.values(now.state.loops).every((loop) => loop.state === 'ended'));
      assert.equal(waits(app), false);
    } finally {
      await app.close();
      await repository.dispose();
    }
  });
});
