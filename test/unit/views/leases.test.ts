import assert from 'node:assert/strict';
import { leasesView } from '../../../src/app/views/leases.ts';
import type { Lease } from '../../../src/core/lease/types.ts';
import { aJob, aScene, reader, reported, workingState } from '../../builders/scene.ts';

const view = (change: Partial<Lease>) => {
  const state = workingState();
  const lease = state.leases['lease-1'];
  assert.ok(lease);
  return leasesView(reader(), aScene({ ...state, leases: { 'lease-1': { ...lease, ...change } } }));
};

describe('leases view', () => {
  it('says who holds what, and how', () => {
    const [node] = view({});
    assert.deepEqual(
      [node?.label, node?.description, node?.icon],
      ['src/fetch.ts +1', 'Implementer (claude) · advisory · held for 6 min · T-2026-0014', 'lock'],
    );
    assert.deepEqual(
      node?.children.map((child) => child.label),
      ['src/fetch.ts', 'test/fetch.test.ts'],
    );
  });

  const times: readonly (readonly [number | null, string])[] = [
    [5_000_000 - 24 * 60_000 - 30_000, '24 min left'],
    [5_000_000 - 40_000, '40 s left'],
    [5_000_000, 'time is up'],
    [null, 'held for 6 min'],
  ];
  for (const [awakeMs, words] of times) {
    it(`says ${words}`, () => {
      const [node] = leasesView(reader(), aScene(workingState(), { awakeMs }));
      assert.equal(node?.description.split(' · ').at(2), words);
    });
  }

  it('names the claim of everything', () => {
    assert.equal(view({ claims: ['**'] })[0]?.label, 'whole repository');
  });

  it('warns when a lease has to be recovered, says why, and opens the way out', () => {
    const [node] = view({ state: 'recovery-needed', reason: 'missing-worktree' });
    assert.equal(node?.description, 'Implementer (claude) · recovery needed · its worktree is gone · T-2026-0014');
    assert.deepEqual([node.icon, node.tone, node.contextValue], ['warning', 'attention', 'lease.recovery']);
    assert.deepEqual(
      [node.action?.name, node.action?.args, node.subject.lease],
      ['recoverLease', ['lease-1'], 'lease-1'],
    );
  });

  it('names who takes a lease over, and whose it is then', () => {
    const takeover = { by: 'ann', at: '2026-05-04T14:04:00Z', effectiveAwake: 1 };
    const [leaving] = view({ takeover });
    assert.equal(
      leaving?.description,
      'Implementer (claude) · being taken over · held for 6 min · ann takes it over · T-2026-0014',
    );
    assert.deepEqual([leaving.tone, leaving.contextValue], ['attention', 'lease.leaving']);
    const [taken] = view({ person: 'ann', session: 'person', run: null, task: null, agent: '' });
    assert.deepEqual(
      [taken?.description, taken?.contextValue],
      ['ann · no lane at work · held for 6 min · ann', 'lease.person'],
    );
  });

  it('calls nothing enforced that no lane holds now', () => {
    const hold = { level: 'enforced', worktree: 'enforced', claim: 'enforced', by: ['hook'], why: null } as const;
    const word = (job: Parameters<typeof aJob>[0], change: Partial<Lease> = {}) => {
      const state = workingState({ jobs: [aJob(job)] });
      const lease = { ...(state.leases['lease-1'] ?? assert.fail('no lease')), ...change };
      return leasesView(reader(), aScene({ ...state, leases: { 'lease-1': lease } }))[0]?.description?.split(' · ')[1];
    };
    const lent = (token: string) => ({ borrower: { agent: 'codex', token, since: '2026-05-04T14:00:00Z' } });
    assert.deepEqual(
      [
        word({ hold }),
        word({ hold, ended: reported('14:02') }),
        word({ hold, access: 'read' }),
        word({ hold }, { run: null }),
        word({ hold }, { run: null, ...lent('run-1') }),
        word({ hold }, { run: null, ...lent('x') }),
      ],
      ['enforced', 'no lane at work', 'no lane at work', 'no lane at work', 'enforced', 'advisory'],
    );
  });

  it('names the agent that has it in hand', () => {
    const [node] = view({ borrower: { agent: 'codex', token: 'x', since: '2026-05-04T14:00:00Z' } });
    assert.match(node?.description ?? '', /^Implementer \(codex\)/);
  });
});
