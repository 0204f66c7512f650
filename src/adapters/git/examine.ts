import { lstat, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Ailment } from '../../core/worktree/ailment.ts';
import { findLanded, type Arrival } from './landed.ts';
import { listAdmins, type Admin } from './admins.ts';
import type { Calls } from './calls.ts';
import { lookAt, type CreationJournal } from './creation.ts';
import { linkedPlace } from './isolation.ts';
import { findLockFiles } from './lockFiles.ts';
import { canonical, readText } from './readText.ts';
import { central, mainCheckout, type Repository } from './repository.ts';
import { asideFrom } from './setAside.ts';
import { isShallow } from './shallow.ts';

interface Deps {
  readonly calls: Calls;
  readonly repository: Repository;
  /** Of throw-away files. */
  readonly folder: string;
  readonly journal: CreationJournal;
  readonly now: () => number;
}

interface Limits {
  /** Folders that worktrees of MAM lie in. */
  readonly roots: readonly string[];
  /** From how many bytes on a worktree is large. */
  readonly largeBytes: number;
  /** Where work arrives; null where nobody can tell. */
  readonly base: Arrival | null;
}

/** Looks for everything that keeps worktrees from being worked in. Changes nothing. */
export async function examine(deps: Deps, { roots, largeBytes, base }: Limits): Promise<readonly Ailment[]> {
  const { repository, journal } = deps;
  const [admins, half, strays] = await Promise.all([
    listAdmins(repository.commonDir),
    journal.list(),
    strayFolders(repository, roots),
  ]);
  const unfinished = new Set(half.map(({ spec }) => spec.path));
  const found: Ailment[] = [];
  for (const admin of admins) {
    if (unfinished.has(admin.path)) continue;
    const from = asideFrom(admin.path);
    if (from !== null) {
      found.push({ kind: 'cutShort', path: from, aside: admin.path });
      continue;
    }
    const ailment = await look(repository, admin, strays);
    if (ailment) found.push(ailment);
    else if ((await sizeOf(admin.path, largeBytes)) >= largeBytes)
      found.push({ kind: 'large', path: admin.path, bytes: await sizeOf(admin.path, Number.POSITIVE_INFINITY) });
  }
  for (const path of unfinished) found.push({ kind: 'halfMade', path });
  for (const { path, gitDir } of strays)
    if (gitDir === null || !admins.some((admin) => admin.folder === gitDir))
      found.push({ kind: 'orphan', path, empty: gitDir === null });
  const folders = [repository.commonDir, ...admins.map(({ folder }) => folder)];
  const locks = await findLockFiles(folders, repository.commonDir, deps.now());
  const landed = base === null ? [] : await findLanded(deps.calls, repository, deps.folder, base);
  const shallow = await isShallow(repository);
  return [
    ...found,
    ...locks,
    ...(await missingHooks(deps, admins)),
    ...(await missingLfs(deps)),
    ...(shallow ? [{ kind: 'shallow', path: repository.controlRoot } as const] : []),
    // What else is wrong with one has to be mended first.
    ...landed.filter(({ path }) => !found.some((one) => one.path === path)),
  ];
}

interface Stray {
  readonly path: string;
  /** What its `.git` file names; null for an empty folder. */
  readonly gitDir: string | null;
}

/** Folders among the worktrees that are empty, or say that they belong to this repository. */
async function strayFolders({ commonDir }: Repository, roots: readonly string[]): Promise<readonly Stray[]> {
  const found: Stray[] = [];
  for (const root of roots)
    for (const entry of await readdir(root, { withFileTypes: true }).catch(() => [])) {
      if (!entry.isDirectory()) continue;
      const path = await canonical(join(root, entry.name));
      if ((await lookAt(path)) === 'empty') found.push({ path, gitDir: null });
      const named = /^gitdir: (.+)$/.exec((await readText(join(path, '.git')).catch(() => null)) ?? '')?.[1];
      const gitDir = named === undefined ? null : await canonical(resolve(path, named));
      if (gitDir?.startsWith(join(commonDir, 'worktrees'))) found.push({ path, gitDir });
    }
  return found;
}

async function look(repository: Repository, admin: Admin, strays: readonly Stray[]): Promise<Ailment | null> {
  const { path, folder, locked } = admin;
  if ((await lookAt(path)) === 'missing') {
    const moved = strays.find(({ gitDir }) => gitDir === folder);
    if (moved) return { kind: 'moved', path: moved.path, from: path };
    return locked === null ? { kind: 'gone', path } : { kind: 'locked', path, reason: locked };
  }
  if (!(await linkedPlace(repository.commonDir, path)).ok) return { kind: 'broken', path };
  return locked === null ? null : { kind: 'locked', path, reason: locked };
}

/** Bytes below a folder; it stops counting at `most`. */
async function sizeOf(path: string, most: number): Promise<number> {
  let bytes = 0;
  const waiting = [path];
  for (let folder = waiting.pop(); folder !== undefined && bytes < most; folder = waiting.pop()) {
    const at = folder;
    const entries = await readdir(at, { withFileTypes: true }).catch(() => []);
    waiting.push(...entries.filter((entry) => entry.isDirectory()).map((entry) => join(at, entry.name)));
    const files = entries.filter((entry) => entry.isFile());
    const sizes = await Promise.all(files.map((entry) => lstat(join(at, entry.name)).catch(() => null)));
    bytes += sizes.reduce((sum, facts) => sum + (facts?.size ?? 0), 0);
  }
  return bytes;
}

/** A relative `core.hooksPath` leads into each checkout; tools fill it in the one where they were installed. */
async function missingHooks({ calls, repository }: Deps, admins: readonly Admin[]): Promise<readonly Ailment[]> {
  const main = mainCheckout(repository);
  const asked = await calls.run('read the configuration', {
    at: central(repository),
    args: ['config', '--local', '--type=path', '--get', 'core.hooksPath'],
  });
  const hooks = asked.ok && asked.value.code === 0 ? asked.value.out.trim() : '';
  if (main === null || hooks === '' || hooks.startsWith('/')) return [];
  if ((await lookAt(join(main.cwd, hooks))) !== 'full') return [];
  const found: Ailment[] = [];
  for (const { path } of admins)
    if ((await lookAt(path)) === 'full' && (await lookAt(join(path, hooks))) !== 'full')
      found.push({ kind: 'hooksMissing', path, hooks, from: main.cwd });
  return found;
}

async function missingLfs({ calls, repository }: Deps): Promise<readonly Ailment[]> {
  const main = mainCheckout(repository);
  if (main === null) return [];
  const attributes = await readText(join(main.cwd, '.gitattributes')).catch(() => null);
  if (attributes === null || !/\bfilter=lfs\b/.test(attributes)) return [];
  const asked = await calls.run('look for Git LFS', { at: central(repository), args: ['lfs', 'version'] });
  return asked.ok && asked.value.code === 0 ? [] : [{ kind: 'lfsMissing', path: main.cwd }];
}
