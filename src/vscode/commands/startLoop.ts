import { ProgressLocation, window } from 'vscode';
import type { StartRequest } from '../../app/loopOptions.ts';
import { laneRules } from '../../app/laneRules.ts';
import type { AgentInfo } from '../../app/ports/agents.ts';
import type { Topology } from '../../core/topology/types.ts';
import { newestFirst } from '../../core/loop/newestRun.ts';
import { queueLoop } from '../../app/views/select.ts';
import { presetAgents, presetTasks, startableTasks, startRows, type StartChoice } from '../../app/views/startLoop.ts';
import type { Task } from '../../core/task/types.ts';
import { topologyOf } from '../../protocol/settings.ts';
import { t } from '../translate.ts';
import { askClaims } from './askClaims.ts';
import { showProblem } from '../notify.ts';
import { editor, type CommandDeps, type CommandHandler } from './deps.ts';
import { dispatch } from './dispatch.ts';
import { offerRunning } from './offerRunning.ts';
import { pickStart } from './pickStart.ts';
import { saveQueue } from './queueFile.ts';
import { showPlan } from './showPlan.ts';
import { usableAgents } from './usableAgents.ts';

const memoryKey = 'startLoop.last';

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

/** What the pick begins with. To the end of the queue means that, whatever was chosen the last time. */
const presetOf = (deps: CommandDeps, asked: Asked, last: StartChoice | undefined): StartChoice => {
  const settings = deps.settings();
  const configured = { ...last?.agents, ...settings['mam.agents'] };
  // Whoever tries a sample pays for no agent, unless they choose one.
  const rehearsing = deps.sample === null ? asked.usable : asked.usable.filter(({ embedded }) => embedded);
  const agents = presetAgents(asked.topology, rehearsing, configured, settings['mam.agents.fullAccess']);
  const { pool = null, target = null } = last ?? {};
  if (asked.infinite) return { tasks: null, limit: null, pool, target, agents };
  return {
    tasks: asked.wanted === undefined ? presetTasks(asked.tasks, last) : [asked.wanted],
    limit: last === undefined ? settings['mam.loop.limit'] : (last.limit ?? settings['mam.loop.limit']),
    pool,
    target,
    agents,
  };
};

interface Asked {
  readonly tasks: readonly Task[];
  readonly usable: readonly AgentInfo[];
  readonly topology: Topology;
  readonly wanted: string | undefined;
  readonly infinite: boolean;
}

/** Looks at agents and repository before anything is started; who cancels meanwhile has started nothing. */
const start = async ({ app }: CommandDeps, request: StartRequest): Promise<void> => {
  const started = await window.withProgress(
    { location: ProgressLocation.Notification, title: t('Starting the loop…'), cancellable: true },
    (_progress, token) => {
      const left = new AbortController();
      token.onCancellationRequested(() => left.abort());
      return app.startLoop(request, editor, left.signal);
    },
  );
  if (!started.ok && started.error.code !== 'loop.startCancelled') void showProblem(started.error);
};

/** Asks in one pick and starts; a task that is named is ticked, whatever was chosen the last time. */
export const createStartLoop =
  (deps: CommandDeps, addTask: CommandHandler, infinite = false): CommandHandler =>
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
    const last = memory.get<StartChoice>(memoryKey);
    const preset = presetOf(deps, { tasks, usable, topology, wanted, infinite }, last);
    const rows = startRows(t, app.state, tasks, laneRules(settings));
    const picked = await pickStart({ rows, usable, topology, preset, usualPool: settings['mam.loop.pool'] });
    if (picked === undefined) return;
    const { choice, dryRun } = picked;
    // A whole queue names its tasks as it goes; those without files ask when their turn comes.
    const named = tasks.filter((task) => choice.tasks?.includes(task.id) === true);
    const claims = dryRun ? {} : await askMissingClaims(named);
    if (claims === undefined) return;
    const request: StartRequest = {
      tasks: choice.tasks,
      limit: choice.tasks === null ? choice.limit : choice.tasks.length,
      only: null,
      agents: choice.agents,
      claims,
      allowedChecks: deps.sample === null ? [] : [deps.sample.check],
      ...(choice.pool ? { pool: choice.pool } : {}),
      ...(choice.target ? { target: choice.target } : {}),
    };
    if (dryRun) return showPlan(deps, request);
    // Once to the end is no habit: the next plain start begins as it did before.
    const { tasks: before = choice.tasks, limit = choice.limit } = last ?? {};
    await memory.update(memoryKey, infinite && last ? { ...choice, tasks: before, limit } : choice);
    await start(deps, request);
  };
