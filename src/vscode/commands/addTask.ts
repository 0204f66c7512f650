import { Range, WorkspaceEdit, window, workspace, type Uri } from 'vscode';
import { appendTask, breaksQueue, nextTaskId, plainTask, type NewTask } from '../../protocol/newTask.ts';
import { t } from '../translate.ts';
import { splitClaims } from './askClaims.ts';
import type { CommandDeps, CommandHandler } from './deps.ts';
import { queueUri, readQueueText } from './queueFile.ts';
import { runSteps, type Step } from './steps.ts';

const steps = (): readonly Step[] => [
  {
    key: 'title',
    prompt: t('What is to be done, in a few words?'),
    placeHolder: t('Retry in the fetcher'),
    check: (text) => (text.trim() === '' ? t('A task needs a title.') : undefined),
  },
  {
    key: 'goal',
    prompt: t('The goal: how will you know that it is done?'),
    placeHolder: t('A failed request is tried three times before it is reported.'),
    check: (text) => {
      if (text.trim() === '') return t('A task needs a goal.');
      return breaksQueue(text) ? t('A goal can not hold the heading of another task.') : undefined;
    },
  },
  {
    key: 'claims',
    prompt: t('Files that it may change; empty to be asked when it starts'),
    placeHolder: 'src/fetch.ts, test/fetch/**',
    check: () => undefined,
  },
  {
    key: 'checks',
    prompt: t('Commands that prove it, separated by ;'),
    placeHolder: 'npm test; git diff --check',
    check: () => undefined,
  },
];

/** Saved at once: the queue is read from the disk, and an unsaved task would look lost. */
const write = async (uri: Uri, before: string, after: string): Promise<void> => {
  const edit = new WorkspaceEdit();
  edit.createFile(uri, { ignoreIfExists: true });
  await workspace.applyEdit(edit);
  const document = await workspace.openTextDocument(uri);
  const change = new WorkspaceEdit();
  change.replace(uri, new Range(document.positionAt(0), document.positionAt(before.length)), after);
  await workspace.applyEdit(change);
  await document.save();
};

export const createAddTask =
  (deps: CommandDeps): CommandHandler =>
  async () => {
    const { app } = deps;
    const uri = queueUri(app);
    const answers = await runSteps(t('Add Task'), steps());
    if (answers === undefined) return;
    // Read only now: somebody may have added a task while the questions were open.
    const text = await readQueueText(uri);
    const task: NewTask = {
      id: nextTaskId(text, new Date().getFullYear()),
      ...plainTask({
        title: answers['title'] ?? '',
        goal: answers['goal'] ?? '',
        claims: splitClaims(answers['claims'] ?? ''),
        checks: (answers['checks'] ?? '')
          .split(';')
          .map((line) => line.trim())
          .filter((line) => line !== ''),
      }),
    };
    await write(uri, text, appendTask(text, task));
    await app.refresh();
    const show = t('Show Task');
    const chosen = await window.showInformationMessage(t('{task} is in the queue.', { task: task.id }), show);
    if (chosen === show) await window.showTextDocument(uri);
  };
