import type { Role } from '../topology/types.ts';
import { roleToken } from './roleToken.ts';
import type { ModelWishes } from './types.ts';

type Teams = readonly { readonly roles: readonly Pick<Role, 'session' | 'name'>[] }[];

const everyOne = '*';

/** Sessions that an agent is named for and that no team has: most likely misspelt, and without effect. */
export const strangeSeats = (teams: Teams, agents: Readonly<Record<string, string>>): readonly string[] =>
  Object.keys(agents).filter(
    (key) => key !== everyOne && !teams.some(({ roles }) => roles.some(({ session }) => session === key)),
  );

/** The same of sessions and roles that a model or an effort is named for. */
export function strangeRoles(teams: Teams, wishes: ModelWishes): readonly string[] {
  const known = new Set(teams.flatMap(({ roles }) => roles.flatMap(({ session, name }) => [session, roleToken(name)])));
  const keys = Object.values(wishes).flatMap((rows) => Object.keys(rows));
  return [...new Set(keys)].filter((key) => key !== everyOne && !known.has(key) && !known.has(roleToken(key)));
}
