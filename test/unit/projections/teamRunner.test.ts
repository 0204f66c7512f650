import assert from 'node:assert/strict';
import * as z from 'zod';
import { schemaTexts } from '../../../scripts/lib/ledgerSchemas.mjs';
import { contractEvent } from '../../../src/app/projections/contractEvent.ts';
import { codexRunner } from '../../../src/app/projections/codexRunner.ts';
import type { Team } from '../../../src/core/team/types.ts';
import { emptyState } from '../../../src/core/state.ts';
import { codexRunnerSchema } from '../../../src/protocol/ledger/codexRunner.ts';
import { eventLineSchema } from '../../../src/protocol/ledger/eventLine.ts';
import { privacy } from '../../builders/privacy.ts';
import { aTeam, workerPatch } from '../../builders/team.ts';
import { aProblem } from '../../builders/scene.ts';

const at = '2026-01-31T12:00:00Z';
const shown = (change: Partial<Team>) => {
  const files = codexRunner({ ...emptyState, teams: { 'team-1': aTeam(change) } });
  const file = files.find(({ path }) => path === 'codex_runner_state.json');
  return JSON.parse(file?.render({ seq: 1, at, privacy }) ?? '');
};

const rows: readonly (readonly [string, Partial<Team>, string])[] = [
  ['that was only planned', { decision: 'planned', execute: false, name: null, task: null }, 'planned'],
  ['that is blocked', { decision: 'blocked', blockers: [aProblem] }, 'blocked'],
  ['that works', {}, 'running'],
  ['that proposed', { decision: 'proposed', patches: [workerPatch()] }, 'proposed'],
  ['that changed nothing', { decision: 'completed', patches: [] }, 'empty'],
];

describe('the state of the runner of a team', () => {
  const form = schemaTexts().find(({ path }: { path: string }) => path.endsWith('codex-runner-state.schema.json'));
  for (const [what, change, verdict] of rows)
    it(`has its form for a team ${what}`, () => {
      const file = shown(change);
      codexRunnerSchema.parse(file);
      z.fromJSONSchema(JSON.parse(form?.text ?? '')).parse(file);
      const { decision, status } = { ...file, ...file.sessions[0] };
      assert.deepEqual(
        [file.runner, decision, status, file.verdict],
        ['omc', aTeam(change).decision, decision, verdict],
      );
    });

  for (const [what, change, verdict] of rows)
    it(`${verdict === 'running' ? 'has no line of the contract yet' : 'is told once'} of a team ${what}`, () => {
      const team = aTeam(change);
      const started = contractEvent({ type: 'teamStarted', team }, emptyState);
      if (team.decision === 'running') return assert.equal(started, null);
      const { decision } = team;
      const ended =
        decision === 'planned'
          ? null
          : contractEvent(
              { type: 'teamEnded', team: team.id, decision },
              { ...emptyState, teams: { [team.id]: team } },
            );
      if (ended) assert.deepEqual(ended, started);
      const line = { ts: at, seq: 1, actor: 'person:ann', type: 'teamEnded', data: {}, ...started };
      eventLineSchema.parse(line);
      for (const wrong of [{ auto_merge: true }, { runner: 'other' }, { decision: 'running' }, { invented: 1 }])
        assert.equal(eventLineSchema.safeParse({ ...line, ...wrong }).success, false, JSON.stringify(wrong));
      assert.deepEqual(
        [started?.event, started?.['runner'], started?.['verdict'], started?.['team'], started?.['auto_merge']],
        ['active-codex-runner', 'omc', verdict, team.name, false],
      );
    });

  it('has no form for a team that MAM would not run', () => {
    const file = shown({});
    for (const [field, value] of [
      ['runner', 'other'],
      ['auto_merge', true],
      ['decision', 'approved'],
      ['unknown', 1],
    ] as const)
      assert.equal(codexRunnerSchema.safeParse({ ...file, [field]: value }).success, false, field);
  });
});
