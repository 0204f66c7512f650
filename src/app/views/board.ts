import { hasLoweredPass, isWorking } from '../../core/loop/phases.ts';
import { isPastProposal } from '../../core/patch/isProposing.ts';
import type { Run } from '../../core/loop/types.ts';
import { retryingWords } from './stateWords.ts';
import type { State } from '../../core/state.ts';
import type { Task } from '../../core/task/types.ts';
import { requiredRoles } from '../../core/topology/roles.ts';
import { touchesLoadBearing } from '../../core/gate/facts.ts';
import type { BoardCard, BoardColumn, BoardLane, RoleLamp } from '../../protocol/webview.ts';
import { awaitsDecision, gatePhrase } from './gateWords.ts';
import { newestRuns } from '../../core/loop/newestRun.ts';
import { holdWord } from './holdWords.ts';
import { jobStatus } from './status.ts';
import { heldWords } from './limitWords.ts';
import { optionalPhaseWords } from './phaseWords.ts';
import { costOf } from './usageWords.ts';
import { queuedWords } from './queuedWords.ts';
import { phrase, since } from './words.ts';
import type { ViewContext } from './viewContext.ts';

const columnTitles = (ctx: ViewContext) => ({
  queued: ctx.t('Queued'),
  running: ctx.t('Running'),
  review: ctx.t('In review'),
  you: ctx.t('Waiting for you'),
  ready: ctx.t('Ready to merge'),
  deferred: ctx.t('Deferred'),
  done: ctx.t('Done'),
});

type ColumnId = keyof ReturnType<typeof columnTitles>;

const letters = (name: string): string =>
  name
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .slice(0, 2)
    .map((word) => word[0])
    .join('')
    .toUpperCase();

/** One lamp for each seat whose verdict is needed; it shows this round only, since older verdicts are dead. */
const lampsOf = (ctx: ViewContext, state: State, run: Run): readonly RoleLamp[] =>
  requiredRoles(run.options.topology, touchesLoadBearing(run)).map((role) => {
    const job = run.jobs.findLast((one) => one.session === role.session && one.round === run.round);
    const name = ctx.t(role.name);
    if (job === undefined) {
      return {
        role: name,
        letters: letters(role.name),
        mark: { words: ctx.t('waiting'), icon: 'circle-outline', tone: 'muted' },
      };
    }
    const { text, icon, tone } = jobStatus(ctx, state, run, job);
    return { role: name, letters: letters(role.name), mark: { words: text, icon: icon.replace('~spin', ''), tone } };
  });

/** Lanes that have not ended: who works, what they do, and since when. */
const lanesOf = (ctx: ViewContext, state: State, run: Run): readonly BoardLane[] =>
  run.jobs
    .filter((job) => job.ended === undefined)
    .map((job) => {
      const { text, icon, tone } = jobStatus(ctx, state, run, job);
      return {
        role: ctx.t(job.role),
        agent: job.agent,
        mark: { words: text, icon: icon.replace('~spin', ''), tone },
      };
    });

/** How far the lanes that run now are held: the weakest counts. */
const holdOfRun = (ctx: ViewContext, run: Run): string => {
  const open = run.jobs.filter((job) => job.ended === undefined);
  const weakest = open.find((job) => job.hold?.level !== 'enforced') ?? open[0];
  return (weakest && holdWord(ctx, weakest)) ?? '';
};

const columnOfRun = (state: State, run: Run): ColumnId => {
  if (run.decision !== null) return run.decision.kind === 'approved' && !run.decision.merged ? 'ready' : 'done';
  if (awaitsDecision(run) || hasLoweredPass(run)) return 'you';
  if (run.phase === 'waiting' && isSetAside(state, run)) return 'deferred';
  switch (run.phase) {
    case 'preparing':
    case 'planning':
    case 'plan-talk':
    case 'implementing':
      return 'running';
    case 'self-reviewing':
    case 'rebutting':
    case 'adjudicating':
    case 'arbitrating':
    case 'promoting':
    case 'reviewing':
    case 'waiting':
      return 'review';
    case 'needs-you':
      return 'you';
    case 'retrying':
    case 'stopped':
      return 'deferred';
    case 'ended':
      return 'done';
  }
};

/** Its loop went past it: what is missing is nothing that a person was asked. */
const isSetAside = (state: State, run: Run): boolean =>
  run.gate?.open !== true &&
  !isWorking(state, run) &&
  state.loops[run.loop]?.cycles?.some((cycle) => cycle.run === run.id) === true;

const columnOfTask = (task: Task): ColumnId => {
  if (task.status === 'done') return 'done';
  return task.status === 'deferred' || task.status === 'blocked' ? 'deferred' : 'queued';
};

const phaseWords = (ctx: ViewContext, run: Run): string => {
  if (run.decision !== null) {
    if (run.decision.kind === 'abandoned') return ctx.t('given up');
    return run.decision.merged ? ctx.t('merged') : ctx.t('approved');
  }
  switch (run.phase) {
    case 'preparing':
      return ctx.t('starting');
    case 'implementing':
      return ctx.t('cycle {round} of {rounds}', { round: run.round, rounds: run.options.maxRounds });
    case 'planning':
    case 'plan-talk':
    case 'self-reviewing':
    case 'rebutting':
    case 'adjudicating':
    case 'arbitrating':
    case 'promoting':
      return optionalPhaseWords(ctx.t)[run.phase];
    case 'reviewing':
      return ctx.t('in review');
    case 'waiting':
      return gatePhrase(ctx, run.gate);
    case 'retrying':
      return retryingWords(ctx.t, run);
    case 'needs-you':
      return ctx.t('needs you');
    case 'stopped':
      return ctx.t('stopped');
    case 'ended':
      return ctx.t('ended');
  }
};

const runMark = (ctx: ViewContext, state: State, run: Run): BoardCard['mark'] => {
  const held = heldWords(ctx, state, run);
  if (held !== null) return { words: held, icon: 'clock', tone: 'none' };
  const words = phaseWords(ctx, run);
  switch (columnOfRun(state, run)) {
    case 'you':
      return { words, icon: run.ask === null ? 'checklist' : 'bell-dot', tone: 'attention' };
    case 'running':
      return { words, icon: 'sync', tone: 'active' };
    case 'review':
      return { words, icon: 'eye', tone: 'active' };
    case 'ready':
      return { words, icon: 'pass', tone: 'good' };
    case 'deferred':
      return { words, icon: 'debug-pause', tone: 'muted' };
    default:
      return { words, icon: run.decision?.kind === 'approved' ? 'check' : 'circle-slash', tone: 'muted' };
  }
};

const cardOf = (ctx: ViewContext, state: State, task: Task, run: Run | undefined, waits: string | null): BoardCard => ({
  id: task.id,
  task: task.id,
  title: task.title,
  mark:
    run === undefined
      ? { words: phrase(`P${task.priority}`, waits), icon: 'circle-outline', tone: 'muted' }
      : runMark(ctx, state, run),
  lamps: run === undefined || run.decision !== null ? [] : lampsOf(ctx, state, run),
  lanes: run === undefined ? [] : lanesOf(ctx, state, run),
  hold: run === undefined ? '' : holdOfRun(ctx, run),
  age: run === undefined ? '' : since(ctx, run.decision?.at ?? run.startedAt),
  cost: run === undefined ? '' : costOf(ctx, run.jobs),
  run: run?.id ?? null,
});

/** Tasks that left the queue file keep their card while a run tells of them. */
const allTasks = (state: State): readonly Task[] => {
  const queued = state.queue.tasks.toSorted((a, b) => a.priority - b.priority || a.line - b.line);
  const known = new Set(queued.map((task) => task.id));
  const gone = Object.values(state.runs)
    .filter((run) => !isPastProposal(run))
    .map((run) => run.task)
    .filter((task) => !known.has(task.id));
  return [...queued, ...new Map(gone.map((task) => [task.id, task])).values()];
};

export const boardView = (ctx: ViewContext, state: State): readonly BoardColumn[] => {
  const newest = newestRuns(state);
  const waitsOf = queuedWords(ctx, state);
  const placed = allTasks(state).map((task) => {
    const run = newest.get(task.id);
    return {
      column: run === undefined ? columnOfTask(task) : columnOfRun(state, run),
      card: cardOf(ctx, state, task, run, run === undefined ? (waitsOf(task)?.short ?? null) : null),
    };
  });
  return Object.entries(columnTitles(ctx)).map(([id, title]) => ({
    id,
    title,
    cards: placed.filter((one) => one.column === id).map((one) => one.card),
  }));
};
