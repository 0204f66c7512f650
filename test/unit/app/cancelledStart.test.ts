import assert from 'node:assert/strict';
import { problem } from '../../../src/base/problem.ts';
import { createHarness, person } from '../../builders/appHarness.ts';
import { queueText } from '../../builders/queueText.ts';

describe('a start that is cancelled', () => {
  const request = { tasks: null, limit: 1, only: null, agents: {}, claims: {}, allowedChecks: [] };

  it('has begun nothing, and the next one begins as if it had not been', async () => {
    const h = await createHarness({ queue: queueText({ id: 'T-2026-0001', claims: '`a.txt`' }) });
    const left = new AbortController();
    const starting = h.app.startLoop(request, person, left.signal);
    left.abort();
    const started = await starting;
    assert.equal(started.ok ? null : started.error.code, 'loop.startCancelled');
    assert.deepEqual([h.app.state.loops, h.app.state.runs], [{}, {}]);
    await h.start();
    assert.equal(h.run().task.id, 'T-2026-0001');
  });

  it('says before anything is begun that there is no commit that work could start from', async () => {
    const h = await createHarness({ queue: queueText({ id: 'T-2026-0001', claims: '`a.txt`' }) });
    h.git.failNext('resolveBase', problem('git.unborn', 'No commit yet.'));
    const started = await h.app.startLoop(request, person);
    assert.equal(started.ok ? null : started.error.code, 'git.unborn');
    assert.deepEqual([h.app.state.loops, h.app.state.runs], [{}, {}]);
  });
});
