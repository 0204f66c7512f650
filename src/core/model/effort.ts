import { reachesVersion } from '../../base/version.ts';
import type { ModelTraits } from './types.ts';

/** What the settings say of models, as far as efforts hang on it. */
interface Strength {
  readonly strongModels: readonly string[];
}

/** Whether an agent can be told an effort in this version. A version that nobody asked for counts as the newest. */
const takesEffort = ({ efforts, effortSince }: ModelTraits, version: string | null): boolean =>
  efforts.length > 0 && (effortSince === undefined || version === null || reachesVersion(version, effortSince));

/** The effort that a lane is really run with: null where the CLI can't be told one, and never more than its model takes. */
export function fitEffort(
  agent: ModelTraits,
  version: string | null,
  model: string | null,
  wanted: string | null,
  { strongModels }: Strength,
): string | null {
  if (wanted === null || !takesEffort(agent, version)) return null;
  const { efforts, effortCap } = agent;
  const isStrong = model !== null && strongModels.includes(model);
  if (effortCap === undefined || isStrong || efforts.indexOf(wanted) <= efforts.indexOf(effortCap)) return wanted;
  return effortCap;
}
