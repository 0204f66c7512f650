import type { Problem } from '../../base/problem.ts';
import { ok, type Result } from '../../base/result.ts';
import { remedyOf, type Ailment, type Remedy } from '../../core/worktree/ailment.ts';
import { removalsUnderWay } from '../../core/worktree/removal.ts';
import { isHalfMade } from '../../core/worktree/setUp.ts';
import type { State } from '../../core/state.ts';
import type { SharedBase } from '../overlap/sharedBase.ts';
import type { Git } from '../ports/git.ts';

/** From here on a worktree is worth a word. */
const largeBytes = 5 * 1024 ** 3;

export interface WorktreeExamination {
  /** Worktrees that git lists beside the main checkout. */
  readonly linked: number;
  /** How many of them are in the log. */
  readonly known: number;
  /** What is wrong, each once, with the command that mends it. */
  readonly remedies: readonly Remedy[];
}

interface Deps {
  readonly git: Pick<Git, 'examineWorktrees' | 'listLinked'>;
  readonly state: () => State;
  /** Folder of MAM's worktrees. */
  readonly root: () => string;
  /** Where work arrives. */
  readonly base: () => Promise<Result<SharedBase, Problem>>;
}

/**
 * What is wrong with worktrees by what git has of them, by the folders that are there and by the log. One that ails already
 * is not told again as one that the log does not know, or that a task misses; a run looks after its own.
 */
export const createExamination =
  ({ git, state, root, base }: Deps) =>
  async (): Promise<Result<WorktreeExamination, Problem>> => {
    const worktrees = Object.values(state().worktrees);
    const paths = worktrees.map(({ path }) => path);
    const arrival = await base();
    const [found, listed] = await Promise.all([
      git.examineWorktrees({ roots: [root()], largeBytes, base: arrival.ok ? arrival.value : null }),
      git.listLinked(paths),
    ]);
    if (!found.ok) return found;
    if (!listed.ok) return listed;
    const half = worktrees.filter(isHalfMade).map(({ path }): Ailment => ({ kind: 'halfMade', path }));
    const lost = new Set(found.value.filter(({ kind }) => nothingToFinish.has(kind)).map(({ path }) => path));
    const cut = removalsUnderWay(state()).map(({ path }): Ailment => ({ kind: 'cutShort', path, aside: null }));
    const asides = found.value.flatMap((one) => (one.kind === 'cutShort' && one.aside !== null ? [one.aside] : []));
    const ailing = new Set([...[...found.value, ...half, ...cut].map(({ path }) => path), ...asides]);
    const there = new Set(listed.value.map(({ path }) => path));
    const known = new Set(paths);
    const strays = [...there].filter((path) => !known.has(path) && isBelow(path, root()));
    const missing = worktrees.filter(({ state: is, path, run }) => run !== null && is === 'ready' && !there.has(path));
    const more: readonly Ailment[] = [
      ...strays.map((path): Ailment => ({ kind: 'stray', path })),
      ...missing.map(({ path }): Ailment => ({ kind: 'missed', path })),
    ];
    const halfMade = new Set(half.map(({ path }) => path));
    const ofRuns = new Set(worktrees.flatMap(({ run, path }) => (run === null ? [] : [path])));
    const all = [
      ...cut,
      ...half.filter(({ path }) => !lost.has(path)),
      ...found.value.filter((one) => one.kind !== 'landed' || !(ofRuns.has(one.path) || halfMade.has(one.path))),
      ...more.filter(({ path }) => !ailing.has(path)),
    ];
    const each = new Map(all.map((one) => [`${one.kind} ${one.path}`, one]));
    return ok({
      linked: there.size,
      known: [...there].filter((path) => known.has(path)).length,
      remedies: [...each.values()].map(remedyOf),
    });
  };

/** Where there is no folder to go on in, that has to be mended first. */
const nothingToFinish: ReadonlySet<Ailment['kind']> = new Set(['broken', 'moved', 'gone']);

const isBelow = (path: string, folder: string): boolean =>
  path.startsWith(`${folder}/`) || path.startsWith(`${folder}\\`);
