import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Command } from '../command.ts';
import type { Context } from '../context.ts';
import type { DomainEvent } from '../event.ts';
import type { State } from '../state.ts';
import { freePorts } from './ports.ts';

type Decision = Result<readonly DomainEvent[], Problem>;

/** Asks for a worktree of a branch, for a person. */
export function createWorktree(
  state: State,
  { path, branch, commit, prepares, base, asked, portRange }: Extract<Command, { type: 'createWorktree' }>,
  { redact }: Pick<Context, 'redact'>,
): Decision {
  const id = branch;
  if (state.worktrees[id] && state.worktrees[id].state !== 'failed')
    return err(
      problem(
        'worktree.exists',
        'There is a worktree for {branch} already: {path}. Go on there. If its folder was moved, run git worktree repair in it; if it was deleted, run mam worktree remove {path}. Then try again.',
        { branch, path: state.worktrees[id].path },
      ),
    );
  const ports = freePorts(state, portRange, id);
  const about = {
    ...(base === undefined ? {} : { base }),
    ...(ports === null ? {} : { ports }),
    ...(asked === undefined ? {} : { asked }),
  };
  return ok([
    {
      type: 'worktreeAdded',
      worktree: { id, run: null, purpose: 'person', path, branch, commit, state: 'creating', ...about },
    },
    ...(prepares === undefined
      ? []
      : [{ type: 'worktreePrepared', worktree: id, ...prepares, role: redact(prepares.role) } as const]),
    {
      type: 'effectRequested',
      effect: {
        kind: 'createWorktree',
        id: `${id}/create`,
        run: null,
        worktree: id,
        purpose: 'person',
        path,
        branch,
        commit,
      },
    },
  ]);
}

/** Lets go of a worktree that could not be made; whoever asks has seen that git knows nothing of it. */
export function forgetWorktree(state: State, { worktree }: Extract<Command, { type: 'forgetWorktree' }>): Decision {
  if (state.worktrees[worktree]?.state !== 'failed') return ok([]);
  return ok([{ type: 'worktreeRemoved', worktree, rescue: null }]);
}
