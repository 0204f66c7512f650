import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Branches } from '../../app/ports/git.ts';
import type { Problem } from '../../base/problem.ts';
import { ok, type Result } from '../../base/result.ts';
import type { Calls } from './calls.ts';
import { areInTables, createRefReader, type RefReader } from './readRefs.ts';
import { isMissing } from './readText.ts';
import type { RefFiles } from './refFiles.ts';
import { central, type Repository } from './repository.ts';

const heads = 'refs/heads/';
const remotes = 'refs/remotes/';

/** Every branch, here and as last fetched, with its commit: from git's files, or by one process where refs are in tables. */
export async function listBranches(
  calls: Calls,
  repository: Repository,
  files: RefFiles,
): Promise<Result<Branches, Problem>> {
  const { commonDir } = repository;
  const refs = await createRefReader(calls, commonDir, commonDir, files);
  const all = areInTables(commonDir) ? await asked(calls, repository) : ok(await read(commonDir, refs, files));
  if (!all.ok) return all;
  const under = (prefix: string): Readonly<Record<string, string>> =>
    Object.fromEntries(
      [...all.value].flatMap(([ref, commit]) =>
        ref.startsWith(prefix) && !ref.endsWith('/HEAD') ? [[ref.slice(prefix.length), commit]] : [],
      ),
    );
  const remoteDefault = await refs.target(`${remotes}origin/HEAD`);
  return ok({
    local: under(heads),
    remote: under(remotes),
    remoteDefault: remoteDefault?.startsWith(remotes) === true ? remoteDefault.slice(remotes.length) : null,
  });
}

/** Loose files first: while refs are packed, one is in both places, and one that is gone from its file is in the packed ones. */
async function read(commonDir: string, refs: RefReader, { packed }: RefFiles): Promise<ReadonlyMap<string, string>> {
  const names = [...(await filesBelow(commonDir, heads)), ...(await filesBelow(commonDir, remotes))];
  const loose = await Promise.all(
    names.filter((name) => !name.endsWith('/HEAD')).map(async (name) => [name, await refs.resolve(name)] as const),
  );
  return new Map([
    ...(await packed.read()),
    ...loose.flatMap(([name, commit]) => (commit === null ? [] : [[name, commit] as const])),
  ]);
}

async function filesBelow(commonDir: string, prefix: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(join(commonDir, prefix), { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.lock'))
      .map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(commonDir.length + 1)
          .replaceAll('\\', '/'),
      );
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

async function asked(calls: Calls, repository: Repository): Promise<Result<ReadonlyMap<string, string>, Problem>> {
  const listed = await calls.must('list branches', {
    at: central(repository),
    args: ['for-each-ref', '--format=%(objectname) %(refname)', heads, remotes],
  });
  if (!listed.ok) return listed;
  const lines = listed.value.out.split('\n').filter((line) => line !== '');
  return ok(new Map(lines.map((line) => [line.slice(line.indexOf(' ') + 1), line.slice(0, line.indexOf(' '))])));
}
