import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Grafted } from '../../app/ports/gitGraft.ts';
import type { Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { splitNul, type Calls } from './calls.ts';
import { writeCommit } from './commit.ts';
import type { Identity } from './moveRef.ts';
import * as problems from './problems.ts';
import { putEntries } from './putEntries.ts';
import { central, type Repository } from './repository.ts';

const mostListed = 256 * 1024 * 1024;

/**
 * A commit with some files of another one in it, byte for byte and with their modes: they are taken from tree to tree, so
 * that neither a checkout nor an encoding nor a link is in the way. No ref leads to it, and the same call gives the same one.
 */
export async function graftFiles(
  tools: {
    readonly calls: Calls;
    readonly repository: Repository;
    readonly folder: string;
    readonly who: Identity;
  },
  spec: { readonly commit: string; readonly from: string; readonly paths: readonly string[] },
): Promise<Result<Grafted, Problem>> {
  const { calls, repository, folder, who } = tools;
  const at = central(repository);
  const own = join(folder, randomUUID());
  await mkdir(own, { recursive: true, mode: 0o700 });
  const env = { GIT_INDEX_FILE: join(own, 'index') };
  try {
    const read = await calls.must('read a commit', { at, env, args: ['read-tree', spec.commit] });
    if (!read.ok) return read;
    const listed = await calls.must('list files', {
      at,
      args: ['ls-tree', '-r', '-z', '--full-tree', spec.from],
      maxBytes: mostListed,
    });
    if (!listed.ok) return listed;
    if (listed.value.cut) return err(problems.gitFailed('list files', 'there are too many'));
    const wanted = new Set(spec.paths);
    const entries = splitNul(listed.value.out).flatMap((line) => {
      const [, mode = '', id = '', path = ''] = /^(\d+) \w+ (\w+)\t(.*)$/s.exec(line) ?? [];
      return wanted.has(path) ? [`${mode} ${id}\t${path}\0`] : [];
    });
    const put = await putEntries(calls, repository, env, entries);
    if (!put.ok) return put;
    const written = await calls.must('write a tree', { at, env, args: ['write-tree'] });
    if (!written.ok) return written;
    const tree = written.value.out.trim();
    const made = await writeCommit(calls, repository, who, {
      tree,
      parents: [spec.commit],
      message: 'The base with the tests of a change',
      at: '2000-01-01T00:00:00Z',
    });
    return made.ok ? ok({ commit: made.value, tree }) : made;
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}
