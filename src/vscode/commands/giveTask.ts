import { commands, window } from 'vscode';
import { openSessions } from '../../app/views/delegateChoices.ts';
import { taskPrompt } from '../../app/views/dropTask.ts';
import { startableTasks } from '../../app/views/startLoop.ts';
import { claimWords } from '../../app/views/leases.ts';
import type { AgentSession } from '../../core/agentSession/types.ts';
import type { Task } from '../../core/task/types.ts';
import { commandId } from '../ids.ts';
import { t } from '../translate.ts';
import { createViewContext } from '../viewContext.ts';
import type { CommandDeps, CommandHandler } from './deps.ts';
import { handJob, plainJob } from './handJob.ts';
import { describeSession } from './pickAgentSession.ts';
import { saveQueue } from './queueFile.ts';

const pickTask = async (tasks: readonly Task[], id: string | undefined): Promise<Task | undefined> => {
  if (id !== undefined) return tasks.find((task) => task.id === id);
  const items = tasks.map((task) => ({ label: task.id, description: task.title, task }));
  return (await window.showQuickPick(items, { title: t('Which task?'), matchOnDescription: true }))?.task;
};

/** Who does it: a session, or the team of the loop. */
type Doer = AgentSession | 'team';

const pickDoer = async ({ app }: CommandDeps, task: Task): Promise<Doer | undefined> => {
  const team: { readonly label: string; readonly description: string; readonly doer: Doer } = {
    label: `$(play) ${t('Start Loop')}`,
    description: t('the team works on it and reviews it'),
    doer: 'team',
  };
  const items = openSessions(app.state).map((session) => ({
    label: `$(comment-discussion) ${session.name}`,
    description: describeSession(app, session),
    doer: session,
  }));
  const title = t('Give {task} to Session', { task: task.id });
  return (await window.showQuickPick([...items, team], { title, matchOnDescription: true }))?.doer;
};

/** What the agent may change is shown before it is handed over; null where the person turned away. */
const confirm = async ({ app }: CommandDeps, task: Task, session: AgentSession): Promise<boolean> => {
  const give = t('Give Task');
  const files =
    task.claims.length === 0
      ? t('It names no files: the agent looks and reports, and may change none.')
      : t('It may change: {files}', { files: claimWords(createViewContext(app), task.claims, 6) });
  const waits = session.job === null ? [] : [t('works on {job}; this one waits for it', { job: session.job })];
  const chosen = await window.showInformationMessage(
    t('Give {task} to {session}?', { task: task.id, session: session.name }),
    {
      modal: true,
      detail: [task.title, files, ...waits, t('Nobody reviews it as a loop does, and no gate is opened by it.')].join(
        '\n',
      ),
    },
    give,
  );
  return chosen === give;
};

/** Hands a task of the queue to an agent session that is open, or starts the loop on it. */
export const createGiveTask =
  (deps: CommandDeps): CommandHandler =>
  async (id, session) => {
    const { app } = deps;
    // Who gives a task away means it as it stands there.
    await saveQueue(app);
    await app.refresh();
    const tasks = startableTasks(app.state);
    const task = await pickTask(tasks, id);
    if (task === undefined) {
      if (id !== undefined || tasks.length === 0)
        void window.showInformationMessage(
          id === undefined
            ? t('No task of the queue is ready. Add one, or change a status in tasks/queue.md.')
            : t('{task} can not start now: it is done, under way or not in tasks/queue.md any more.', { task: id }),
        );
      return;
    }
    const known = session === undefined ? undefined : app.state.agentSessions[session];
    const doer = known?.ended === null ? known : await pickDoer(deps, task);
    if (doer === undefined) return;
    if (doer === 'team') return void (await commands.executeCommand(commandId('startLoop'), task.id));
    if (!(await confirm(deps, task, doer))) return;
    await handJob(
      deps,
      { session: doer },
      {
        ...plainJob,
        prompt: taskPrompt(task),
        claims: task.claims,
        task: task.id,
      },
    );
  };
