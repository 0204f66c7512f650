import assert from 'node:assert/strict';
import * as z from 'zod';
import { schemaTexts } from '../../../scripts/lib/ledgerSchemas.mjs';
import { codexRunner } from '../../../src/app/projections/codexRunner.ts';
import { contractEvent } from '../../../src/app/projections/contractEvent.ts';
import { problem } from '../../../src/base/problem.ts';
import { unfinished } from '../../../src/core/patch/unfinished.ts';
import type { LaneProposal } from '../../../src/core/patch/types.ts';
import { emptyState, type State } from '../../../src/core/state.ts';
import { codexRunnerSchema } from '../../../src/protocol/ledger/codexRunner.ts';
import { eventLineSchema } from '../../../src/protocol/ledger/eventLine.ts';
import { batchOf, seated } from '../../builders/appBatch.ts';
import { privacy } from '../../builders/privacy.ts';

const at = '2026-01-31T12:00:00Z';
const proposal: LaneProposal = {
  run: null,
  task: 'T-2026-0001',
  session: 'implementer',
  role: 'Implementer',
  agent: 'claude',
  base: 'a'.repeat(40),
  worktree: null,
  command: ['claude', '--print'],
  terms: {
    sandbox: 'danger-full-access',
    auth: { mode: 'any', status: 'not-needed' },
    model: 'claude-opus-4-8',
    timeoutMs: 90_000,
    maxCommands: 7,
  },
  verdict: 'proposed',
  patch: 'digest',
  clean: true,
  blockers: [],
  warnings: [],
};
const shown = (changes: Partial<LaneProposal>, state: State = emptyState, when = at) => {
  const files = codexRunner({ ...state, proposal: { ...proposal, ...changes, at: when } });
  const text = (path: string): string => files.find((one) => one.path === path)?.render({ seq: 1, at, privacy }) ?? '';
  return { file: JSON.parse(text('codex_runner_state.json')), page: text('codex_runner.md'), text };
};
const lateness = problem('lane.commandCap', 'Too many.');
const rows = [
  ['that works', { verdict: 'blocked', blockers: [unfinished('claude')] }, 'running', null, 'running'],
  ['that proposed', {}, 'completed', 'proposed', 'proposed'],
  ['that changed nothing', { verdict: 'empty', patch: '' }, 'completed', 'empty', 'empty'],
  ['that is blocked', { verdict: 'blocked', blockers: [lateness] }, 'blocked', 'blocked', 'blocked'],
] as const satisfies readonly (readonly [string, Partial<LaneProposal>, string, string | null, string])[];

describe('the state of the runner in patch mode', () => {
  const form = schemaTexts().find(({ path }: { path: string }) => path.endsWith('codex-runner-state.schema.json'));
  for (const [what, changes, decision, verdict, status] of rows)
    it(`tells of a lane ${what}`, () => {
      const { file, page } = shown(changes);
      codexRunnerSchema.parse(file);
      z.fromJSONSchema(JSON.parse(form?.text ?? '')).parse(file);
      assert.deepEqual([file.mode, file.decision, file.verdict], ['patch', decision, verdict]);
      const [session, ...others] = file.sessions;
      assert.deepEqual([session.status, others, file.heartbeats], [status, [], []]);
      assert.deepEqual(
        [file.write_agent, file.sandbox, file.timeout_seconds, file.max_commands_per_session, file.model],
        ['claude', 'danger-full-access', 90, 7, 'claude-opus-4-8'],
      );
      assert.equal(session.budget_exceeded, status === 'blocked');
      assert.match(page, new RegExp(`^- Decision: ${decision}$`, 'm'));
    });

  for (const [what, changes, decision, verdict] of rows)
    it(`says ${decision === 'running' ? 'nothing yet' : 'it once'} in the journal of a lane ${what}`, () => {
      const event = contractEvent({ type: 'proposalMade', proposal: { ...proposal, ...changes } }, emptyState);
      if (decision === 'running') return assert.equal(event, null);
      const told = { ts: at, seq: 1, actor: 'person:ann', type: 'proposalMade', data: {}, ...event };
      eventLineSchema.parse(told);
      assert.deepEqual(
        [event?.event, event?.['mode'], event?.['decision'], event?.['verdict'], event?.['write_agent']],
        ['active-codex-runner', 'patch', decision, verdict, 'claude'],
      );
    });

  it('gives way to a newer batch and takes the place of an older one, whose last messages stay', async () => {
    const h = await seated();
    await batchOf(h, { sessions: ['reviewer'] });
    const { state } = h.app;
    const newer = shown({}, state, '2999-01-01T00:00:00Z');
    assert.deepEqual(
      [newer.file.mode, newer.text('patch_runs/implementer/last_message.md')],
      ['patch', 'No message: not started.\n'],
    );
    assert.notEqual(newer.text('codex_runs/reviewer/last_message.md'), '');
    const older = shown({}, state, '2000-01-01T00:00:00Z');
    assert.deepEqual([older.file.mode, older.file.sessions[0].session_id], [undefined, 'reviewer']);
    await h.app.close();
  });
});
