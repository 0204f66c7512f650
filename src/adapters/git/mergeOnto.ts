import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { MergeMade } from '../../core/merged/types.ts';
import { makeBorrower } from './borrower.ts';
import { splitNul, type Calls } from './calls.ts';
import type { Capabilities } from './capabilities.ts';
import { writeCommit } from './commit.ts';
import type { Identity } from './moveRef.ts';
import { nobodysSettings, type Place } from './place.ts';
import * as problems from './problems.ts';
import { central, type Repository } from './repository.ts';

/**
 * Merges a head onto the base of now, as a commit with both as its parents. No checkout, index or ref is touched and no
 * program of the repository is run: the merge happens in a throw-away repository that only knows the objects, so that
 * neither attributes nor merge drivers count. The same call makes the same commit.
 */
export async function mergeOnto(
  tools: {
    readonly calls: Calls;
    readonly repository: Repository;
    readonly can: Capabilities;
    readonly folder: string;
    readonly who: Identity;
  },
  spec: {
    readonly from: string;
    readonly base: string;
    readonly head: string;
    readonly message: string;
    readonly at: string;
  },
): Promise<Result<MergeMade, Problem>> {
  const { calls, repository, can, folder, who } = tools;
  if (!can.mergeTree) return err(tooOld(can.version));
  const follows = await calls.run('compare commits', {
    at: central(repository),
    args: ['merge-base', '--is-ancestor', spec.from, spec.base],
  });
  if (!follows.ok) return follows;
  if (follows.value.code > 1) return err(problems.gitFailed('compare commits', follows.value.said));
  if (follows.value.code === 1) return ok({ kind: 'rewritten' });
  const merged = await mergeTrees(tools, folder, spec);
  if (!merged.ok) return merged;
  const { tree, conflicts, isClean } = merged.value;
  if (!isClean) return ok({ kind: 'conflict', files: conflicts });
  const made = await writeCommit(calls, repository, who, { ...spec, tree, parents: [spec.base, spec.head] });
  if (!made.ok) return made;
  // A merge is compared with all its parents at once: only what is neither side's own text is listed.
  const both = await calls.must('compare commits', {
    at: central(repository),
    args: ['diff-tree', '-c', '-r', '-z', '--name-only', '--no-commit-id', '--no-renames', '--no-ext-diff', made.value],
    maxBytes: 64 * 1024 * 1024,
  });
  if (!both.ok) return both;
  if (both.value.cut) return err(problems.gitFailed('compare commits', 'there are too many'));
  return ok({ kind: 'clean', commit: made.value, tree, both: splitNul(both.value.out) });
}

/** What it writes is written to the repository's own objects: the commit is made of it. */
async function mergeTrees(
  { calls, repository }: { readonly calls: Calls; readonly repository: Repository },
  folder: string,
  { base, head }: { readonly base: string; readonly head: string },
): Promise<
  Result<{ readonly tree: string; readonly conflicts: readonly string[]; readonly isClean: boolean }, Problem>
> {
  const gitDir = join(folder, randomUUID());
  const at: Place = { cwd: gitDir, gitDir, workTree: null };
  const objects = join(repository.commonDir, 'objects');
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await makeBorrower(gitDir, objects, base.length === 64);
    const merged = await calls.run('merge commits', {
      at,
      env: { GIT_OBJECT_DIRECTORY: objects, ...nobodysSettings },
      args: ['merge-tree', '--write-tree', '--name-only', '--no-messages', '-z', base, head],
    });
    if (!merged.ok) return merged;
    const { code, out, said } = merged.value;
    // A tree comes first whenever there is an answer: 0 is clean, 1 has conflicts, and 1 without a tree is a failure.
    const [tree = '', ...conflicts] = splitNul(out);
    if (code > 1 || tree === '') return err(problems.gitFailed('merge commits', said || `exit code ${code}`));
    return ok({ tree, conflicts: [...new Set(conflicts)], isClean: code === 0 });
  } finally {
    await rm(gitDir, { recursive: true, force: true });
  }
}

const tooOld = (version: string): Problem =>
  problem(
    'git.mergeTooOld',
    'The base moved, and git {version} can’t merge without a checkout. Install git 2.38 or newer and resume, or return the task so that it is done on the new base.',
    { version },
  );
