import assert from 'node:assert/strict';
import { expandedEight, fourRole, topologies } from '../../../../src/core/topology/presets.ts';
import { requiredRoles, writerRole } from '../../../../src/core/topology/roles.ts';
import type { Topology } from '../../../../src/core/topology/types.ts';

type Row = readonly [session: string, name: string, authority: string, shipGate: string];

const table: readonly (readonly [Topology, string, readonly Row[]])[] = [
  [
    fourRole,
    'four-role',
    [
      ['orchestrator', 'Orchestrator', 'ledger', 'control-plane'],
      ['implementer', 'Implementer', 'write', 'lease-owner'],
      ['reviewer', 'Reviewer', 'read', 'blocking'],
      ['ci-eval-auditor', 'CI/Eval Auditor', 'read', 'blocking'],
    ],
  ],
  [
    expandedEight,
    'expanded-eight',
    [
      ['orchestrator', 'Orchestrator', 'ledger', 'control-plane'],
      ['planner-triage', 'Planner / Issue Triage', 'read', 'non-blocking'],
      ['experiment-scout', 'Experiment Scout', 'read', 'non-blocking'],
      ['implementer', 'Implementer', 'write', 'lease-owner'],
      ['reviewer', 'Reviewer', 'read', 'blocking'],
      ['deep-reviewer', 'Deep Reviewer', 'read', 'blocking'],
      ['ci-regression-auditor', 'CI / Regression Auditor', 'read', 'blocking'],
      ['eval-claim-privacy-auditor', 'Eval / Claim / Privacy Auditor', 'read', 'blocking'],
    ],
  ],
];

describe('topologies', () => {
  for (const [topology, id, rows] of table)
    it(`${id} has its seats, names, rights and gates in order`, () => {
      assert.equal(topology.id, id);
      assert.deepEqual(
        topology.roles.map((role) => [role.session, role.name, role.authority, role.shipGate]),
        rows,
      );
      assert.equal(writerRole(topology)?.session, 'implementer');
    });

  it('are two, the small one first', () => assert.deepEqual(topologies, [fourRole, expandedEight]));

  const required: readonly (readonly [Topology, boolean, readonly string[]])[] = [
    [fourRole, false, ['Reviewer', 'CI/Eval Auditor']],
    [fourRole, true, ['Reviewer', 'CI/Eval Auditor']],
    [expandedEight, false, ['Reviewer', 'CI / Regression Auditor', 'Eval / Claim / Privacy Auditor']],
    [expandedEight, true, ['Reviewer', 'Deep Reviewer', 'CI / Regression Auditor', 'Eval / Claim / Privacy Auditor']],
  ];
  for (const [topology, loadBearing, names] of required)
    it(`${topology.id} requires ${names.length} reviews of ${loadBearing ? 'load-bearing' : 'other'} files`, () =>
      assert.deepEqual(
        requiredRoles(topology, loadBearing).map((role) => role.name),
        names,
      ));
});
