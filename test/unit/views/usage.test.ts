import assert from 'node:assert/strict';
import type { Job, Usage } from '../../../src/core/job/types.ts';
import { usageView } from '../../../src/app/views/usage.ts';
import { aJob, at, gateOpenState, reader, workingState } from '../../builders/scene.ts';

const ended = (id: string, agent: string, usage?: Usage): Job =>
  aJob({
    id,
    agent,
    ended: { at: at('14:03'), outcome: { kind: 'report', text: 'Done.', ...(usage ? { usage } : {}) } },
  });
const used = (inputTokens: number, outputTokens: number, costUsd?: number): Usage => ({
  inputTokens,
  outputTokens,
  ...(costUsd === undefined ? {} : { costUsd }),
});
const view = (...jobs: readonly Job[]) => usageView(reader(), gateOpenState({ jobs }));

describe('costs and limits', () => {
  it('sums up by agent and by task what was told, the dearest first', () => {
    const { agents, tasks } = view(
      ended('j1', 'codex', used(1000, 100)),
      ended('j2', 'claude', used(2000, 200, 0.5)),
      ended('j3', 'claude', used(3000, 300, 0.25)),
    );
    assert.deepEqual(agents, [
      { name: 'claude', lanes: '2', input: '5k', output: '500', cost: '$0.75' },
      { name: 'codex', lanes: '1', input: '1k', output: '100', cost: 'not told' },
    ]);
    assert.deepEqual(tasks, [
      { name: 'T-2026-0014', lanes: '3', input: '6k', output: '600', cost: '$0.75 for 2 of 3' },
    ]);
  });

  it('says of what nobody told that nobody did: that is no zero', () => {
    const { agents } = view(ended('j1', 'agy'), ended('j2', 'codex', used(0, 0)), ended('j3', 'codex'));
    assert.deepEqual(
      new Map(agents.map(({ name, ...row }) => [name, row])),
      new Map([
        ['codex', { lanes: '2, 1 told nothing', input: '0', output: '0', cost: 'not told' }],
        ['agy', { lanes: '1, 1 told nothing', input: 'not told', output: 'not told', cost: 'not told' }],
      ]),
    );
  });

  it('counts no lane that works', () => {
    assert.deepEqual(usageView(reader(), workingState()).agents, []);
  });

  it('lists agents that get no job, and why', () => {
    const state = {
      ...workingState(),
      limits: { claude: { since: at('14:00'), until: at('15:40'), trial: null, isSpent: false } },
    };
    assert.deepEqual(usageView(reader(), state).limits, ['claude: limited until 15:40']);
  });

  it('has a row for the hundred dearest tasks, and says how many there are beside', () => {
    const state = gateOpenState({ jobs: [ended('j1', 'codex', used(1, 1))] });
    const run = state.runs['run-1'];
    assert.ok(run);
    const runs = Object.fromEntries(
      Array.from({ length: 103 }, (_, n) => [
        `run-${n}`,
        {
          ...run,
          id: `run-${n}`,
          task: { ...run.task, id: `T-${n}` },
          jobs: [ended(`j${n}`, 'codex', used(n, 0))],
        },
      ]),
    );
    const { tasks, more } = usageView(reader(), { ...state, runs });
    assert.deepEqual([tasks.length, tasks[0]?.name, more], [100, 'T-102', '3 more tasks used less.']);
  });
});
