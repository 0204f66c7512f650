import { basename } from 'node:path';
import type { Problem } from '../../base/problem.ts';
import { ok, type Result } from '../../base/result.ts';
import type { Calls } from './calls.ts';
import type { WorktreeSpec } from './creation.ts';
import * as problems from './problems.ts';
import { central, type Repository } from './repository.ts';

/** File systems take 255 bytes, and a folder that is being removed gets a longer name for that time. */
const longestName = 200;
/** What a program of Windows takes unless it was written for more. */
const longestOfWindows = 259;

/** Why no worktree can be made at a path: its own name, or on Windows one of its files, is too long. Asked before anything is made. */
export async function roomProblem(
  calls: Calls,
  repository: Repository,
  { path, commit }: WorktreeSpec,
  platform: NodeJS.Platform = process.platform,
): Promise<Problem | null> {
  const bytes = Buffer.byteLength(basename(path));
  if (bytes > longestName) return problems.folderLong(path, bytes, longestName);
  if (platform !== 'win32') return null;
  const files = await filesOf(calls, repository, commit);
  return files.ok ? windowsProblem(path, files.value) : files.error;
}

/** Files whose paths have to fit; none where git was told to go beyond. */
async function filesOf(
  calls: Calls,
  repository: Repository,
  commit: string,
): Promise<Result<readonly string[], Problem>> {
  const at = central(repository);
  const args = ['config', '--type=bool', '--get', 'core.longpaths'];
  const asked = await calls.run('read the configuration', { at, args });
  if (!asked.ok) return asked;
  if (asked.value.out.trim() === 'true') return ok([]);
  const listed = await calls.must('list files', { at, args: ['ls-tree', '-r', '-z', '--name-only', commit] });
  return listed.ok ? ok(listed.value.out.split('\0')) : listed;
}

function windowsProblem(path: string, files: readonly string[]): Problem | null {
  const longest = files.reduce((most, file) => (file.length > most.length ? file : most), '');
  const length = path.length + 1 + longest.length;
  return length <= longestOfWindows ? null : problems.pathsLong(path, longest, length, longestOfWindows);
}
