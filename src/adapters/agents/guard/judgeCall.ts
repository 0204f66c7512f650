import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { outside } from '../../../core/lease/claims.ts';
import { namedPaths, type ToolCall } from './namedPaths.ts';
import { realPlace } from './realPlace.ts';

/** What a writer's lane may write, as its hook gets it. */
export interface GuardPolicy {
  readonly worktree: string;
  readonly claims: readonly string[];
  readonly controlRoot: string;
  /** Where the hook writes what it did. */
  readonly log: string;
}

interface Refusal {
  /** As the agent named it. */
  readonly path: string;
  /** What to tell the agent: why, and what it may do instead. */
  readonly reason: string;
}

/** The first path of a call that lies outside of what the lane may write, or null. `cwd` is where relative paths start. */
export function judgeCall(policy: GuardPolicy, call: ToolCall, cwd: string): Refusal | null {
  const root = realPlace(policy.worktree);
  const paths = namedPaths(call);
  if (paths === null)
    return {
      path: '-',
      reason: `${call.tool} names no path, so nobody can tell what it would write. ${whatItMay(policy)}`,
    };
  for (const path of paths) {
    const why = isOdd(path)
      ? 'has a line break or a null byte in it.'
      : objection(policy, root, resolve(cwd, withHome(path)));
    if (why !== null) return { path, reason: `${path} ${why} ${whatItMay(policy)}` };
  }
  return null;
}

/** No path that is meant looks so, and what a tool makes of it nobody can tell. */
const isOdd = (path: string): boolean => /[\n\r\0]/.test(path);

/** Whether a tool writes through a link or puts a file in its place is its own affair: neither may lead out. */
function objection(policy: GuardPolicy, root: string, path: string): string | null {
  for (const place of [join(realPlace(dirname(path)), basename(path)), realPlace(path)]) {
    const inside = relative(root, place);
    if (inside === '' || inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside))
      return isBelow(policy.controlRoot, place)
        ? "lies in the repository's own checkout, outside this lane's worktree."
        : "lies outside this lane's worktree.";
    const parts = inside.split(sep);
    if (parts.some((part) => part.toLowerCase() === '.git')) return 'belongs to git.';
    if (outside(policy.claims, [parts.join('/')]).length > 0) return "is outside this lane's claim.";
  }
  return null;
}

const isBelow = (folder: string, place: string): boolean => {
  const inside = relative(realPlace(folder), place);
  return inside !== '..' && !inside.startsWith(`..${sep}`) && !isAbsolute(inside);
};

const whatItMay = ({ claims, worktree }: GuardPolicy): string =>
  `It may write ${claims.slice(0, 20).join(', ')} in ${worktree}. If more is needed, say so in the report.`;

/** Some tools take `~` for the home folder; read as a name it would look like a file of the worktree. */
const withHome = (path: string): string => (/^~(?:[/\\]|$)/.test(path) ? join(homedir(), path.slice(1)) : path);
