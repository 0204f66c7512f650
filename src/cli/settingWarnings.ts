import type { Problem } from '../base/problem.ts';
import { checkTopologies } from '../core/topology/define.ts';
import { topologyOf } from '../protocol/settings.ts';
import type { createSettings } from './settings.ts';

/** All that is wrong with the settings: values that can't be, a topology that is not there, and faults of one's own. */
export function settingWarnings({
  settings,
  problems,
}: Pick<ReturnType<typeof createSettings>, 'settings' | 'problems'>): readonly Problem[] {
  const team = topologyOf(settings);
  const faults = checkTopologies(settings['mam.topologies']).filter((one) => team.ok || one.code !== team.error.code);
  return [...problems, ...(team.ok ? [] : [team.error]), ...faults];
}
