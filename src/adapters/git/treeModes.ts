import type { Problem } from '../../base/problem.ts';
import { ok, type Result } from '../../base/result.ts';
import type { Calls } from './calls.ts';
import { splitNames } from './fileNames.ts';
import type { Place } from './place.ts';
import { factsOf } from './walk.ts';

interface TreeModes {
  /** Tracked paths that are not there. */
  readonly absent: readonly string[];
  /** Modes that are not the usual ones, by path. */
  readonly modes: Record<string, number>;
}

/** The worktree itself among the modes. */
export const rootPath = '.';

const usualFile: ReadonlySet<number> = new Set([0o644, 0o755]);
const usualFolder = 0o755;

/** What the index of a checkout names. */
export async function trackedPaths(calls: Calls, at: Place): Promise<Result<readonly string[], Problem>> {
  const listed = await calls.must('read the index', { at, args: ['ls-files', '-z'], maxBytes: 256 * 1024 * 1024 });
  return listed.ok ? ok([...new Set(splitNames(listed.value))]) : listed;
}

/** Modes that git would not give back, of tracked files and of all folders above them and above `more`. */
export async function treeModes(root: string, tracked: readonly string[], more: readonly string[]): Promise<TreeModes> {
  const absent: string[] = [];
  const modes: Record<string, number> = {};
  await Promise.all(
    tracked.map(async (path) => {
      const facts = await factsOf(root, path);
      if (facts === null) absent.push(path);
      else if (facts.isFile() && !usualFile.has(facts.mode & 0o7777)) modes[path] = facts.mode & 0o7777;
    }),
  );
  for (const path of foldersAbove([...tracked, ...more])) {
    const facts = await factsOf(root, path);
    if (facts?.isDirectory() === true && (facts.mode & 0o7777) !== usualFolder) modes[path] = facts.mode & 0o7777;
  }
  return { absent: absent.toSorted(), modes: Object.fromEntries(Object.entries(modes).toSorted(byKey)) };
}

const byKey = ([a]: readonly [string, number], [b]: readonly [string, number]): number => (a < b ? -1 : 1);

/** Every folder that one of the paths lies in, the worktree itself first, and outer ones before inner ones. */
export function foldersAbove(paths: readonly string[]): readonly string[] {
  const above = new Set<string>();
  for (const path of paths)
    for (let end = path.lastIndexOf('/'); end !== -1; end = path.lastIndexOf('/', end - 1)) {
      const folder = path.slice(0, end);
      if (above.has(folder)) break;
      above.add(folder);
    }
  return [rootPath, ...[...above].toSorted()];
}

/** The mode that a path has to have: what was noted of it, or the usual one of its kind. */
export const wantedMode = (
  modes: Readonly<Record<string, number>>,
  path: string,
  mode: number,
  isFile: boolean,
): number => modes[path] ?? (isFile ? (mode & 0o100 ? 0o755 : 0o644) : usualFolder);
