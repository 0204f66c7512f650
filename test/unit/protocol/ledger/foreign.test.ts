import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { readTime } from '../../../../src/base/clock.ts';
import { readUnits } from '../../../../src/protocol/ledger/foreign/agentMix.ts';
import { readLeases } from '../../../../src/protocol/ledger/foreign/leases.ts';
import { readLoopState } from '../../../../src/protocol/ledger/foreign/loopState.ts';
import { emptyRegistry, liftRegistry, sessionsOf } from '../../../../src/protocol/ledger/foreign/registry.ts';
import type { Result } from '../../../../src/base/result.ts';
import type { Problem } from '../../../../src/base/problem.ts';
import { placesOf } from '../../../../src/app/places.ts';
import { projectedFiles } from '../../../../src/app/projections/index.ts';
import { ledgerFiles } from '../../../../src/protocol/ledger/ledgerFiles.ts';
import { CoreWorld } from '../../../builders/core.ts';
import { privacy } from '../../../builders/privacy.ts';

const places = placesOf({ controlRoot: '/repo', commonDir: '/repo/.git' });

const value = <T>(result: Result<T, Problem>): T => {
  assert.ok(result.ok, result.ok ? '' : result.error.code);
  return result.value;
};
const code = (result: Result<unknown, Problem>): string => (result.ok ? 'ok' : result.error.code);

const lane = (agent: string) => ({ agent, status: 'idle', current_turn: null, wu_spent_rolling: 0 });
const evenMix = {
  target: { claude: 5, codex: 5 },
  unit: 'work_unit',
  window: { type: 'rolling_tasks', size: 20 },
  max_allowed_skew_wu: 2,
};
const old = (session: object, more: object = {}) => ({ schema_version: 1, sessions: [session], ...more });

describe('a registry of another tool', () => {
  it('of the first version is lifted to the second, and what it holds beside that stays', () => {
    const given = old({ session_id: 'implementer', role: 'Implementer', cwd: '.' }, { generated_at: 'x' });
    const before = structuredClone(given);
    assert.deepEqual(value(liftRegistry('f', given)), {
      schema_version: 2,
      generated_at: 'x',
      gate_policy: 'conservative',
      agent_mix: evenMix,
      sessions: [
        {
          session_id: 'implementer',
          role: 'Implementer',
          cwd: '.',
          lanes: { claude: lane('claude'), codex: lane('codex') },
          write_lease_owner: true,
          ship_gate: 'lease-owner',
        },
      ],
    });
    assert.deepEqual(given, before);
  });

  for (const version of ['2', undefined, null, 1, 0, -3, 1.5, true, {}])
    it(`of version ${JSON.stringify(version)} counts as the first`, () => {
      const lifted = value(liftRegistry('f', { schema_version: version, sessions: [] }));
      assert.deepEqual([lifted['schema_version'], lifted['agent_mix']], [2, evenMix]);
    });

  it('of the second version is as it is', () => {
    const given = { schema_version: 2, sessions: [{ session_id: 'a' }, 'x'] };
    assert.equal(value(liftRegistry('f', given)), given);
  });

  const gates: readonly [string | undefined, unknown, string][] = [
    [undefined, 'Orchestrator', 'control-plane'],
    [undefined, 'CI/Eval Auditor', 'blocking'],
    ['four-role', 'Deep Reviewer', 'non-blocking'],
    ['expanded-eight', 'Deep Reviewer', 'blocking'],
    ['expanded-eight', 'Experiment Scout', 'non-blocking'],
    ['of-its-own', 'Reviewer', 'blocking'],
    ['four-role', 7, 'non-blocking'],
  ];
  for (const [topology, role, gate] of gates)
    it(`classes ${String(role)} of ${topology ?? 'no topology'} as ${gate}`, () => {
      const { sessions } = value(liftRegistry('f', old({ role }, topology === undefined ? {} : { topology })));
      assert.deepEqual(Array.isArray(sessions) && sessions[0].ship_gate, gate);
    });

  it('keeps what a session says already', () => {
    const session = { role: 'Implementer', lanes: { x: 1 }, write_lease_owner: false, ship_gate: 'blocking' };
    assert.deepEqual(value(liftRegistry('f', old(session)))['sessions'], [session]);
  });

  const refused: readonly [string, unknown, string][] = [
    ['a list', [], 'import.notObject'],
    ['a number', 7, 'import.notObject'],
    ['null', null, 'import.notObject'],
    ['sessions that are no list', { sessions: {} }, 'import.notList'],
    ['a third version', { schema_version: 3, sessions: [] }, 'import.newer'],
  ];
  for (const [name, given, expected] of refused)
    it(`with ${name} is refused`, () => assert.equal(code(liftRegistry('f', given)), expected));

  it('that is not there is an empty one of four roles', () =>
    assert.deepEqual(
      [emptyRegistry['schema_version'], sessionsOf(emptyRegistry)],
      [2, { topology: 'four-role', sessions: [] }],
    ));

  it('gives the seats that have an id, each once, whatever else is broken', () => {
    const { sessions } = sessionsOf({
      sessions: [
        { session_id: 'a', role: 7, status: null, task_id: 't-1', last_heartbeat: 'soon' },
        { session_id: 'a', role: 'Twin' },
        { session_id: 'constructor' },
        { session_id: 'b', role: ' Two\nlines ', status: 'idle', task_id: 'T-2026-0001' },
      ],
    });
    assert.deepEqual(sessions, [
      { session: 'a', role: 'a', status: 'idle', task: null, lastBeat: null },
      { session: 'b', role: 'Two lines', status: 'idle', task: 'T-2026-0001', lastBeat: null },
    ]);
  });
});

describe('leases of another tool', () => {
  const now = '2026-01-01T00:00:00Z';
  const base = { status: 'active', claimed_files: ['src/a.ts'], expires_at: '2026-01-01T00:10:00Z' };
  const rows: readonly [string, object, object | 'expired' | 'unusable'][] = [
    ['that is active', {}, { state: 'active', reason: null, worktree: '.', session: 'implementer' }],
    ['without an end', { expires_at: 'never' }, { state: 'active', expiresAt: null }],
    ['that ends now', { expires_at: now }, { state: 'active' }],
    ['that ended a second ago', { expires_at: '2025-12-31T23:59:59Z' }, 'expired'],
    ['that is called expired', { status: 'expired' }, 'expired'],
    [
      'that ended while somebody wrote with it',
      { expires_at: '2025-12-31T23:59:59Z', active_agent: 'codex' },
      { state: 'recovery-needed', reason: 'inspection-failed', borrower: { agent: 'codex', since: null } },
    ],
    [
      'that needs recovery',
      { status: 'recovery-needed', recovery_reason: 'missing-worktree', expires_at: '2025-01-01T00:00:00Z' },
      { state: 'recovery-needed', reason: 'missing-worktree' },
    ],
    ['of a status that nobody knows', { status: 'paused' }, { state: 'recovery-needed', reason: 'inspection-failed' }],
    ['in a worktree', { worktree: './.claude/worktrees/x' }, { worktree: '.claude/worktrees/x', state: 'active' }],
    ['in a place outside', { worktree: '../x' }, { worktree: null, state: 'recovery-needed' }],
    ['in a masked place', { worktree: '[redacted-local-path]' }, { worktree: null }],
    ['of an issue with a sign', { issue: '#7' }, { issue: '7' }],
    ['of an issue as a number', { issue: 7 }, { issue: '7' }],
    ['of no issue', { issue: 'none' }, { issue: null }],
    ['on an unknown branch', { branch: 'unknown' }, { branch: '' }],
    [
      'of masked files',
      { claimed_files: ['reports/real100/[redacted-private-artifact]', 'src/a.ts', 'src/a.ts', 7] },
      { claims: ['reports/real100', 'src/a.ts'] },
    ],
    ['of files that can’t be known', { claimed_files: ['[redacted-private-path]', '../x', '/etc'] }, 'unusable'],
    ['of no files', { claimed_files: [] }, 'unusable'],
    ['to read', { lease_type: 'read' }, 'unusable'],
  ];
  for (const [name, change, expected] of rows)
    it(`one ${name}`, () => {
      const { held, expired, unusable } = value(readLeases('f', [{ ...base, ...change }], now));
      const counts = [held.length, expired, unusable];
      if (expected === 'expired') assert.deepEqual(counts, [0, 1, 0]);
      else if (expected === 'unusable') assert.deepEqual(counts, [0, 0, 1]);
      else assert.deepEqual({ ...held[0], ...expected }, held[0]);
    });

  it('are an object with a list, or the bare list', () => {
    assert.equal(value(readLeases('f', { schema_version: 1, leases: [base] }, now)).held.length, 1);
    assert.equal(value(readLeases('f', { schema_version: 1, leases: [base, 'x'] }, now)).unusable, 1);
    assert.equal(code(readLeases('f', { schema_version: '9', leases: [base] }, now)), 'import.version');
    assert.equal(code(readLeases('f', 'x', now)), 'import.notObject');
    assert.equal(code(readLeases('f', { leases: {} }, now)), 'import.notList');
    assert.equal(code(readLeases('f', { schema_version: 2, leases: [] }, now)), 'import.newer');
  });
});

describe('work units of another tool', () => {
  for (const [wu, expected] of [
    [3, 3],
    [0, 0],
    [true, 0],
    [1.5, 0],
    [-1, 0],
    ['2', 0],
    [undefined, 0],
    [1e300, 0],
  ] as const)
    it(`${JSON.stringify(wu)} counts as ${expected}`, () =>
      assert.deepEqual(value(readUnits('f', { ledger: [{ agent: 'codex', wu }] })), [
        { agent: 'codex', task: null, wu: expected, at: null },
      ]));

  it('of nobody are left out, and a newer form is refused', () => {
    assert.deepEqual(
      value(readUnits('f', { ledger: [{ wu: 1 }, { agent: 'A B', wu: 1 }, { agent: 'constructor', wu: 1 }, 7] })),
      [],
    );
    assert.equal(code(readUnits('f', { schema_version: 3 })), 'import.newer');
    assert.equal(code(readUnits('f', [])), 'import.notObject');
  });
});

describe('the loop state of another tool', () => {
  it('gives tasks, each once, and none both done and set aside', () =>
    assert.deepEqual(
      value(
        readLoopState('f', {
          completed_task_ids: ['T-2026-0001', 'T-2026-0001', 'x', 3],
          deferred_task_ids: ['T-2026-0001', 'T-2026-0002'],
        }),
      ),
      { completed: ['T-2026-0001'], deferred: ['T-2026-0002'], unusable: 2 },
    ));
  it('is refused in a newer form or as no object', () => {
    assert.equal(code(readLoopState('f', { schema_version: 2 })), 'import.newer');
    assert.equal(code(readLoopState('f', 'x')), 'import.notObject');
    assert.equal(code(readLoopState('f', { completed_task_ids: 'x' })), 'import.notList');
  });
});

describe('a time of another tool', () => {
  for (const [text, expected] of [
    ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'],
    ['2026-01-01T01:30:00.5+01:30', '2026-01-01T00:00:00Z'],
    ['2026-01-01 00:00Z', '2026-01-01T00:00:00Z'],
    ['2026-01-01T00:00:00', null],
    ['2026-13-01T00:00:00Z', null],
    [' ', null],
    [7, null],
  ] as const)
    it(`${JSON.stringify(text)} is ${expected ?? 'none'}`, () => assert.equal(readTime(text), expected));
});

describe('any JSON at all', () => {
  const field = fc.constantFrom(
    'schema_version',
    'sessions',
    'leases',
    'ledger',
    'completed_task_ids',
    'deferred_task_ids',
    'session_id',
    'status',
    'claimed_files',
    'worktree',
    'expires_at',
    'active_agent',
    'agent',
    'wu',
    '__proto__',
  );
  const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom(
        'T-2026-0001',
        'active',
        'src/a.ts',
        '../x',
        'constructor',
        2,
        1,
        true,
        null,
        '2026-01-01T00:00:00Z',
      ),
      fc.jsonValue({ maxDepth: 1 }),
      fc.array(tie('tree'), { maxLength: 4 }),
      fc.array(fc.tuple(field, tie('tree')), { maxLength: 5 }).map((pairs): unknown => Object.fromEntries(pairs)),
    ),
  }));

  it('is read or refused, and what is read can be taken over', () => {
    fc.assert(
      fc.property(tree, tree, tree, tree, (registry, leases, mix, loop) => {
        const lifted = liftRegistry('f', registry);
        const held = readLeases('f', leases, '2026-01-01T00:00:00Z');
        const units = readUnits('f', mix);
        const history = readLoopState('f', loop);
        const world = new CoreWorld();
        const done = world.do({
          type: 'importLedger',
          kept: 'x',
          ledger: {
            ...sessionsOf(lifted.ok ? lifted.value : emptyRegistry),
            units: units.ok ? units.value : [],
            completed: history.ok ? history.value.completed : [],
            deferred: history.ok ? history.value.deferred : [],
            leases: held.ok ? held.value.held : [],
            events: 0,
          },
        });
        assert.ok(done.ok);
        for (const [path, text] of projectedFiles(world.state, places, privacy)) {
          const file = ledgerFiles.find(({ paths }) => paths.some((one) => path.endsWith(`/${one}`)));
          const parsed = file?.schema.safeParse(JSON.parse(text));
          assert.ok(parsed?.success ?? true, `${path}: ${String(parsed?.error)}\n${text}`);
        }
      }),
      { numRuns: 300 },
    );
  });
});
