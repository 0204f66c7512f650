import { mixReport, toleratedSkew } from '../../core/mix/report.ts';
import type { MixTarget } from '../../core/mix/types.ts';
import type { State } from '../../core/state.ts';
import { ledgerJson } from './json.ts';
import type { Projection } from './projection.ts';
import { mixWindow, unitsByAgent, workUnits } from '../../core/mix/workUnits.ts';

/** How work is to be shared. It steers seats that are set to `auto`; others are shown beside it. */
export const mixPolicy = (target: MixTarget) => ({
  target,
  unit: 'work_unit',
  window: { type: 'rolling_tasks', size: mixWindow },
  max_allowed_skew_wu: toleratedSkew,
});

export const agentMix = (state: State): Projection => ({
  path: 'agent_mix.json',
  reads: [state.runs, state.batches, state.mix, state.imports],
  render: (stamp) => {
    const units = workUnits(state);
    return ledgerJson(
      {
        schema_version: 2,
        policy: mixPolicy(state.mix),
        rolling: unitsByAgent(units),
        ledger: units.map(({ agent, task, wu, at }) => ({ agent, task_id: task, wu, at })),
      },
      stamp,
    );
  },
});

/** The work of late against the mix that is wanted. */
export const mixOf = (state: State) => {
  const { claude = 0, codex = 0 } = unitsByAgent(workUnits(state));
  return mixReport(state.mix, { claude, codex });
};

/** The same in words, for whoever decides about the next work. English, as all of the ledger is. */
export const mixMarkdown = (state: State): string => {
  const { target, rolling, skew, tolerance, withinTolerance, recommended } = mixOf(state);
  return `${[
    '# Agent Mix Report',
    [
      `- Window: the last ${mixWindow} work units`,
      `- Skew: ${skew} WU, tolerated are ${tolerance}`,
      `- Within tolerance: ${withinTolerance ? 'yes' : 'no'}`,
      `- Recommended agent: ${recommended}`,
    ].join('\n'),
    `| Agent | Target | Rolling WU |\n|---|---|---|\n| claude | ${target.claude} | ${rolling.claude} |\n| codex | ${target.codex} | ${rolling.codex} |`,
    withinTolerance
      ? 'The mix is balanced. Nothing has to change.'
      : `The mix is out of balance: rebalance by giving the next work to ${recommended}.`,
  ].join('\n\n')}\n`;
};

export const agentMixReport = (state: State): Projection => ({
  path: 'agent_mix_report.md',
  reads: [state.runs, state.batches, state.mix, state.imports],
  render: () => mixMarkdown(state),
});
