import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { CapturedPatch } from '../../app/ports/git.ts';
import type { Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { makeBorrower } from './borrower.ts';
import type { Calls } from './calls.ts';
import { describeTree } from './capture.ts';
import { nobodysSettings, type Place } from './place.ts';
import * as problems from './problems.ts';
import type { Repository } from './repository.ts';

/**
 * What a patch makes of a commit, in an index of its own: no checkout is made or touched, and nothing but objects that no
 * ref leads to is written. It is checked as it stands first; `threeWay` merges it where it does not fit. Paths that leave
 * the tree are git's to refuse; links and repositories are looked at like in any capture. It happens in a throw-away
 * repository that has the objects only: attributes and merge drivers, which are programs, are not known there.
 */
export async function tryPatch(
  calls: Calls,
  repository: Repository,
  folder: string,
  spec: { readonly patch: string; readonly parent: string; readonly base: string; readonly threeWay: boolean },
): Promise<Result<CapturedPatch & { readonly merged: boolean }, Problem>> {
  const own = join(folder, randomUUID());
  const gitDir = join(own, 'taken');
  const at: Place = { cwd: gitDir, gitDir, workTree: null };
  const objects = join(repository.commonDir, 'objects');
  const env = { GIT_INDEX_FILE: join(own, 'index'), GIT_OBJECT_DIRECTORY: objects, ...nobodysSettings };
  const input = spec.patch.endsWith('\n') ? spec.patch : `${spec.patch}\n`;
  const apply = (...args: readonly string[]) =>
    calls.run('apply a patch', { at, env, input, args: ['apply', '--cached', '--whitespace=nowarn', ...args, '-'] });
  try {
    await mkdir(own, { recursive: true, mode: 0o700 });
    await makeBorrower(gitDir, objects, spec.parent.length === 64);
    const read = await calls.must('read a commit', { at, env, args: ['read-tree', spec.parent] });
    if (!read.ok) return read;
    const plain = await apply();
    if (!plain.ok) return plain;
    let merged = false;
    if (plain.value.code !== 0) {
      if (!spec.threeWay) return err(problems.patchConflict(plain.value.said));
      const again = await apply('--3way');
      if (!again.ok) return again;
      if (again.value.code !== 0) return err(problems.patchConflict(again.value.said));
      merged = true;
    }
    // A partial clone lacks files that the patch does not touch.
    const written = await calls.must('write a tree', { at, env, args: ['write-tree', '--missing-ok'] });
    if (!written.ok) return written;
    const tree = written.value.out.trim();
    const described = await describeTree(calls, at, folder, {
      tree,
      seed: spec.parent,
      base: spec.base,
      unreadable: [],
    });
    return described.ok ? ok({ ...described.value, merged }) : described;
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}
