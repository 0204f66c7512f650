import assert from 'node:assert/strict';
import { loopTeam } from '../../../../src/core/topology/loopTeam.ts';
import { expandedEight, fourRole } from '../../../../src/core/topology/presets.ts';
import { requiredRoles } from '../../../../src/core/topology/roles.ts';

const needed = (team: ReturnType<typeof loopTeam>, loadBearing = false) =>
  requiredRoles(team.topology, loadBearing).map(({ session }) => `${session} ${team.agents[session]}`);

describe('the team of a loop with named reviewers', () => {
  for (const [reviewers, seats] of [
    [['codex'], ['reviewer codex', 'ci-eval-auditor codex']],
    [
      ['codex', 'gemini'],
      ['reviewer codex', 'ci-eval-auditor gemini'],
    ],
    [
      ['codex', 'gemini', 'opencode', 'amp'],
      ['reviewer codex', 'ci-eval-auditor gemini', 'reviewer-3 opencode', 'reviewer-4 amp'],
    ],
  ] as const)
    it(`waits for each of ${reviewers.join(', ')}`, () =>
      assert.deepEqual(needed(loopTeam(fourRole, reviewers)), seats));

  it('seats everybody who was named where only a load-bearing change is looked at more deeply', () => {
    const team = loopTeam(expandedEight, ['codex', 'gemini']);
    assert.deepEqual(needed(team), [
      'reviewer codex',
      'ci-regression-auditor gemini',
      'eval-claim-privacy-auditor codex',
    ]);
    assert.ok(needed(team, true).includes('deep-reviewer gemini'));
  });

  it('gives each seat one name, also where the team has that one already', () => {
    const own = {
      id: 'own',
      roles: fourRole.roles.map((role) => (role.session === 'reviewer' ? { ...role, session: 'reviewer-3' } : role)),
    };
    const sessions = loopTeam(own, ['a', 'b', 'c']).topology.roles.map(({ session }) => session);
    assert.equal(new Set(sessions).size, sessions.length);
  });
});
