import type { DomainEvent } from '../event.ts';
import { gateFacts } from '../gate/facts.ts';
import { mergeWanted } from '../merged/select.ts';
import type { State } from '../state.ts';
import type { Worktree } from '../worktree/types.ts';
import { checkWorktree, mergedWorktree, writerWorktree } from './names.ts';
import { openEffects } from './phases.ts';
import type { Run } from './types.ts';

/** Asks to remove the run's worktrees that serve nothing any more. Each is rescued first; a failed one stays for a person. */
export function cleanUp(state: State, run: Run, worktrees: readonly Worktree[]): readonly DomainEvent[] {
  for (const worktree of worktrees) {
    const id = `${worktree.id}/remove`;
    if (worktree.state !== 'ready' || isNeeded(state, run, worktree) || isInUse(state, run, worktree)) continue;
    return [
      { type: 'worktreeChanged', worktree: worktree.id, state: 'removing' },
      {
        type: 'effectRequested',
        effect: {
          kind: 'removeWorktree',
          id,
          run: run.id,
          worktree: worktree.id,
          path: worktree.path,
          known: knownTrees(state, run),
        },
      },
    ];
  }
  return [];
}

/**
 * Trees that need no rescue: the committed one, and a captured one while its writer's worktree stays. A run that ends
 * before its commit leaves the captured files nowhere else.
 */
const knownTrees = (state: State, run: Run): readonly string[] => [
  ...(run.change ? [run.change.tree] : []),
  ...(run.captured && (run.phase !== 'ended' || isProposed(state, run)) ? [run.captured.tree] : []),
  ...(run.seed ? [run.seed.tree] : []),
  ...(run.merged?.made.kind === 'clean' ? [run.merged.made.tree] : []),
];

/** Whether the log keeps what was captured. A lane that was blocked at its end proposed nothing. */
const isProposed = ({ proposal }: State, { id, captured }: Run): boolean =>
  proposal?.run === id && proposal.verdict === 'proposed' && proposal.patch === captured?.patch;

/** Whether something still works in it: a lane that is being ended must not lose the ground under its feet. */
const isInUse = (state: State, run: Run, worktree: Worktree): boolean =>
  openEffects(state, run).some(({ effect }) => {
    switch (effect.kind) {
      case 'runLane':
        return run.jobs.some((job) => job.id === effect.job && job.worktree === worktree.id);
      case 'capturePatch':
      case 'runChecks':
      case 'removeWorktree':
        return effect.path === worktree.path;
      default:
        return false;
    }
  });

/** Whether it is of the merge that counts; what the base has left behind is not begun any more. */
function isOfMerge(state: State, run: Run, { id }: Worktree): boolean {
  const made = run.merged?.made;
  return (
    made?.kind === 'clean' &&
    id === mergedWorktree(run, made.commit) &&
    mergeWanted(gateFacts(state, run))?.base === run.merged?.base
  );
}

function isNeeded(state: State, run: Run, worktree: Worktree): boolean {
  if (run.phase === 'ended') return false;
  switch (worktree.purpose) {
    case 'write':
      // A person who is asked about the writer's work wants to see it, so it stays until the next try or the commit.
      return worktree.id === writerWorktree(run) && run.change?.round !== run.round;
    case 'review': {
      const job = run.jobs.find((one) => one.worktree === worktree.id);
      if (job) return !job.ended;
      // A run that was stopped goes on where it was, in the checkout that it had.
      const phase = run.resume ?? run.phase;
      if (phase === 'planning' || phase === 'plan-talk') return worktree.commit === run.base?.commit;
      return worktree.commit === run.change?.head && run.change.round === run.round;
    }
    case 'check':
      return (
        (worktree.id === checkWorktree(run) || isOfMerge(state, run, worktree)) &&
        !run.results.some((result) => result.head === worktree.commit)
      );
    case 'person':
      return true;
  }
}
