import assert from 'node:assert/strict';
import { leasesView } from '../../../src/app/views/leases.ts';
import type { Lease } from '../../../src/core/lease/types.ts';
import { aScene, reader, workingState } from '../../builders/scene.ts';

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
      ['src/fetch.ts +1', 'Implementer (claude) · enforced · held for 6 min · T-2026-0014', 'lock'],
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

  it('warns when a lease has to be recovered', () => {
    const [node] = view({ state: 'recovery-needed' });
    assert.match(node?.description ?? '', /recovery needed/);
    assert.deepEqual([node?.icon, node?.tone, node?.contextValue], ['warning', 'attention', 'lease.recovery']);
  });
});
