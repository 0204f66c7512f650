import { createHash } from 'node:crypto';
import { lstat, readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { SharedSight } from '../../app/ports/git.ts';
import type { Problem } from '../../base/problem.ts';
import { ok, type Result } from '../../base/result.ts';
import type { SharedFact } from '../../core/breach/types.ts';
import { listAdmins } from './admins.ts';
import { splitNul, type Calls } from './calls.ts';
import { isMissing, readText } from './readText.ts';
import { central, mainCheckout, type Repository } from './repository.ts';
import { lookAtConfig } from './sharedConfig.ts';

/** Looks at all that the worktrees of a repository share, and at the main checkout. Reads only. */
export async function lookShared(calls: Calls, repository: Repository): Promise<Result<SharedSight, Problem>> {
  const { commonDir } = repository;
  const [config, refs, checkout, worktrees] = await Promise.all([
    lookAtConfig(calls, repository),
    lookAtRefs(calls, repository),
    lookAtCheckout(calls, repository),
    listAdmins(commonDir),
  ]);
  if (!config.ok) return config;
  if (!refs.ok) return refs;
  if (!checkout.ok) return checkout;
  const hooks = await Promise.all(config.value.hookFolders.map((folder) => lookAtHooks(commonDir, folder)));
  return ok({
    facts: [
      ...config.value.facts,
      ...hooks.flat(),
      ...refs.value,
      ...worktrees.map((admin): SharedFact => ({ kind: 'worktrees', name: admin.path, mark: admin.headRef ?? '' })),
      ...checkout.value,
    ],
    files: [
      ...config.value.files,
      ...config.value.hookFolders,
      ...['HEAD', 'index', 'packed-refs', 'worktrees', 'reftable', 'logs/refs/stash'].map((name) =>
        join(commonDir, name),
      ),
    ],
    trees: [join(commonDir, 'refs'), ...(repository.bare ? [] : [repository.controlRoot])],
  });
}

async function lookAtRefs(calls: Calls, repository: Repository): Promise<Result<readonly SharedFact[], Problem>> {
  const listed = await calls.must('read refs', {
    at: central(repository),
    args: ['for-each-ref', '--format=%(objectname) %(refname)'],
    maxBytes: 64 * 1024 * 1024,
  });
  if (!listed.ok) return listed;
  // Dropping an older stash changes its log only.
  const stashes = digest(await readIfThere(join(repository.commonDir, 'logs/refs/stash')));
  return ok(
    listed.value.out.split('\n').flatMap((line): readonly SharedFact[] => {
      const [mark = '', name = ''] = line.split(' ');
      if (name === '') return [];
      return [
        name === 'refs/stash' ? { kind: 'stash', name, mark: `${mark} ${stashes}` } : { kind: 'refs', name, mark },
      ];
    }),
  );
}

/** Hooks as git would find them, with their content and whether they may be run. */
async function lookAtHooks(commonDir: string, folder: string): Promise<readonly SharedFact[]> {
  const names = await readdir(folder).catch(() => []);
  const looked = await Promise.all(
    names
      .filter((name) => !name.endsWith('.sample'))
      .map(async (name): Promise<SharedFact | null> => {
        const path = join(folder, name);
        const facts = await lstat(path).catch(() => null);
        if (facts === null || facts.isDirectory()) return null;
        const mark = `${digest(await readIfThere(path))} ${(facts.mode & 0o111) === 0 ? 'off' : 'on'}`;
        const inside = relative(commonDir, path);
        return { kind: 'hooks', name: inside.startsWith('..') ? path : inside.replaceAll('\\', '/'), mark };
      }),
  );
  return looked.filter((fact) => fact !== null);
}

async function lookAtCheckout(calls: Calls, repository: Repository): Promise<Result<readonly SharedFact[], Problem>> {
  const main = mainCheckout(repository);
  if (main === null) return ok([]);
  const head = (await readText(join(repository.commonDir, 'HEAD'))) ?? '';
  const asked = await calls.must('read the status', {
    at: main,
    args: ['status', '--porcelain=v2', '-z', '--untracked-files=all', '--no-renames', '--ignore-submodules=dirty'],
    maxBytes: 64 * 1024 * 1024,
  });
  if (!asked.ok) return asked;
  const dirty = splitNul(asked.value.out).slice(0, mostDirty);
  const facts = await Promise.all(dirty.map((part) => lookAtFile(main.cwd, part)));
  return ok([
    { kind: 'checkout', name: 'HEAD', mark: head.replace(/^ref: /, '') },
    ...facts.filter((fact) => fact !== null),
  ]);
}

/** Paths of one checkout that are told apart; more than that is a build's or an unpacked archive's. */
const mostDirty = 5000;

/** One part of `status --porcelain=v2 -z`. The file's own facts tell a second change from the first. */
async function lookAtFile(root: string, part: string): Promise<SharedFact | null> {
  const [, state = '', name] = /^(\? |1 (?:\S+ ){7}|u (?:\S+ ){9})(.*)$/s.exec(part) ?? [];
  if (name === undefined) return null;
  const facts = await lstat(join(root, name)).catch(() => null);
  return { kind: 'checkout', name, mark: `${state}${facts === null ? 'gone' : `${facts.size} ${facts.mtimeMs}`}` };
}

/** What can't be read for any reason but that it isn't there must not look like nothing. */
async function readIfThere(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    return Buffer.from(isMissing(error) ? '' : String(error));
  }
}

const digest = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex').slice(0, 16);
