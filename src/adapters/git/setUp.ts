import { appendFile, lstat, mkdir, realpath, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Problem } from '../../base/problem.ts';
import { ok, type Result } from '../../base/result.ts';
import type { SetUpResult } from '../../core/worktree/types.ts';
import type { Calls } from './calls.ts';
import { copyIncluded } from './copyIncluded.ts';
import { fillSubmodules } from './fillSubmodules.ts';
import { makeFolderWithin } from './folderWithin.ts';
import { linkedPlace } from './isolation.ts';
import { readText } from './readText.ts';
import { mainCheckout, type Repository } from './repository.ts';

interface Spec {
  readonly path: string;
  readonly links: readonly string[];
  readonly submodules: boolean;
}

/** What a program leaves in every checkout and nobody commits. */
const leftovers = ['.pytest_cache/'];

/**
 * Links, copies and submodules of a new worktree. Nothing that is there is written over, and a repeated call adds nothing.
 * `folder` takes files of our own.
 */
export async function setUp(
  calls: Calls,
  repository: Repository,
  { path, links, submodules }: Spec,
  folder: string,
): Promise<Result<Omit<SetUpResult, 'commands'>, Problem>> {
  const place = await linkedPlace(repository.commonDir, path);
  if (!place.ok) return place;
  const main = mainCheckout(repository);
  const linked: string[] = [];
  const kept: string[] = [];
  for (const name of main === null ? [] : links) {
    const made = main === null ? 'none' : await linkTo(join(main.cwd, name), path, name);
    if (made === 'linked') linked.push(name);
    if (made === 'kept') kept.push(name);
  }
  if (linked.length > 0) await exclude(repository.commonDir, [...linked.map((name) => `/${name}`), ...leftovers]);
  const copies = main === null ? ok({ copied: [], kept: [] }) : await copyIncluded(calls, main, place.value);
  if (!copies.ok) return copies;
  const filled = submodules ? await fillSubmodules(calls, repository, place.value, folder) : ok(undefined);
  if (!filled.ok) return filled;
  return ok({ linked, copied: copies.value.copied, kept: [...kept, ...copies.value.kept] });
}

/** A link to what the main checkout has; `none` where it has nothing, `kept` where the worktree has something of its own. */
async function linkTo(target: string, path: string, name: string): Promise<'linked' | 'kept' | 'none'> {
  const isThere = (at: string): Promise<boolean> =>
    lstat(at).then(
      () => true,
      () => false,
    );
  if (!(await isThere(target))) return 'none';
  const link = join(path, name);
  if (await isThere(link)) return 'kept';
  // A link of the commit could lead its folder out of the worktree.
  if (!(await makeFolderWithin(await realpath(path), Buffer.from(`${path}/${dirname(name)}`)))) return 'kept';
  await symlink(target, link);
  return 'linked';
}

/** `node_modules/` in a person's ignore file means no link: what is linked is ignored in all checkouts of the repository. */
async function exclude(commonDir: string, wanted: readonly string[]): Promise<void> {
  const file = join(commonDir, 'info/exclude');
  const text = (await readText(file)) ?? '';
  const lines = new Set(text.split('\n').map((line) => line.trim()));
  const missing = wanted.filter((line) => !lines.has(line));
  if (missing.length === 0) return;
  await mkdir(dirname(file), { recursive: true });
  await appendFile(file, `${text === '' ? '' : '\n'}${missing.join('\n')}\n`);
}
