import assert from 'node:assert/strict';
import { nobody } from '../../../../src/adapters/agents/signIn.ts';
import { agentFindings } from '../../../../src/app/doctor/agents.ts';
import type { AgentStatus } from '../../../../src/app/ports/agents.ts';
import { diskFinding } from '../../../../src/app/doctor/disk.ts';
import { examineRepository } from '../../../../src/app/doctor/examine.ts';
import { fill, problem } from '../../../../src/base/problem.ts';
import { createHarness } from '../../../builders/appHarness.ts';

describe('the doctor', () => {
  it('has a line for everything that MAM needs, each once', async () => {
    const h = await createHarness({ queue: '' });
    const found = await examineRepository(fill, h.app);
    const what = found.map((one) => one.what);
    for (const one of ['Repository', 'Branch', 'Owner', 'Ledger', 'Log', 'Bus', 'Worktrees', 'Disk'])
      assert.ok(what.includes(one), one);
    const said = found.map((one) => `${one.what}: ${one.words}`);
    assert.deepEqual(said, [...new Set(said)]);
    assert.ok(found.every(({ level, argv }) => level !== 'ok' || argv === null));
    await h.app.close();
  });

  it('says so where git can’t tell how the worktrees are', async () => {
    const h = await createHarness({ queue: '' });
    h.git.failNext('examineWorktrees', problem('git.failed', 'It failed.'));
    const found = (await examineRepository(fill, h.app)).filter(({ what }) => what === 'Worktrees');
    assert.deepEqual(found, [{ level: 'fail', what: 'Worktrees', words: 'It failed.', argv: null }]);
    await h.app.close();
  });

  it('offers the command that signs in to an agent, and none for one that is missing', async () => {
    const agent = { id: 'codex', name: 'Codex', embedded: false };
    const findings = (status: AgentStatus) =>
      agentFindings(fill, { agents: () => [agent], probeAgent: async () => status });
    const [out] = await findings(nobody('Codex', 'no login', 'codex login'));
    assert.deepEqual([out?.level, out?.argv], ['warn', ['codex', 'login']]);
    const [missing] = await findings({ kind: 'missing', problem: problem('agent.missing', 'Not found.') });
    assert.deepEqual([missing?.level, missing?.argv], ['warn', null]);
  });

  const disks: readonly (readonly [free: number | null, level: string])[] = [
    [null, 'warn'],
    [2 * 1024 ** 3, 'ok'],
    [1024 ** 3, 'warn'],
    [1024 ** 3 / 10, 'fail'],
    [0, 'fail'],
  ];
  for (const [free, level] of disks)
    it(`judges a disk with ${free ?? 'an unknown number of'} free bytes`, () =>
      assert.equal(diskFinding(fill, free).level, level));
});
