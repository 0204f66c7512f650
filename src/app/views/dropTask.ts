import type { Task } from '../../core/task/types.ts';
import type { TreeNode } from './treeNode.ts';

/** Tasks among rows, such as can be given to somebody. */
export const tasksIn = (nodes: readonly TreeNode[]): readonly string[] =>
  nodes.flatMap(({ contextValue, subject }) =>
    subject.task !== undefined && /^task\.(?:queued|backlog)$/.test(contextValue) ? [subject.task] : [],
  );

/** What the drop of a task on a row means: the same as the command of that name with these arguments. */
export type TaskDrop =
  | { readonly command: 'giveTask'; readonly args: readonly [task: string, session?: string] }
  | { readonly command: 'startLoop'; readonly args: readonly [task: string] };

/** On an agent session or one of its jobs it is given to it, on a seat it is worked on by the team; elsewhere it is asked to whom. */
export const dropOf = (task: string, on: TreeNode | undefined): TaskDrop => {
  if (on !== undefined && /^session(?:\.|$)/.test(on.contextValue)) return { command: 'startLoop', args: [task] };
  const session = on?.subject.session;
  return session === undefined ? { command: 'giveTask', args: [task] } : { command: 'giveTask', args: [task, session] };
};

/** What an agent is told to do about a task of the queue. */
export const taskPrompt = ({ id, title, body }: Pick<Task, 'id' | 'title' | 'body'>): string =>
  `${id}: ${title}\n\n${body.trim()}`.trim();
