import { join } from 'node:path';
import type { Ailment } from '../../core/worktree/ailment.ts';
import { listAdmins, type Admin } from './admins.ts';
import type { Calls } from './calls.ts';
import { mergeInMemory } from './forecast.ts';
import { createRefReader } from './readRefs.ts';
import { readText } from './readText.ts';
import { central, type Repository } from './repository.ts';

/** Where work arrives. */
export interface Arrival {
  readonly name: string;
  readonly commit: string;
}

/**
 * Worktrees whose work has arrived, by proof and never by a guess: the base contains their commits, or a merge of them
 * would change nothing, as after a squash or a rebase. Where git can't tell, nothing is said. One in which nobody worked
 * yet is contained, too, and has not arrived: its branch has no commit of its own in its reflog.
 */
export async function findLanded(
  calls: Calls,
  repository: Repository,
  folder: string,
  base: Arrival,
): Promise<readonly Ailment[]> {
  const at = central(repository);
  const shown = await calls.run('read a commit', { at, args: ['rev-parse', `${base.commit}^{tree}`] });
  const tree = shown.ok && shown.value.code === 0 ? shown.value.out.trim() : null;
  const found: Ailment[] = [];
  for (const admin of await listAdmins(repository.commonDir)) {
    const refs = await createRefReader(calls, repository.commonDir, admin.folder);
    const head = await refs.resolve('HEAD');
    if (head === null || !(await hasOwnWork(repository, admin))) continue;
    const args = ['merge-base', '--is-ancestor', head, base.commit];
    const contained = await calls.run('compare commits', { at, args });
    const by =
      contained.ok && contained.value.code === 0
        ? 'commits'
        : tree !== null && (await mergeInMemory(calls, repository, folder, base.commit, head))?.tree === tree
          ? 'content'
          : null;
    if (by !== null) found.push({ kind: 'landed', path: admin.path, base: base.name, by });
  }
  return found;
}

/** Whether somebody committed on its branch since it was made. */
async function hasOwnWork({ commonDir }: Repository, { headRef }: Admin): Promise<boolean> {
  if (headRef === null) return false;
  const log = (await readText(join(commonDir, 'logs', headRef))) ?? '';
  return log
    .split('\n')
    .slice(1)
    .some((line) => !/\t(?:branch|checkout|pull|merge|reset|rebase|clone|fetch)\b/.test(line));
}
