import { commands, DataTransferItem, type TreeDragAndDropController } from 'vscode';
import { dropOf, tasksIn } from '../../app/views/dropTask.ts';
import { commandId } from '../ids.ts';
import type { Row } from './rows.ts';

/** Ids of tasks, as a list in JSON. */
const taskType = 'application/vnd.mam.tasks';

/** Another extension may use the same name for what is no list of them. */
const draggedIn = (text: string): readonly string[] => {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
};

/** Tasks are taken from the queue. */
export const dragTasks: TreeDragAndDropController<Row> = {
  dragMimeTypes: [taskType],
  dropMimeTypes: [],
  handleDrag: (rows, transfer) => {
    const tasks = tasksIn(rows.map(({ node }) => node));
    if (tasks.length > 0) transfer.set(taskType, new DataTransferItem(JSON.stringify(tasks)));
  },
};

/** And put onto whoever is to do them, one after the other. Each is asked about as the command does. */
export const dropTasks: TreeDragAndDropController<Row> = {
  dragMimeTypes: [],
  dropMimeTypes: [taskType],
  handleDrop: async (row, transfer) => {
    for (const task of draggedIn((await transfer.get(taskType)?.asString()) ?? '')) {
      const { command, args } = dropOf(task, row?.node);
      await commands.executeCommand(commandId(command), ...args);
      // Its pick has all tasks to tick, and there is one loop on the queue.
      if (command === 'startLoop') return;
    }
  },
};
