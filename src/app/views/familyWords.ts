import type { Run } from '../../core/loop/types.ts';
import { ownFamily } from '../../core/review/ownFamily.ts';
import type { ViewContext } from './viewContext.ts';

/** What a person should know of who reviews: each in a session of its own, but none of another family. Null where one is. */
export function familyWords({ t }: Pick<ViewContext, 't'>, run: Pick<Run, 'options'>): string | null {
  const roles = ownFamily(run);
  return roles.length === 0
    ? null
    : t('reviewed by the writer’s own agent family, in sessions of its own: {roles}', {
        roles: roles.map(({ name }) => t(name)).join(', '),
      });
}
