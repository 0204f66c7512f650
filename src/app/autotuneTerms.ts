import type { AutotuneTerms } from '../core/autotune/tune.ts';
import type { LoopOptions } from '../core/loop/types.ts';
import { fitEffort } from '../core/model/effort.ts';
import type { Settings } from '../protocol/settings.ts';
import type { Staff } from './laneModels.ts';

/** How the lanes of a loop are compared, and whether their efforts are changed: for each lane the efforts that its model takes. */
export function autotuneTerms(
  settings: Settings,
  models: LoopOptions['models'],
  staff: readonly Staff[],
): { readonly autotune: AutotuneTerms } {
  const strength = { strongModels: settings['mam.lanes.strongModels'] };
  const ladderOf = (id: string, model: string | null): readonly string[] => {
    const found = staff.find(({ agent }) => agent.id === id);
    if (!found) return [];
    const { agent, version } = found;
    return agent.efforts.filter((effort) => fitEffort(agent, version, model, effort, strength) === effort);
  };
  const ladders = Object.fromEntries(
    Object.entries(models).map(([session, row]) => [
      session,
      Object.fromEntries(Object.entries(row).map(([agent, { model }]) => [agent, ladderOf(agent, model)])),
    ]),
  );
  return {
    autotune: {
      config: {
        k: settings['mam.autotune.k'],
        failWindow: settings['mam.autotune.failWindow'],
        failMinSample: settings['mam.autotune.failMinSample'],
        failThreshold: settings['mam.autotune.failThreshold'],
        cooldown: settings['mam.autotune.cooldown'],
        twoLanes: settings['mam.autotune.twoLanes'],
      },
      ladders,
      atOnce: settings['mam.autotune.atOnce'],
      ...(settings['mam.autotune.enabled'] ? {} : { off: true as const }),
    },
  };
}
