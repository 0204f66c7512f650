import type { State } from '../../core/state.ts';
import { ledgerJson } from './json.ts';
import type { Projection } from './projection.ts';
import { mixWindow, unitsByAgent, workUnits } from './workUnits.ts';

/** The even mix that the contract has as its default: MAM chooses by family and shows the mix, it does not steer by it. */
export const mixPolicy = {
  target: { claude: 5, codex: 5 },
  unit: 'work_unit',
  window: { type: 'rolling_tasks', size: mixWindow },
  max_allowed_skew_wu: 2,
} as const;

export const agentMix = (state: State): Projection => ({
  path: 'agent_mix.json',
  reads: [state.runs],
  render: (stamp) => {
    const units = workUnits(state);
    return ledgerJson(
      {
        schema_version: 2,
        policy: mixPolicy,
        rolling: unitsByAgent(units),
        ledger: units.map(({ agent, task, at }) => ({ agent, task_id: task, wu: 1, at })),
      },
      stamp,
    );
  },
});
