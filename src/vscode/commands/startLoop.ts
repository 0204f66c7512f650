import { window } from 'vscode';
import { newestFirst } from '../../core/loop/newestRun.ts';
import { queueLoop } from '../../app/views/select.ts';
import { presetAgents, presetTasks, startableTasks, type StartChoice } from '../../app/views/startLoop.ts';
import type { Task } from '../../core/task/types.ts';
import { topologyOf } from '../../protocol/settings.ts';
import { t } from '../translate.ts';
import { askClaims } from './askClaims.ts';
import { showProblem } from '../notify.ts';
import { editor, type CommandDeps, type CommandHandler } from './deps.ts';
import { dispatch } from './dispatch.ts';
import { pickStart } from './pickStart.ts';
import { saveQueue } from './queueFile.ts';
import { usableAgents } from './usableAgents.ts';

const memoryKey = 'startLoop.last';

/** While a loop runs there is nothing to start, but something to do with it. */
const offerRunning = async (deps: CommandDeps): Promise<void> => {
  const stop = {
    label: `$(debug-stop) ${t('Stop Loop')}`,
    description: t('ends what runs; Resume Loop goes on from there'),
    act: 'stopLoop',
  };
  const open = { label: `$(dashboard) ${t('Open Dashboard')}`, description: '', act: 'open' };
  const loop = queueLoop(deps.app.state);
  const stopping = loop?.state === 'stopping';
  const picked = await window.showQuickPick([...(stopping ? [] : [stop]), open], {
    title: stopping ? t('The loop is stopping') : t('The loop is running'),
  });
  if (picked?.act === 'open') deps.openDashboard();
  else if (picked?.act === 'stopLoop') await dispatch(deps, { type: 'stopLoop', ...(loop ? { loop: loop.id } : {}) });
};

const askMissingClaims = async (
  tasks: readonly Task[],
): Promise<Readonly<Record<string, readonly string[]>> | undefined> => {
  const claims: Record<string, readonly string[]> = {};
  for (const task of tasks.filter((one) => one.claims.length === 0)) {
    const chosen = await askClaims(task);
    if (chosen === undefined) return undefined;
    claims[task.id] = chosen;
  }
  return claims;
};

/** Nothing new can start; what was stopped can go on. */
const noTasks = async (deps: CommandDeps, addTask: CommandHandler): Promise<void> => {
  const add = t('Add Task…');
  const resume = t('Resume Loop');
  const stopped = newestFirst(deps.app.state).find((run) => run.phase === 'stopped');
  const chosen =
    stopped === undefined
      ? await window.showInformationMessage(
          t('No task of the queue is ready. Add one, or change a status in tasks/queue.md.'),
          add,
        )
      : await window.showInformationMessage(
          t('{task} was stopped and can go on. No other task of the queue is ready.', { task: stopped.task.id }),
          resume,
          add,
        );
  if (chosen === add) await addTask();
  else if (chosen === resume) await dispatch(deps, { type: 'resumeLoop' });
};

const notNow = (task: string): void =>
  void window.showInformationMessage(
    t('{task} can not start now: it is done, under way or not in tasks/queue.md any more.', { task }),
  );

/** Asks in one pick and starts; a task that is named is ticked, whatever was chosen the last time. */
export const createStartLoop =
  (deps: CommandDeps, addTask: CommandHandler): CommandHandler =>
  async (wanted) => {
    const { app, memory } = deps;
    if (queueLoop(app.state)) return offerRunning(deps);
    // Who starts a task from its heading means the task as it stands there.
    if (wanted !== undefined) await saveQueue(app);
    await app.refresh();
    const tasks = startableTasks(app.state);
    if (wanted !== undefined && !tasks.some(({ id }) => id === wanted)) return notNow(wanted);
    if (tasks.length === 0) return noTasks(deps, addTask);
    const settings = deps.settings();
    const team = topologyOf(settings);
    if (!team.ok) {
      void showProblem(team.error);
      return;
    }
    const topology = team.value;
    const usable = await usableAgents(deps);
    // Whoever tries a sample pays for no agent, unless they choose one.
    const rehearsing = deps.sample !== null ? usable.filter(({ embedded }) => embedded) : usable;
    const last = memory.get<StartChoice>(memoryKey);
    const configured = { ...last?.agents, ...settings['mam.agents'] };
    const preset: StartChoice = {
      tasks: wanted === undefined ? presetTasks(tasks, last) : [wanted],
      limit: last?.limit ?? settings['mam.loop.limit'],
      agents: presetAgents(topology, rehearsing, configured, settings['mam.agents.fullAccess']),
    };
    const choice = await pickStart({ tasks, usable, topology, preset });
    if (choice === undefined) return;
    // A whole queue names its tasks as it goes; those without files ask when their turn comes.
    const named = tasks.filter((task) => choice.tasks?.includes(task.id) === true);
    const claims = await askMissingClaims(named);
    if (claims === undefined) return;
    await memory.update(memoryKey, choice);
    const started = await app.startLoop(
      {
        tasks: choice.tasks,
        limit: choice.tasks === null ? choice.limit : choice.tasks.length,
        only: null,
        agents: choice.agents,
        claims,
        allowedChecks: deps.sample === null ? [] : [deps.sample.check],
      },
      editor,
    );
    if (!started.ok) void showProblem(started.error);
  };
