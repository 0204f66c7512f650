import type { DomainEvent } from '../event.ts';
import type { State } from '../state.ts';
import type { PortBlock, WorktreePurpose } from '../worktree/types.ts';
import { worktreePath } from './names.ts';
import { isRequested } from './phases.ts';
import type { Run } from './types.ts';

/** Whose a worktree is: a run's, or a batch's. */
type Holder = Pick<Run, 'id'> & { readonly options: Pick<Run['options'], 'worktreesRoot'> };

/** Asks for a detached worktree of a run or of a batch, unless it is on its way. */
export function requestWorktree(
  state: State,
  run: Holder,
  spec: {
    readonly worktree: string;
    readonly purpose: WorktreePurpose;
    readonly commit: string;
    readonly ports?: PortBlock | null;
  },
): readonly DomainEvent[] {
  const id = `${spec.worktree}/create`;
  // One of the same name that is on its way out has to be gone first.
  if (isRequested(state, id) || state.worktrees[spec.worktree]?.state === 'removing') return [];
  const path = worktreePath(run, spec.worktree);
  return [
    {
      type: 'worktreeAdded',
      worktree: {
        id: spec.worktree,
        run: run.id,
        purpose: spec.purpose,
        path,
        branch: null,
        commit: spec.commit,
        ...(spec.ports ? { ports: spec.ports } : {}),
        state: 'creating',
      },
    },
    {
      type: 'effectRequested',
      effect: {
        kind: 'createWorktree',
        id,
        run: run.id,
        worktree: spec.worktree,
        purpose: spec.purpose,
        path,
        branch: null,
        commit: spec.commit,
      },
    },
  ];
}
