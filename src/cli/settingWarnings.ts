import { problem, type Problem } from '../base/problem.ts';
import { strangeRoles, strangeSeats } from '../core/model/strangers.ts';
import { checkTopologies } from '../core/topology/define.ts';
import { topologies } from '../core/topology/presets.ts';
import { laneVariables } from '../protocol/laneVariables.ts';
import { topologyOf } from '../protocol/settings.ts';
import type { Environment } from './cli.ts';
import type { createSettings } from './settings.ts';

/** All that is wrong with the settings: values that can't be, a topology that is not there, and faults of one's own. */
export function settingWarnings(
  { settings, problems }: Pick<ReturnType<typeof createSettings>, 'settings' | 'problems'>,
  env: Environment,
): readonly Problem[] {
  const team = topologyOf(settings);
  const own = settings['mam.topologies'];
  const faults = checkTopologies(own).filter((one) => team.ok || one.code !== team.error.code);
  const teams = [...topologies, ...own];
  return [
    ...problems,
    ...(team.ok ? [] : [team.error]),
    ...faults,
    ...strangeSeats(teams, settings['mam.agents']).map((name) => stranger('mam.agents', name)),
    ...strangeRoles(teams, settings['mam.lanes.models']).map((name) => stranger('mam.lanes.models', name)),
    ...strangeRoles(teams, laneVariables(env)).map((name) => stranger('MAM_<AGENT>_LANE_…', name)),
  ];
}

const stranger = (key: string, name: string): Problem =>
  problem(
    'settings.unknownSeat',
    '{key} names {name}, which is no session or role of any topology here, so it counts for nothing. Correct its name.',
    { key, name },
  );
