import assert from 'node:assert/strict';
import { actorOf, type ProcessView } from '../../../src/cli/actorOf.ts';

/** Processes by pid; what isn't listed is gone. */
const among = (tree: Readonly<Record<number, ProcessView>>) => async (pid: number) => tree[pid] ?? null;
const plain = (parent: number): ProcessView => ({ parent, env: { PATH: '/bin' } });

describe('who calls mam', () => {
  it('is a person where nothing of MAM is above', async () => {
    const actor = await actorOf({ USER: 'ann' }, 30, among({ 30: plain(20), 20: plain(1) }));
    assert.deepEqual(actor, { kind: 'person', id: 'ann' });
  });

  for (const mark of ['MAM_JOB', 'MAM_LANE', 'MAM_TERMINAL', 'OMC_TEAM_WORKER'])
    it(`is a job with ${mark} in its own environment`, async () => {
      assert.deepEqual(await actorOf({ USER: 'ann', [mark]: 'j1' }, 1, among({})), { kind: 'job', id: 'j1' });
    });

  it('is a job below a lane, even with an environment that it cleared', async () => {
    const tree = { 30: plain(20), 20: { parent: 10, env: { MAM_LANE: 'lane-1' } }, 10: plain(1) };
    assert.deepEqual(await actorOf({}, 30, among(tree)), { kind: 'job', id: 'lane-1' });
  });

  it('looks past a process that it may not read', async () => {
    const tree = { 30: { parent: 20, env: {} }, 20: { parent: 1, env: { MAM_JOB: 'j2' } } };
    assert.equal((await actorOf({}, 30, among(tree))).kind, 'job');
  });

  it('ends although a process claims to be its own parent', async () => {
    assert.equal((await actorOf({}, 30, among({ 30: plain(30) }))).kind, 'person');
  });
});
