import { problem, type Problem } from '../../base/problem.ts';
import type { DomainEvent } from '../event.ts';
import type { State } from '../state.ts';
import { isRequested } from './phases.ts';
import type { Run } from './types.ts';

/**
 * What has to come before any round of reviews of a change that a person named: a fresh look at it, and an end where it
 * is empty. Null once reviews may go on. A change that can't be determined never gets here: its effect failed.
 */
export function guardChange(state: State, run: Run): readonly DomainEvent[] | null {
  const { source } = run.options;
  const head = run.change?.head;
  if (source === undefined || head === undefined) return null;
  if (run.sight?.round !== run.round || run.sight.head !== head) {
    const id = `${run.id}/source/${run.round}/${head}`;
    if (isRequested(state, id)) return [];
    return [
      {
        type: 'effectRequested',
        effect: { kind: 'sightSource', id, run: run.id, path: source.path, base: source.base, head },
      },
    ];
  }
  return run.sight.empty
    ? [{ type: 'runAsked', run: run.id, ask: { kind: 'problem', problem: emptyChange(run, source.base) } }]
    : null;
}

const emptyChange = ({ task, options, sight }: Run, base: string): Problem =>
  problem(
    'source.empty',
    '{task}: nothing is committed in {path} since {base}, so nobody was asked for a review. Uncommitted files: {count}. Commit the work, or name an older base with --base.',
    { task: task.id, path: options.source?.path ?? '', base: base.slice(0, 7), count: sight?.uncommitted ?? 0 },
  );
