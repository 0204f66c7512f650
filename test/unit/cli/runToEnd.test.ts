import assert from 'node:assert/strict';
import { currentLoop } from '../../../src/app/views/select.ts';
import { onlyLoop } from '../../../src/cli/followLoop.ts';
import { runToEnd } from '../../../src/cli/runToEnd.ts';
import { createHarness, person } from '../../builders/appHarness.ts';
import { queueText } from '../../builders/queueText.ts';
import { createTestCli } from './terminal.ts';

const queue = queueText({ id: 'T-2026-0001', claims: '`a.txt`' });

describe('following a loop to its end', () => {
  it('sums up what is so now, not what was so when anybody last looked', async () => {
    const h = await createHarness({ queue });
    await h.start();
    const loop = currentLoop(h.app.state)?.id ?? '';
    h.git.commitOn('main', { 'a.txt': 'by somebody\n' });
    const cli = createTestCli();
    const code = await runToEnd(cli, h.app, {
      followed: onlyLoop(loop),
      since: h.app.state.seq,
      json: false,
      answers: 'leave',
    });
    const shown = cli.shown.join('\n');
    assert.equal(code, 1, shown);
    assert.match(
      shown,
      /gate CLOSED[\s\S]*Gate +CLOSED[\s\S]*Waits +T-2026-0001 conflicts with refs\/heads\/main in a\.txt/,
    );
    assert.match(shown, /Next +mam return T-2026-0001 --comments "…"$/);
  });

  it('says by its exit code that a loop was blocked before it came to any run', async () => {
    const h = await createHarness({ queue });
    await h.start();
    const loop = currentLoop(h.app.state);
    assert.ok(loop);
    const exitOf = async (outcome: 'blocked' | 'stopped' | 'completed'): Promise<number> => {
      const state = { ...h.app.state, runs: {}, loops: { [loop.id]: { ...loop, outcome } } };
      const app: typeof h.app = { ...h.app, state };
      const request = { followed: onlyLoop(loop.id), since: state.seq, json: false, answers: 'leave' } as const;
      return runToEnd(createTestCli(), app, request);
    };
    assert.deepEqual([await exitOf('blocked'), await exitOf('stopped'), await exitOf('completed')], [1, 1, 0]);
  });

  it('waits for a task of an older loop that was answered, and sums it up', async () => {
    const h = await createHarness({
      queue: queueText({ id: 'T-2026-0001' }, { id: 'T-2026-0002', claims: '`b.txt`' }),
    });
    await h.start({ tasks: ['T-2026-0001'] });
    const [first] = Object.values(h.app.state.runs);
    assert.equal(first?.ask?.kind, 'claims');
    await h.start({ tasks: ['T-2026-0002'] });
    await h.app.dispatch({ type: 'setClaims', run: first.id, claims: ['a.txt'] }, person);
    const since = h.app.state.seq;
    await h.app.dispatch({ type: 'resumeLoop' }, person);
    const loop = currentLoop(h.app.state)?.id ?? '';
    const cli = createTestCli();
    await runToEnd(cli, h.app, { followed: { loop, has: () => true }, since, json: false, answers: 'leave' });
    assert.equal(h.app.state.runs[first.id]?.phase, 'waiting');
    assert.match(cli.shown.join('\n'), /T-2026-0001[\s\S]*gate OPEN/);
  });

  it('goes on with the next task where it answered what the one before had asked', async () => {
    const h = await createHarness({
      queue: queueText(
        { id: 'T-2026-0001', claims: '`a.txt`', checks: ['node --test'] },
        { id: 'T-2026-0002', claims: '`b.txt`', checks: ['node --test'] },
      ),
      settings: { 'mam.checks.allowed': [], 'mam.loop.pool': 1 },
    });
    await h.start({ limit: 2 });
    const loop = currentLoop(h.app.state);
    assert.equal(loop?.halted?.code, 'loop.taskBlocked');
    const request = { followed: onlyLoop(loop?.id ?? ''), since: 0, json: true, answers: 'yes' } as const;
    await runToEnd(createTestCli(), h.app, request);
    const now = currentLoop(h.app.state);
    // The agent of this harness only ever writes a.txt, so that the second task comes to ask.
    assert.deepEqual(
      now?.cycles?.map(({ task, outcome }) => [task, outcome]),
      [
        ['T-2026-0001', 'completed'],
        ['T-2026-0002', 'deferred'],
      ],
    );
  });

  it('sums up only what changed meanwhile, and says which loop it leaves behind', async () => {
    const h = await createHarness({
      queue: queueText({ id: 'T-2026-0001', claims: '`a.txt`' }, { id: 'T-2026-0002', claims: '`b.txt`' }),
    });
    await h.start({ tasks: ['T-2026-0001'] });
    const [first] = Object.values(h.app.state.runs);
    const loop = currentLoop(h.app.state);
    assert.ok(first && loop);
    const before = h.app.state;
    const second = { ...first, id: 'second', task: { ...first.task, id: 'T-2026-0002' } };
    const other = { ...loop, id: 'other', state: 'running' as const };
    const after = {
      ...before,
      runs: { ...before.runs, second: { ...second, comments: ['Again.'] } },
      loops: { ...before.loops, other },
    };
    let looks = 0;
    const app: typeof h.app = {
      ...h.app,
      get state() {
        looks += 1;
        return looks === 1 ? { ...before, runs: { ...before.runs, second } } : after;
      },
    };
    const cli = createTestCli();
    const request = { followed: onlyLoop(loop.id), since: before.seq, json: false, answers: 'leave' } as const;
    await runToEnd(cli, app, request);
    const shown = cli.shown.join('\n');
    assert.match(shown, /T-2026-0002/);
    assert.doesNotMatch(shown, /T-2026-0001 {2}/);
    assert.match(shown, /The loop other still has work[\s\S]*mam resume --loop other/);
  });
});
