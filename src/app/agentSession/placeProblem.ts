import { problem, type Problem } from '../../base/problem.ts';
import type { AgentSession } from '../../core/agentSession/types.ts';
import type { State } from '../../core/state.ts';
import type { Places } from '../places.ts';
import type { Ports } from '../ports.ts';

interface Look extends Pick<Ports, 'files'> {
  readonly places: Pick<Places, 'controlRoot'>;
}

interface Deps extends Look, Pick<Ports, 'git'> {
  readonly state: () => Pick<State, 'worktrees'>;
}

/**
 * Why a process must not be started at the folder of a session, or null. A folder that only looks like a worktree belongs
 * to the checkout around it, and what is done there lands on its branch: so what the session is recorded to be is proved
 * anew before each start.
 */
export async function placeProblem(
  { name, cwd, worktree }: Pick<AgentSession, 'name' | 'cwd' | 'worktree'>,
  deps: Deps,
): Promise<Problem | null> {
  if ((await deps.files.kind(cwd)) !== 'folder') return placeGone(name, cwd);
  const recorded = worktree === null ? null : (deps.state().worktrees[worktree]?.path ?? worktree);
  const top = recorded ?? (await worktreeTop(cwd, deps));
  if (top !== null) {
    const proven = await deps.git.proveIsolation(top);
    return proven.ok ? null : proven.error;
  }
  const { controlRoot } = deps.places;
  const real = await deps.files.real(cwd);
  const isInside = real !== null && isBelow(real, (await deps.files.real(controlRoot)) ?? controlRoot);
  return isInside ? null : placeElsewhere(name, cwd);
}

/**
 * The folder at or above `cwd` whose `.git` is a file, as that of every linked worktree is; null for none. The main
 * checkout is none, although its `.git` is a file, too, in a submodule and where the git dir lies elsewhere.
 */
export async function worktreeTop(cwd: string, { files, places: { controlRoot } }: Look): Promise<string | null> {
  const main = (await files.real(controlRoot)) ?? controlRoot;
  for (let folder = cwd; ;) {
    const kind = await files.kind(`${folder}/.git`);
    if (kind === 'file') return ((await files.real(folder)) ?? folder) === main ? null : folder;
    const parent = folder.slice(0, Math.max(folder.lastIndexOf('/'), 0));
    if (kind === 'folder' || parent === '' || parent === folder) return null;
    folder = parent;
  }
}

export const isBelow = (path: string, root: string): boolean => path === root || path.startsWith(`${root}/`);

const placeGone = (session: string, path: string): Problem =>
  problem(
    'session.placeGone',
    'The session {session} belongs to {path}, which is not there. Make a worktree there again, then resume it.',
    { session, path },
  );

const placeElsewhere = (session: string, path: string): Problem =>
  problem(
    'session.placeElsewhere',
    'The session {session} can’t be started at {path}: it is neither a worktree nor a folder of this repository. Name one with --workdir.',
    { session, path },
  );
