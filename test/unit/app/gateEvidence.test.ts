import assert from 'node:assert/strict';
import { problem } from '../../../src/base/problem.ts';
import { err } from '../../../src/base/result.ts';
import type { Ports } from '../../../src/app/ports.ts';
import { gateEvidenceSchema } from '../../../src/protocol/ledger/gateEvidence.ts';
import { createHarness, person, type Harness, type HarnessOptions } from '../../builders/appHarness.ts';
import { queueText } from '../../builders/queueText.ts';

const queue = queueText({ id: 'T-2026-0001', claims: '`a.txt`' }, { id: 'T-2026-0002', claims: '`b.txt`' });

describe('gate evidence of a task', () => {
  const evidence = async (h: Harness, task: string, runValidation = false) => {
    const found = await h.app.gateEvidence({ task, runValidation }, person);
    assert.ok(found.ok, found.ok ? '' : found.error.code);
    return { ...gateEvidenceSchema.parse(JSON.parse(found.value.json)), inLedger: found.value.isInLedger };
  };
  const started = async (options: Partial<HarnessOptions> = {}): Promise<Harness> => {
    const h = await createHarness({ queue, ...options });
    await h.start();
    return h;
  };

  it('runs no check for a job, with a commit or without one', async () => {
    const h = await started();
    for (const task of ['T-2026-0001', 'T-2026-0002']) {
      const { seq } = h.app.state;
      const found = await h.app.gateEvidence({ task, runValidation: true }, { kind: 'job', id: 'j' });
      assert.equal(found.ok ? '' : found.error.code, 'actor.personOnly');
      assert.equal(h.app.state.seq, seq);
    }
    await h.app.close();
  });

  it('is ready when all required roles passed and the checks ran', async () => {
    const h = await started();
    const found = await evidence(h, 'T-2026-0001');
    assert.deepEqual(
      [found.conservative_gate.ready, found.conservative_gate.role_ok, found.validation.passed, found.stale],
      [true, true, true, false],
    );
    assert.equal(found.inLedger, true);
    assert.equal(found.mam.hash, h.store.database.rows[found.mam.seq - 1]?.hash);
    await h.app.close();
  });

  it('of a task that was never started has no role and is not ready', async () => {
    const h = await started();
    const found = await evidence(h, 'T-2026-0077');
    assert.deepEqual(
      [found.run_id, found.conservative_gate.ready, found.patch, found.apply, found.validation.ran, found.inLedger],
      [null, false, null, null, false, false],
    );
    assert.ok(found.conservative_gate.required_roles.length > 0);
    assert.ok(found.conservative_gate.required_roles.every((role) => !role.ok));
    await h.app.close();
  });

  it('before anything was started names the roles as missing', async () => {
    const h = await createHarness({ queue });
    const found = await evidence(h, 'T-2026-0001');
    assert.deepEqual(
      found.conservative_gate.required_roles.map((role) => role.status),
      ['missing', 'missing'],
    );
    assert.equal(found.conservative_gate.ready, false);
    await h.app.close();
  });

  it('runs the checks on the exact commit when asked, and records what they say', async () => {
    const h = await started();
    const ran = h.commands.ran.length;
    assert.equal((await evidence(h, 'T-2026-0001', true)).conservative_gate.ready, true);
    assert.equal(h.commands.ran.length, ran + 1);
    h.commands.result = { ...h.commands.result, exitCode: 1 };
    const failing = await evidence(h, 'T-2026-0001', true);
    assert.deepEqual(
      [failing.conservative_gate.ready, failing.conservative_gate.objective_ok, failing.validation.returncode],
      [false, false, 1],
    );
    assert.equal(h.run().gate?.open, false);
    assert.equal(h.run().phase, 'waiting');
    assert.equal((await h.app.verify()).ok, true);
    await h.app.close();
  });

  it('of a task without a commit runs its allowed checks in the source root, and is not ready whatever they say', async () => {
    const h = await started();
    const found = await evidence(h, 'T-2026-0002', true);
    assert.deepEqual(
      [found.validation.ran, found.validation.passed, found.conservative_gate.ready],
      [true, true, false],
    );
    await h.app.close();
  });

  it('says that a patch is unreadable when it was erased, and is not ready', async () => {
    const h = await started();
    await h.store.eraseBlob(h.run().change?.patch ?? '');
    const found = await evidence(h, 'T-2026-0001');
    assert.deepEqual([found.patch, found.conservative_gate.ready], [{ verdict: 'unreadable' }, false]);
    await h.app.close();
  });

  it('says that the branch is unreadable when git can’t tell, and is not ready', async () => {
    let isBroken = false;
    const broken = err(problem('git.failed', 'No.'));
    const wrap = (ports: Ports): Ports => ({
      ...ports,
      git: { ...ports.git, refs: (names) => (isBroken ? Promise.resolve(broken) : ports.git.refs(names)) },
    });
    const h = await started({ wrap });
    isBroken = true;
    const found = await evidence(h, 'T-2026-0001');
    assert.deepEqual([found.apply, found.conservative_gate.ready], [{ decision: 'unreadable' }, false]);
    await h.app.close();
  });

  it('counts what the audit of the ledger finds, which does not close the gate', async () => {
    const h = await started();
    await h.files.write('/repo/reports/agent_loop/active/start.md', 'key: ghp_abcdefghijklmnopqrstuvwxyz0123456789\n');
    const found = await evidence(h, 'T-2026-0001');
    assert.deepEqual([found.privacy.clean, found.conservative_gate.ready], [false, true]);
    await h.app.close();
  });

  it('is not ready once the task is abandoned', async () => {
    const h = await started();
    await h.app.dispatch({ type: 'abandonRun', run: h.run().id }, person);
    assert.equal((await evidence(h, 'T-2026-0001')).conservative_gate.ready, false);
    await h.app.close();
  });
});
