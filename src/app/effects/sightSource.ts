import { problem, type Problem } from '../../base/problem.ts';
import type { Handler } from './handler.ts';

/** Looks at the change that is about to be reviewed. What can't be determined fails, and so asks nobody for a review. */
export const sightSource: Handler<'sightSource'> = async ({ run, path, base, head }, { git, state }) => {
  const sight = await git.sightSource({ path, base, head });
  if (sight.ok) return { kind: 'sightSource', sight: sight.value };
  return { kind: 'failed', problem: whyUnseen(sight.error, state().runs[run]?.task.id ?? run) };
};

/** A checkout that was there when its loop began needs another way out than one that a person just named. */
export const whyUnseen = (why: Problem, task: string): Problem =>
  why.code === 'source.missing'
    ? problem(
        'source.gone',
        'The folder {path}, in which the loop on {task} works, is gone. Bring it back with git worktree add and resume, or give the task up with mam abandon {task}.',
        { path: String(why.params['path'] ?? ''), task },
      )
    : why;
