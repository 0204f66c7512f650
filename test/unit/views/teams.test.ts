import assert from 'node:assert/strict';
import { besideLoop } from '../../../src/app/views/select.ts';
import { sessionsView } from '../../../src/app/views/sessions.ts';
import { statusBarView } from '../../../src/app/views/statusBar.ts';
import type { Team } from '../../../src/core/team/types.ts';
import { aProblem, aScene, aState, reader, workingState } from '../../builders/scene.ts';
import { aTeam, teamSummary, workerPatch } from '../../builders/team.ts';

const rowsOf = (change: Partial<Team>): readonly (readonly string[])[] =>
  sessionsView(reader(), aScene({ ...workingState(), teams: { 'team-1': aTeam(change) } }))
    .filter(({ contextValue }) => contextValue === 'team')
    .map(({ label, description }) => [label, description]);

const cases: readonly (readonly [string, Partial<Team>, string | null])[] = [
  ['is being started', { name: null, task: null }, 'working, 3 min'],
  ['works', {}, 'alpha · working, 3 min · T-2026-0001'],
  [
    'has done a part',
    { summary: teamSummary({ total: 3, completed: 1 }) },
    'alpha · working, 3 min · 1 of 3 tasks done · T-2026-0001',
  ],
  ['was stopped', { blockers: [aProblem] }, 'alpha · shutting down · T-2026-0001'],
  ['is done', { patches: [workerPatch()] }, 'alpha · shutting down · T-2026-0001'],
  ['has ended', { decision: 'proposed' }, null],
];

describe('the row of a team', () => {
  for (const [title, team, words] of cases)
    it(`says how one stands that ${title}`, () =>
      assert.deepEqual(rowsOf(team), words === null ? [] : [['Team of omc', words]]));

  it('is counted as work that goes on, with a loop and without one', () => {
    const teams = { 'team-1': aTeam() };
    assert.equal(statusBarView(reader(), aScene(aState({ teams }))).text, '$(sync~spin) MAM: 1 working');
    assert.equal(statusBarView(reader(), aScene({ ...workingState(), teams })).text, '$(sync~spin) MAM: 2 working');
  });

  it('can be stopped as long as it is at work', () => {
    const teams = { one: aTeam(), two: aTeam({ decision: 'running' }), three: aTeam({ decision: 'completed' }) };
    assert.equal(besideLoop(aState({ teams })), 2);
  });
});
