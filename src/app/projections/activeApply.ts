import type { State } from '../../core/state.ts';
import { ledgerJson } from './json.ts';
import type { Projection } from './projection.ts';

/** The newest handed-in patch that is on its branch, once there is one. */
export function activeApply(state: State): readonly Projection[] {
  const newest = Object.entries(state.applied).at(-1);
  if (!newest) return [];
  const [patch, { task, branch, head }] = newest;
  return [
    {
      path: 'active_apply_state.json',
      reads: [state.applied],
      render: (stamp) =>
        ledgerJson(
          {
            schema_version: 1,
            execute: true,
            decision: 'applied',
            task_id: task,
            integration_branch: branch,
            head,
            patch,
            applied: true,
            blockers: [],
            warnings: [],
          },
          stamp,
        ),
    },
  ];
}
