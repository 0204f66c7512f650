import { wantsTuning } from '../../core/autotune/tune.ts';
import { compared, observedLanes } from '../../core/autotune/observe.ts';
import type { Recommendation } from '../../core/autotune/types.ts';
import type { Loop, Run } from '../../core/loop/types.ts';

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A row under the names of the contract. */
export const rowOf = (row: object): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [snake(name), value]));

const rowsOf = (recommendations: readonly Recommendation[]) => recommendations.map(rowOf);

/** What a cycle says of its lanes; nothing in a loop that doesn't look at them. */
export function cycleLanes(loop: Loop | undefined, run: Run) {
  if (!loop || !wantsTuning(loop)) return {};
  const tuning = loop.tunings?.findLast((one) => one.run === run.id);
  return {
    lane_stats: observedLanes(run).map((lane) => rowOf(compared(lane))),
    ...(tuning
      ? {
          lane_autotune: {
            recommendations: rowsOf(tuning.recommendations),
            events: tuning.events.map(rowOf),
            effort_overrides: Object.fromEntries(
              tuning.overrides.map(({ role, agent, effort }) => [`${role}||${agent}`, effort]),
            ),
            cooldown_state: tuning.cooldown,
          },
          lane_autotune_recommendations: rowsOf(tuning.recommendations),
        }
      : {}),
  };
}

/** The same of a whole loop; `runs` are its tasks in their order. */
export function loopLanes(loop: Loop | null, runs: readonly Run[]) {
  if (!loop || !wantsTuning(loop)) return {};
  return {
    lane_autotune_recommendations: (loop.tunings ?? []).flatMap(({ run, task, recommendations }) => {
      const iteration = runs.findIndex((one) => one.id === run) + 1;
      return rowsOf(recommendations).map((row) => ({ ...row, iteration, task_id: task }));
    }),
    lane_autotune_cooldown: loop.tunings?.at(-1)?.cooldown ?? {},
  };
}
