import assert from 'node:assert/strict';
import { editWarning, fileMark, leaseFinder, leaseKey } from '../../../src/app/views/fileLeases.ts';
import type { Lease } from '../../../src/core/lease/types.ts';
import { aScene, aState, at, reader, workingState } from '../../builders/scene.ts';

const leaseOf = (change: Partial<Lease> = {}): Lease => {
  const [first] = Object.values(workingState().leases);
  assert.ok(first);
  return { ...first, claims: ['src/auth/**', 'schema.sql'], ...change };
};

const covered: readonly (readonly [string, boolean])[] = [
  ['src/auth/login.ts', true],
  ['src/auth/deep/er.ts', true],
  ['schema.sql', true],
  ['src/author.ts', false],
  ['docs/schema.sql', false],
];

describe('leases of files', () => {
  for (const [path, is] of covered)
    it(`${is ? 'mark' : 'leave'} ${path}`, () => assert.equal(leaseFinder({ one: leaseOf() })(path) !== undefined, is));

  it('say who, for what, until when and how sure that is, in two letters and a sentence', () => {
    const lease = leaseOf({ expiresAwake: 25 * 60_000 });
    const ctx = reader({ now: () => at('14:00') });
    const scene = aScene(workingState(), { awakeMs: 60_000 });
    assert.deepEqual(
      [fileMark(ctx, scene, lease).badge, fileMark(ctx, scene, lease).tooltip],
      ['L', 'Leased by Implementer (claude) for T-2026-0014 until 14:24: advisory'],
    );
    assert.equal(
      fileMark(ctx, aScene(workingState(), { awakeMs: null }), lease).tooltip,
      'Leased by Implementer (claude) for T-2026-0014: advisory',
      'nobody counts the time here',
    );
    const broken = fileMark(ctx, scene, { ...lease, state: 'recovery-needed', reason: 'dirty-worktree' });
    assert.deepEqual([broken.badge, broken.tooltip.endsWith(': recovery needed')], ['L!', true]);
  });

  it('change their key with what they tell, and with nothing else', () => {
    const [ctx, scene] = [reader(), aScene(workingState())];
    const key = leaseKey(ctx, scene, leaseOf());
    assert.equal(leaseKey(ctx, aScene({ ...workingState(), refs: {} }, { awakeMs: 5 }), leaseOf()), key);
    const others: readonly Partial<Lease>[] = [
      { claims: ['src/**'] },
      { expiresAwake: leaseOf().expiresAwake + 1 },
      { state: 'recovery-needed' },
      { person: 'editor' },
      { takeover: { by: 'editor', at: at('14:00'), effectiveAwake: 1 } },
    ];
    for (const change of others) assert.notEqual(leaseKey(ctx, scene, leaseOf(change)), key, JSON.stringify(change));
  });

  it('warn whoever begins to change a file, unless a person holds it', () => {
    const scene = aScene(workingState(), { awakeMs: null });
    const warning = editWarning(reader(), scene, leaseOf(), 'schema.sql');
    assert.match(warning ?? '', /^schema\.sql is under the lease of T-2026-0014: .* Leased by Implementer/);
    assert.equal(editWarning(reader(), aScene(aState()), leaseOf({ person: 'editor' }), 'schema.sql'), null);
  });
});
