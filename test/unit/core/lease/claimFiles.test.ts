import assert from 'node:assert/strict';
import type { DomainEvent } from '../../../../src/core/event.ts';
import { fold } from '../../../../src/core/evolve.ts';
import { claimFiles, type Claim, type Scope } from '../../../../src/core/lease/claimFiles.ts';
import { leaseName } from '../../../../src/core/lease/facts.ts';
import { shared } from '../../../../src/core/lease/shared.ts';
import type { Lease } from '../../../../src/core/lease/types.ts';
import { emptyState, type State } from '../../../../src/core/state.ts';

const at = '2026-06-01T12:00:00Z';
const minutes = 60_000;
const now = 1_000 * minutes;

const scopeOf = (change: Partial<Scope> = {}): Scope => ({
  task: 'T-2026-0001',
  issue: '7',
  branch: 'feat/issue-7',
  worktree: '.',
  files: ['src/a.ts'],
  session: 'implementer',
  agent: '',
  ttlMs: 30 * minutes,
  ...change,
});

const leaseOf = (change: Partial<Lease> = {}): Lease => ({
  id: 'other',
  run: null,
  task: 'T-2026-0002',
  issue: '7',
  branch: 'feat/issue-7',
  worktree: '.',
  session: 'implementer',
  agent: '',
  claims: ['src/b.ts'],
  epoch: 1,
  claimedAt: '2026-06-01T11:00:00Z',
  ttlMs: 30 * minutes,
  expiresAwake: now + 1,
  state: 'active',
  borrower: null,
  ...change,
});

const past = { expiresAwake: now - 1 };
const lent = { borrower: { agent: 'codex', token: 'f'.repeat(64), since: at } };
const broken = { state: 'recovery-needed', reason: 'missing-worktree' } as const;

const stateOf = (...leases: readonly Lease[]): State =>
  after(
    emptyState,
    leases.map((lease): DomainEvent => ({ type: 'leaseClaimed', lease })),
  );

const after = (state: State, events: readonly DomainEvent[]): State =>
  fold(
    events.map((event, i) => ({ seq: state.seq + i + 1, at, actor: 'host:test', event })),
    state,
  );

let ids = 0;
const claim = (state: State, change: Partial<Scope> = {}): Claim & { readonly leases: readonly Lease[] } => {
  const done = claimFiles(state, scopeOf(change), { at, awakeMs: now, id: () => `own-${++ids}` });
  return { ...done, leases: Object.values(after(state, done.events).leases) };
};

const codes = (problems: Claim['blockers']): readonly string[] => problems.map((one) => one.code);

describe('the name of a lease', () => {
  const rows: readonly (readonly [Partial<Lease>, string])[] = [
    [{ task: 'T-2026-0001' }, 't-2026-0001-7-feat-issue-7-implementer'],
    [
      { task: 'T-2026-0001', issue: '1780', branch: 'feat/issue-1780-lease-claim-disjoint' },
      't-2026-0001-1780-feat-issue-1780-lease-claim-disjoint-implem',
    ],
    [{ task: null, issue: null }, 'feat-issue-7-implementer'],
  ];
  for (const [change, name] of rows) it(`is ${name}`, () => assert.equal(leaseName(emptyState, leaseOf(change)), name));
});

describe('a claim of files', () => {
  it('of an empty ledger is one active lease', () => {
    const { leases, blockers, warnings } = claim(emptyState);
    assert.deepEqual([blockers, warnings, leases.length], [[], [], 1]);
    const [lease] = leases;
    assert.deepEqual(
      [lease?.state, lease?.expiresAwake, lease?.claims, lease?.borrower, lease?.worktree, lease?.epoch],
      ['active', now + 30 * minutes, ['src/a.ts'], null, '.', 1],
    );
  });

  it('without files claims nothing', () => assert.deepEqual(claim(emptyState, { files: [] }).events, []));

  it('with a path outside is refused', () =>
    assert.deepEqual(codes(claim(emptyState, { files: ['../x'] }).blockers), ['claims.invalid']));

  it('of context paths alone covers them and blocks nobody', () => {
    const state = stateOf(leaseOf({ claims: ['tasks/queue.md', 'src/b.ts'] }));
    const { leases, blockers } = claim(state, { files: ['tasks/queue.md'] });
    assert.deepEqual(
      [blockers, leases.map((lease) => lease.claims)],
      [[], [['tasks/queue.md', 'src/b.ts'], ['tasks/queue.md']]],
    );
  });

  it('drops the own lease that lapsed in the main checkout', () => {
    const { leases, warnings, blockers } = claim(stateOf(leaseOf({ task: 'T-2026-0001', ...past })));
    assert.deepEqual([blockers, codes(warnings)], [[], ['lease.staleFreeCleared']]);
    assert.deepEqual(
      leases.map((lease) => lease.id === 'other'),
      [false],
    );
  });

  it('drops the own lease that waited for recovery in the main checkout', () => {
    const { warnings, leases } = claim(stateOf(leaseOf({ task: 'T-2026-0001', ...past, ...broken })));
    assert.deepEqual([codes(warnings), leases.length], [['lease.staleRecoveryCleared'], 1]);
  });

  it('never drops the lapsed lease of a sibling on the same branch and issue', () => {
    const { leases, warnings } = claim(stateOf(leaseOf(past)));
    assert.deepEqual([leases.length, warnings], [2, []]);
  });

  it('prolongs the lease that the scope holds', () => {
    const { leases, warnings } = claim(stateOf(leaseOf({ task: 'T-2026-0001', claims: ['src/a.ts'] })));
    assert.deepEqual([leases.length, leases[0]?.expiresAwake, leases[0]?.epoch], [1, now + 30 * minutes, 1]);
    assert.deepEqual(codes(warnings), ['lease.alreadyActive']);
  });

  it('takes the files of a newer tick, and none away from whoever borrowed it', () => {
    for (const [borrowed, claims] of [
      [{}, ['src/a.ts']],
      [lent, ['src/c.ts', 'src/a.ts']],
    ] as const) {
      const { leases } = claim(stateOf(leaseOf({ task: 'T-2026-0001', claims: ['src/c.ts'], ...borrowed })));
      assert.deepEqual([leases.length, leases[0]?.claims, leases[0]?.epoch], [1, claims, 2]);
    }
  });

  it('does not take a person’s lease for its own', () => {
    for (const change of [{}, past]) {
      const mine = leaseOf({ task: null, person: 'ann', claims: ['src/a.ts', 'src/b.ts'], ...change });
      const { events, blockers } = claim(stateOf(mine), { task: null, files: ['src/a.ts'] });
      assert.deepEqual([events, codes(blockers)], [[], ['lease.overlap']]);
    }
  });

  it('never drops the lapsed lease that somebody writes with', () => {
    const { leases } = claim(stateOf(leaseOf({ task: 'T-2026-0001', ...past, ...lent })));
    assert.deepEqual([leases.length, leases[0]?.id], [1, 'other']);
  });

  it('leaves the lease of a run as it is', () => {
    const { events, warnings } = claim(stateOf(leaseOf({ task: 'T-2026-0001', run: 'run-1', claims: ['src/**'] })));
    assert.deepEqual([events, codes(warnings)], [[], ['lease.alreadyActive']]);
  });

  it('is refused as a whole by the holder of one file, who is named', () => {
    const { events, blockers, warnings } = claim(stateOf(leaseOf()), { files: ['src/a.ts', 'src/b.ts'] });
    assert.deepEqual([events, codes(blockers), warnings], [[], ['lease.overlap'], []]);
    const { files, holder, session, since } = blockers[0]?.params ?? {};
    assert.deepEqual(
      [files, holder, session, since],
      ['src/b.ts', 'T-2026-0002', 'implementer', '2026-06-01T11:00:00Z'],
    );
  });

  it('names the first five of seven files', () => {
    const files = [7, 6, 5, 4, 3, 2, 1].map((n) => `f${n}`);
    const { blockers } = claim(stateOf(leaseOf({ claims: files })), { files });
    assert.equal(blockers[0]?.params['files'], 'f1, f2, f3, f4, f5');
  });

  it('is not hindered by a broken lease of other files, and is by one of its own', () => {
    const state = stateOf(leaseOf({ ...broken, ...lent, ...past, worktree: '/nope', branch: 'feat/x', issue: null }));
    const free = claim(state);
    assert.deepEqual(
      [free.leases.length, codes(free.blockers), codes(free.warnings)],
      [2, [], ['lease.recoveryNeeded']],
    );
    const held = claim(state, { files: ['src/b.ts'] });
    assert.deepEqual([held.events, codes(held.blockers)], [[], ['lease.recoveryNeeded']]);
  });

  it('waits for a person when the scope itself has a broken lease', () => {
    const { events, blockers } = claim(stateOf(leaseOf({ task: 'T-2026-0001', ...broken })));
    assert.deepEqual([events, codes(blockers)], [[], ['lease.recoveryNeeded']]);
  });

  it('goes by branch or issue where no task is named', () => {
    for (const change of [{ issue: null }, { branch: 'feat/other' }]) {
      const { leases } = claim(stateOf(leaseOf({ task: null, ...change })), { task: null, files: ['src/b.ts'] });
      assert.deepEqual([leases.length, leases[0]?.id], [1, 'other']);
    }
  });
});

describe('files that two claims share', () => {
  const rows: readonly (readonly [readonly string[], readonly string[], readonly string[]])[] = [
    [['tasks/queue.md', 'src/a.ts'], ['tasks/queue.md', 'src/b.ts'], []],
    [['tasks/queue.md', 'src/a.ts'], ['tasks/queue.md', 'src/b.ts', 'src/a.ts'], ['src/a.ts']],
    [['src'], ['src/a.ts', 'src/b.ts', 'lib/a.ts'], ['src/a.ts', 'src/b.ts']],
    [
      ['src/a.ts', 'src/b/c.ts'],
      ['src', 'src/b'],
      ['src', 'src/b'],
    ],
    [['SRC/a.ts'], ['src/A.ts'], ['src/A.ts']],
    [
      ['src/*.ts', 'x'],
      ['src/a.ts', 'src/b/*', 'x', '*'],
      ['x', 'src/a.ts', '*'],
    ],
  ];
  for (const [a, b, expected] of rows)
    it(`of [${a.join()}] and [${b.join()}] are [${expected.join()}]`, () =>
      assert.deepEqual(
        shared(a, b).map((pair) => pair.b),
        expected,
      ));

  it('are found among many thousands', () => {
    const many = Array.from({ length: 20_000 }, (_, i) => `src/folder-${i % 50}/file-${i}.ts`);
    assert.equal(shared(many, [...many.slice(0, 7), 'other']).length, 7);
  });
});
