import assert from 'node:assert/strict';
import { snapshotVersion } from '../../../src/app/orchestrator.ts';
import { createHarness, person } from '../../builders/appHarness.ts';
import { queueText } from '../../builders/queueText.ts';

const queue = queueText({ id: 'T-2026-0001', claims: '`a.txt`' });

describe('verifying the evidence', () => {
  it('finds a snapshot that was changed, and goes on with what the log says', async () => {
    const first = await createHarness({ queue });
    await first.start();
    const { state } = first.app;
    const forged = { ...state, runs: {}, queue: { tasks: [], problems: [] } };
    await first.store.saveSnapshot(snapshotVersion, state.seq, JSON.stringify(forged));
    await first.app.close();

    const second = await createHarness({ queue, store: first.store, git: first.git, files: first.files });
    assert.deepEqual(second.app.state.runs, {});
    const verified = await second.app.verify();
    assert.deepEqual([verified.ok, verified.problem?.code], [false, 'store.stateDiffers']);
    assert.deepEqual(Object.keys(second.app.state.runs), Object.keys(state.runs));
    assert.equal((await second.app.verify()).ok, true);
    await second.app.close();
  });

  it('comes before every approval', async () => {
    const h = await createHarness({ queue });
    await h.start();
    const run = h.run();
    const row = h.store.database.rows[3];
    assert.ok(row);
    h.store.database.rows[3] = { ...row, data: row.data.replace(/}$/, ',"forged":true}') };
    const approved = await h.app.dispatch({ type: 'approve', run: run.id, head: run.change?.head ?? '' }, person);
    assert.equal(approved.ok, false);
    assert.equal(h.run().decision, null);
    await h.app.close();
  });
});
