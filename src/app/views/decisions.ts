import type { Loop, Run } from '../../core/loop/types.ts';
import { approvedCommit } from '../../core/merged/select.ts';
import { action } from './actions.ts';
import { loopEndWords } from './loopEnd.ts';
import type { TreeNode, ViewAction } from './treeNode.ts';
import type { Scene, ViewContext } from './viewContext.ts';
import { waitsOf } from './waits.ts';
import { oneLine } from './words.ts';

/** Something that waits for a person, as it is told to one who does not look at the inbox. */
export interface Decision {
  /** The same as long as it is the same question; another one of the same task or session is another. */
  readonly id: string;
  readonly label: string;
  /** What helps, the best first. */
  readonly actions: readonly ViewAction[];
  /** The agent session and the run that it is about. */
  readonly session: string | null;
  readonly run: string | null;
}

/** What tells a question about a run from an earlier one of the same words: work that was done since, or a yes that lapsed. */
const askedAnew = (run: Run | undefined): string =>
  run === undefined ? '' : ` ${run.round}.${run.jobs.length}.${run.lapsed ? approvedCommit(run.lapsed) : ''}`;

/** What the inbox holds, in its order. */
export const decisionsOf = (ctx: ViewContext, scene: Scene, inbox: readonly TreeNode[]): readonly Decision[] => {
  if (inbox.length === 0) return [];
  const waits = new Map(waitsOf(ctx, scene).map((wait) => [`inbox:${wait.id}`, wait]));
  return inbox.map(({ id, contextValue, label, action: click, subject }) => ({
    id: `${id} ${contextValue} ${label}${askedAnew(subject.run === undefined ? undefined : scene.state.runs[subject.run])}`,
    label,
    actions: waits.get(id)?.actions ?? (click === null ? [] : [click]),
    session: subject.session ?? null,
    run: subject.run ?? null,
  }));
};

/** That a loop has ended, where something is to be decided now; null where nothing is. One that was resumed ends once more. */
export const decisionAtEnd = (ctx: ViewContext, scene: Pick<Scene, 'state'>, loop: Loop): Decision | null => {
  const label = loopEndWords(ctx, scene.state, loop);
  return label === null
    ? null
    : {
        id: `loop ${loop.id} ${loop.startedAwake ?? 0} ${loop.cycles?.length ?? 0}`,
        label,
        actions: [action(ctx.t, 'openDashboard')],
        session: null,
        run: null,
      };
};

/** How many decisions one notification names. */
const named = 2;

/** All that waits in one sentence. */
export const decisionWords = (ctx: ViewContext, decisions: readonly Decision[]): string => {
  const [only, ...others] = decisions;
  if (only === undefined) return '';
  if (others.length === 0) return only.label;
  const first = decisions.slice(0, named).map(({ label }) => oneLine(label, 70));
  const more = decisions.length - first.length;
  return ctx.t('{count} things need you: {what}', {
    count: decisions.length,
    what: more > 0 ? ctx.t('{what}, and {count} more', { what: first.join('; '), count: more }) : first.join('; '),
  });
};
