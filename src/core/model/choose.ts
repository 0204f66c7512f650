import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Access } from '../job/types.ts';
import type { Role } from '../topology/types.ts';
import { fitEffort } from './effort.ts';
import { roleToken } from './roleToken.ts';
import type { ModelChoice, ModelTraits, ModelWishes } from './types.ts';
import { usualModels } from './usualModels.ts';

/** Who may say what lanes run with, the strongest word first; the usual table follows by itself. */
export interface ModelSources {
  readonly settings: ModelWishes;
  readonly environment: ModelWishes;
  readonly strongModels: readonly string[];
}

/** A seat whose lane is to be run. */
export interface ModelSeat {
  readonly role: Pick<Role, 'session' | 'name'>;
  readonly access: Access;
  readonly agent: ModelTraits;
  /** The installed version; null when nobody asked for it. */
  readonly version: string | null;
}

/**
 * The model and the effort of a lane: settings over the environment over the usual table, each of both by itself. Fails
 * with `model.invalid` or `model.effortUnknown` when somebody names what can't be.
 */
export function chooseModel(seat: ModelSeat, sources: ModelSources): Result<ModelChoice, Problem> {
  const { agent, access, version } = seat;
  const asked = (field: 'model' | 'effort'): string | undefined =>
    wishOf(sources.settings, seat, field) ?? wishOf(sources.environment, seat, field);
  const model = (asked('model') ?? wishOf(usualModels, seat, 'model')) || null;
  if (model !== null && !isModelName(model))
    return err(
      problem('model.invalid', '{model} can’t be the name of a model. Look at mam.lanes.models and the environment.', {
        model,
      }),
    );
  const wanted = asked('effort');
  if (wanted && agent.efforts.length > 0 && !agent.efforts.includes(wanted))
    return err(
      problem('model.effortUnknown', '{agent} has no effort {effort}. Choose one of {efforts} in mam.lanes.models.', {
        agent: agent.name,
        effort: wanted,
        efforts: agent.efforts.join(', '),
      }),
    );
  const isOwn = access === 'read' && agent.ownReadEffort === true;
  const effort = (wanted ?? (isOwn ? undefined : wishOf(usualModels, seat, 'effort'))) || null;
  return ok({ model, effort: fitEffort(agent, version, model, effort, sources) });
}

/** What a source says of one field: of the session, else of the role, else of every role. */
function wishOf(wishes: ModelWishes, { agent, role }: ModelSeat, field: 'model' | 'effort'): string | undefined {
  const rows = Object.entries((Object.hasOwn(wishes, agent.id) ? wishes[agent.id] : undefined) ?? {});
  const token = roleToken(role.name);
  const rowOf = (fits: (key: string) => boolean): string | undefined =>
    rows.find(([key, wish]) => fits(key) && wish[field] !== undefined)?.[1][field];
  return (
    rowOf((key) => key === role.session) ??
    rowOf((key) => key !== '*' && roleToken(key) === token) ??
    rowOf((key) => key === '*')
  );
}

/** Nothing that a CLI could take for an option, or a terminal for anything but text. */
const isModelName = (name: string): boolean => /^[\p{L}\p{N}][\p{L}\p{N}._:/@+[\]-]{0,199}$/u.test(name);
