import { sep } from 'node:path';
import { listAdmins } from './admins.ts';
import { lookAt } from './creation.ts';
import type { Repository } from './repository.ts';

/** Other worktrees of this repository that lie within a folder: what is done to that is done to them. */
export async function worktreesBelow(
  { commonDir }: Pick<Repository, 'commonDir'>,
  path: string,
): Promise<readonly string[]> {
  const within = (await listAdmins(commonDir)).filter((admin) => admin.path.startsWith(path + sep));
  const there = await Promise.all(within.map(async (admin) => (await lookAt(admin.path)) !== 'missing'));
  return within.filter((_, index) => there[index]).map((admin) => admin.path);
}
