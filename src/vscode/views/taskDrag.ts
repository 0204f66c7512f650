import { commands, DataTransferItem, type TreeDragAndDropController } from 'vscode';
import { dropOf, tasksIn } from '../../app/views/dropTask.ts';
import { commandId } from '../ids.ts';
import type { Row } from './rows.ts';

/** Ids of tasks, as a list in JSON. */
const taskType = 'application/vnd.mam.tasks';

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
    const text = await transfer.get(taskType)?.asString();
    const tasks: unknown = text === undefined ? [] : JSON.parse(text);
    for (const task of Array.isArray(tasks) ? tasks : []) {
      if (typeof task !== 'string') continue;
      const { command, args } = dropOf(task, row?.node);
      await commands.executeCommand(commandId(command), ...args);
      // Its pick has all tasks to tick, and there is one loop on the queue.
      if (command === 'startLoop') return;
    }
  },
};
