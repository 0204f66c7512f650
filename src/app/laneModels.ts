import type { Problem } from '../base/problem.ts';
import { ok, type Result } from '../base/result.ts';
import type { LoopOptions } from '../core/loop/types.ts';
import { chooseModel, type ModelSources } from '../core/model/choose.ts';
import type { ModelTraits, ModelWishes } from '../core/model/types.ts';
import type { Access } from '../core/job/types.ts';
import type { Role, Topology } from '../core/topology/types.ts';
import type { Settings } from '../protocol/settings.ts';

/** An agent that lanes may be given to; `version` null when nobody asked it. */
export interface Staff {
  readonly agent: ModelTraits;
  readonly version: string | null;
}

/** Whoever may say what lanes run with. */
export const modelSources = (settings: Settings, environment: ModelWishes): ModelSources => ({
  settings: settings['mam.lanes.models'],
  environment,
  strongModels: settings['mam.lanes.strongModels'],
});

const accessOf = ({ authority }: Pick<Role, 'authority'>): Access => (authority === 'write' ? 'write' : 'read');

/** What the lanes of each seat run with, for every agent that may get the seat; the first wish that can't be is the problem. */
export function laneModels(
  topology: Topology,
  staffOf: (session: string) => readonly Staff[],
  sources: ModelSources,
): Result<LoopOptions['models'], Problem> {
  const models: Record<string, LoopOptions['models'][string]> = {};
  for (const role of topology.roles) {
    const row: Record<string, LoopOptions['models'][string][string]> = {};
    for (const { agent, version } of staffOf(role.session)) {
      const choice = chooseModel({ role, access: accessOf(role), agent, version }, sources);
      if (!choice.ok) return choice;
      row[agent.id] = choice.value;
    }
    if (Object.keys(row).length > 0) models[role.session] = row;
  }
  return ok(models);
}

/** What a lane of a seat would run with by an agent. */
export interface LaneProfile {
  readonly session: string;
  readonly agent: string;
  readonly model: string;
  /** Null where the lane keeps the effort of the agent's own configuration. */
  readonly effort: string | null;
}

/** What every seat would run with by each agent that is told a model. No agent is asked for its version. */
export const laneProfiles = (
  topology: Topology,
  agents: readonly ModelTraits[],
  sources: ModelSources,
): readonly LaneProfile[] =>
  topology.roles
    .filter(({ authority }) => authority !== 'ledger')
    .flatMap((role) =>
      agents.flatMap((agent): LaneProfile[] => {
        const choice = chooseModel({ role, access: accessOf(role), agent, version: null }, sources);
        if (!choice.ok || choice.value.model === null) return [];
        return [{ session: role.session, agent: agent.id, model: choice.value.model, effort: choice.value.effort }];
      }),
    );
