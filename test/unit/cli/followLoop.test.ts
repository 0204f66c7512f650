import assert from 'node:assert/strict';
import { replaced } from '../../../src/adapters/store/failures.ts';
import type { App } from '../../../src/app/app.ts';
import { currentLoop } from '../../../src/app/views/select.ts';
import { followLoop, onlyLoop } from '../../../src/cli/followLoop.ts';
import { plainPaint } from '../../../src/cli/paint.ts';
import { progressLine } from '../../../src/cli/progressLine.ts';
import { runData } from '../../../src/cli/summaryData.ts';
import { summaryLines } from '../../../src/cli/summary.ts';
import { fill, type Problem } from '../../../src/base/problem.ts';
import { createHarness, passes, person, writesFile } from '../../builders/appHarness.ts';
import { queueText } from '../../builders/queueText.ts';
import { aChange, aRun, workingState } from '../../builders/scene.ts';
import { byAccess, inTurn, reported } from '../../fakes/fakeLanes.ts';
import { createTestCli } from './terminal.ts';

const queue = queueText({ id: 'T-2026-0001', claims: '`a.txt`', title: 'Say \u001b[31mhello' });

describe('following a loop', () => {
  it('tells every event once and in order, ends with the loop, and says each step', async () => {
    const h = await createHarness({
      queue,
      play: (git) =>
        byAccess({
          write: writesFile(git),
          read: inTurn(reported('- [major] a.txt:1 - no\n\n[VERDICT: NOT PASS]'), passes),
        }),
    });
    const since = h.app.state.seq;
    await h.app.startLoop({ tasks: null, limit: 1, only: null, agents: {}, claims: {}, allowedChecks: [] }, person);
    const told: number[] = [];
    const lines: string[] = [];
    const following = followLoop(h.app, onlyLoop(currentLoop(h.app.state)?.id ?? ''), since, {
      signal: new AbortController().signal,
      onEvent: (event, state) => {
        told.push(event.seq);
        const line = progressLine({ t: fill, paint: plainPaint, controlRoot: '/repo' }, event, state);
        if (line !== null) lines.push(line.replace(/^\d\d:\d\d:\d\d {2}/, ''));
      },
    });
    await h.rest();
    await following;
    assert.deepEqual(
      told,
      Array.from({ length: h.app.state.seq - since }, (_, i) => since + 1 + i),
    );
    const all = lines.join('\n');
    for (const step of [
      /^T-2026-0001 {2}task chosen: Say ·\[31mhello$/m,
      /^T-2026-0001 {2}base main [0-9a-f]{7}, branch feature\/T-2026-0001-integration$/m,
      /^T-2026-0001 {2}lease held: a\.txt$/m,
      /^T-2026-0001 {2}worktree ready: \.claude\/worktrees\/T-2026-0001-/m,
      /^T-2026-0001 {2}Implementer started \(codex\)$/m,
      /^T-2026-0001 {2}Implementer ended after 0\.0 s$/m,
      /^T-2026-0001 {2}patch: 1 file, \+1 −1$/m,
      /^T-2026-0001 {2}committed as [0-9a-f]{7}$/m,
      /NOT PASS, 1 finding$/m,
      /^T-2026-0001 {2}check passed: npm test \(0\.0 s\)$/m,
      /^T-2026-0001 {2}gate CLOSED: 8 of 9 rules pass$/m,
      /^T-2026-0001 {2}round 2: back to the writer$/m,
      /^T-2026-0001 {2}gate OPEN: 9 of 9 rules pass$/m,
      /^loop ended: everything that it could do is done$/m,
    ])
      assert.match(all, step);
    assert.ok(!all.includes('\u001b'));
    await h.app.close();
  });

  it('lets go when it is told to', async () => {
    const h = await createHarness({
      queue,
      play: () => byAccess({ write: () => new Promise(() => undefined), read: passes }),
    });
    await h.start();
    const leave = new AbortController();
    const following = followLoop(h.app, onlyLoop(currentLoop(h.app.state)?.id ?? ''), 0, {
      signal: leave.signal,
      onEvent: () => undefined,
    });
    leave.abort();
    await following;
    assert.equal(currentLoop(h.app.state)?.state, 'running');
    await h.app.close();
  });

  it('passes on what its listener throws', async () => {
    const h = await createHarness({ queue });
    await h.start();
    const following = followLoop(h.app, onlyLoop(currentLoop(h.app.state)?.id ?? ''), 0, {
      signal: new AbortController().signal,
      onEvent: () => {
        throw new Error('no room');
      },
    });
    await assert.rejects(following, /no room/);
    await h.app.close();
  });
});

describe('a log that gives nothing although there is more', () => {
  /** A loop that is over, of which the log can't be read any more. */
  const unreadable = async (problem: Problem | null) => {
    const h = await createHarness({ queue });
    await h.start();
    const app: App = Object.create(h.app, {
      state: { get: () => h.app.state },
      problem: { get: () => problem },
      onDidChange: { value: h.app.onDidChange },
      recentEvents: { value: async () => [] },
    });
    return { h, app, loop: currentLoop(h.app.state)?.id ?? '' };
  };

  it('ends with the problem of the log', async () => {
    const { h, app, loop } = await unreadable(replaced('mam.db'));
    const why = await followLoop(app, onlyLoop(loop), 0, {
      onEvent: () => undefined,
      signal: new AbortController().signal,
    });
    assert.equal(why?.code, 'store.replaced');
    await h.app.close();
  });

  it('leaves timers and signals their turn', async () => {
    const { h, app, loop } = await unreadable(null);
    const leave = new AbortController();
    setTimeout(() => leave.abort(), 5);
    const why = await followLoop(app, onlyLoop(loop), 0, { onEvent: () => undefined, signal: leave.signal });
    assert.equal(why, null);
    await h.app.close();
  });
});

describe('the summary of a run', () => {
  it('names the next command in every state, in words and as data', async () => {
    const h = await createHarness({ queue });
    await h.start();
    const cli = createTestCli();
    const open = summaryLines(cli, '/repo', h.app.state, h.run()).join('\n');
    assert.match(open, /Gate +OPEN\n( {4}pass .*\n){7}/);
    assert.match(open, /Next +mam approve T-2026-0001\n +mam return T-2026-0001 --comments "…"$/);
    assert.deepEqual(runData(cli, '/repo', h.app.state, h.run()).next, [
      'mam approve T-2026-0001',
      'mam return T-2026-0001 --comments "…"',
    ]);

    await h.app.dispatch({ type: 'approve', run: h.run().id, head: h.run().change?.head ?? '' }, person);
    await h.rest();
    assert.deepEqual(runData(cli, '/repo', h.app.state, h.run()).next, ['mam merge T-2026-0001']);
    await h.app.mergeLocally(h.run().id, person);
    await h.rest();
    assert.deepEqual(runData(cli, '/repo', h.app.state, h.run()).next, []);
    assert.match(summaryLines(cli, '/repo', h.app.state, h.run()).join('\n'), /Decision +approved by test, merged/);
    await h.app.close();
  });

  it('lists no more files than can be read', () => {
    const [file] = aChange.files;
    assert.ok(file);
    const files = Array.from({ length: 32 }, (_, i) => ({ ...file, path: `f${i}` }));
    const run = aRun({ change: { ...aChange, files } });
    const shown = summaryLines(createTestCli(), '/repo', workingState(), run).join('\n');
    assert.match(shown, /32 files[\s\S]* f29 \(.*\n +… and 2 more$/);
  });

  it('leads into the repository from elsewhere', async () => {
    const h = await createHarness({ queue });
    await h.start();
    const [next] = runData({ ...createTestCli(), cwd: '/else where' }, '/re po', h.app.state, h.run()).next;
    assert.equal(next, "cd '/re po' && mam approve T-2026-0001");
    await h.app.close();
  });
});
