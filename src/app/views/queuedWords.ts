import type { Problem } from '../../base/problem.ts';
import { inItsWay } from '../../core/autoLoop/inItsWay.ts';
import type { State } from '../../core/state.ts';
import { waitingJudge } from '../../core/task/dependencies.ts';
import { openTasks } from '../../core/task/select.ts';
import type { Task } from '../../core/task/types.ts';
import { writerRole } from '../../core/topology/roles.ts';
import { agentHeldWords } from './limitWords.ts';
import { queueLoop } from './select.ts';
import { sentence, type ViewContext } from './viewContext.ts';

/** What keeps a task from being begun: in a few words, and as the whole sentence. */
export interface QueuedWords {
  readonly short: string;
  readonly full: string;
}

/** Of each task of the queue that could be begun and isn't, what it waits for; none of one that only waits for room or a person. */
export function queuedWords(ctx: ViewContext, state: State): (task: Task) => QueuedWords | null {
  const open = new Set(openTasks(state, []).map(({ id }) => id));
  const depends = waitingJudge(state);
  const loop = queueLoop(state);
  const held = loop ? inItsWay(state, loop) : new Map<string, Problem>();
  const writer = loop?.options.agents[writerRole(loop.options.topology)?.session ?? ''];
  const agent = writer === undefined ? null : agentHeldWords(ctx, state, writer);
  const agentWords = agent === null ? null : `${writer} ${agent}`;
  return (task) => {
    if (!open.has(task.id)) return null;
    const why = depends(task) ?? held.get(task.id);
    if (why) return { short: shortWords(ctx, why), full: sentence(ctx, why) };
    return agentWords === null ? null : { short: agentWords, full: agentWords };
  };
}

function shortWords({ t }: ViewContext, { code, params }: Problem): string {
  const tasks = String(params['others'] ?? params['other'] ?? params['holder'] ?? '');
  switch (code) {
    case 'queue.cyclicDependency':
      return t('depends on itself');
    case 'queue.unknownDependency':
      return t('depends on {tasks}, which is missing', { tasks });
    case 'task.waitsForAnswer':
      return t('waits for your answer to {tasks}', { tasks });
    case 'task.waitsForDecision':
      return t('waits for your decision on {tasks}', { tasks });
    case 'task.waitsForMerge':
      return t('waits for the merge of {tasks}', { tasks });
    case 'lease.overlap':
    case 'task.waitsForFiles':
      return t('waits for files of {tasks}', { tasks });
    case 'task.waits':
    case 'task.waitsInSeries':
    case 'task.waitsForTurn':
      return t('waits for {tasks}', { tasks });
    default:
      return t('waits for its files');
  }
}
