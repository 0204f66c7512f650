import { hasLoweredPass } from '../../core/loop/phases.ts';
import type { Problem } from '../../base/problem.ts';
import { askNow } from '../../core/lease/heldNow.ts';
import type { Run } from '../../core/loop/types.ts';
import type { State } from '../../core/state.ts';
import type { Task } from '../../core/task/types.ts';
import { action } from './actions.ts';
import { awaitsDecision, gatePhrase, missingCount } from './gateWords.ts';
import { newestRuns } from '../../core/loop/newestRun.ts';
import { unmetBy } from '../../core/task/dependencies.ts';
import { laneWord } from './laneWord.ts';
import { optionalPhaseWords } from './phaseWords.ts';
import { retryingWords } from './stateWords.ts';
import { escapeMarkdown, treeNode, type Tone, type TreeNode } from './treeNode.ts';
import { oneLine, phrase, shortList } from './words.ts';
import { recommendationNodes } from './recommendations.ts';
import { sentence, type Scene, type ViewContext } from './viewContext.ts';

interface Row {
  readonly words: string;
  readonly icon: string;
  readonly tone: Tone;
  readonly contextValue: string;
}

const cycle = (ctx: ViewContext, run: Run): string =>
  run.round < 2 ? '' : ctx.t('cycle {round} of {rounds}', { round: run.round, rounds: run.options.maxRounds });

const decided = (ctx: ViewContext, run: Run): Row | null => {
  if (run.decision === null) return null;
  const time = ctx.clock(run.decision.at);
  if (run.decision.kind === 'abandoned') {
    return { words: ctx.t('given up {time}', { time }), icon: 'circle-slash', tone: 'muted', contextValue: 'task' };
  }
  return run.decision.merged
    ? { words: ctx.t('merged {time}', { time }), icon: 'check', tone: 'good', contextValue: 'task' }
    : { words: ctx.t('approved {time}', { time }), icon: 'check', tone: 'good', contextValue: 'task.approved' };
};

const askWords = (ctx: ViewContext, state: State, run: Run): string => {
  const ask = askNow(state, run);
  switch (ask?.kind) {
    case 'claims':
      return ctx.t('needs you: which files?');
    case 'checks':
      return ctx.t('needs you: allow checks');
    case 'problem':
      return ctx.t('needs you: {problem}', { problem: oneLine(sentence(ctx, ask.problem), 60) });
    case undefined:
      return ctx.t('needs you');
  }
};

const waitingRow = (ctx: ViewContext, run: Run): Row =>
  awaitsDecision(run)
    ? { words: ctx.t('gate open: approve?'), icon: 'pass', tone: 'attention', contextValue: 'task.decide' }
    : hasLoweredPass(run)
      ? { words: ctx.t('needs you: review again'), icon: 'bell-dot', tone: 'attention', contextValue: 'task.problem' }
      : { words: phrase(gatePhrase(ctx, run.gate)), icon: 'circle-slash', tone: 'none', contextValue: 'task.running' };

const runRow = (ctx: ViewContext, state: State, run: Run): Row => {
  const row = (words: string, icon: string, tone: Tone, contextValue = 'task.running'): Row => ({
    words: phrase(words, cycle(ctx, run)),
    icon,
    tone,
    contextValue,
  });
  switch (run.phase) {
    case 'preparing':
      return row(ctx.t('starting'), 'loading~spin', 'active');
    case 'implementing':
      return row(ctx.t('running'), 'sync~spin', 'active');
    case 'planning':
    case 'plan-talk':
      return row(optionalPhaseWords(ctx.t)[run.phase], 'sync~spin', 'active');
    case 'self-reviewing':
    case 'rebutting':
    case 'adjudicating':
    case 'arbitrating':
    case 'promoting':
      return row(optionalPhaseWords(ctx.t)[run.phase], 'eye', 'active');
    case 'reviewing':
      return row(ctx.t('in review'), 'eye', 'active');
    case 'waiting':
      return waitingRow(ctx, run);
    case 'retrying':
      return row(retryingWords(ctx.t, run), 'clock', 'none');
    case 'needs-you':
      return row(askWords(ctx, state, run), 'bell-dot', 'attention', `task.${run.ask?.kind ?? 'problem'}`);
    case 'stopped':
      return row(ctx.t('stopped, can resume'), 'debug-pause', 'none', 'task.stopped');
    case 'ended':
      return row(ctx.t('ended'), 'circle-outline', 'muted', 'task');
  }
};

/** Words of the queue file that MAM knows; others are shown as they were written. */
const statusWords = (ctx: ViewContext, status: string): { readonly words: string; readonly icon: string } => {
  const { t } = ctx;
  const known: Readonly<Record<string, { readonly words: string; readonly icon: string }>> = {
    ready: { words: t('ready'), icon: 'circle-outline' },
    todo: { words: t('ready'), icon: 'circle-outline' },
    backlog: { words: t('backlog'), icon: 'circle-outline' },
    blocked: { words: t('blocked'), icon: 'circle-slash' },
    review: { words: t('in review'), icon: 'eye' },
    running: { words: t('running'), icon: 'play' },
    in_progress: { words: t('running'), icon: 'play' },
    done: { words: t('done'), icon: 'check' },
  };
  return known[status] ?? { words: status, icon: 'circle-outline' };
};

/** Beside what it may be worked on, and what speaks against more. */
const laneWords = (ctx: ViewContext, { laneOf }: Scene, task: Task): string | null => {
  if (laneOf === undefined || !isReady(task)) return null;
  const { lane, reason } = laneOf(task);
  const word = laneWord(ctx.t, lane);
  return lane === 'serial-gated'
    ? ctx.t('{lane}: {reason}', { lane: word, reason: oneLine(sentence(ctx, reason), 50) })
    : word;
};

const isReady = ({ status }: Task): boolean => status === 'ready' || status === 'todo';

const queuedRow = (ctx: ViewContext, scene: Scene, task: Task, waitsFor: readonly string[]): Row => {
  const { words, icon } = statusWords(ctx, task.status);
  const waits = waitsFor.length === 0 ? null : ctx.t('waits for {tasks}', { tasks: shortList(waitsFor, 3) });
  return {
    words: phrase(isReady(task) ? (waits ?? words) : words, laneWords(ctx, scene, task)),
    icon: isReady(task) && waits !== null ? 'circle-slash' : icon,
    tone: task.status === 'done' ? 'muted' : 'none',
    contextValue: task.status === 'backlog' ? 'task.backlog' : 'task.queued',
  };
};

/** How many tasks could be begun, and how many wait for something else than a free place. */
export const queueCounts = ({ state }: Scene): { readonly ready: number; readonly blocked: number } => {
  const unmet = unmetBy(state);
  const begun = newestRuns(state);
  const open = state.queue.tasks.filter((task) => !begun.has(task.id));
  const ready = open.filter(isReady);
  const free = ready.filter((task) => unmet(task).length === 0);
  const blocked = open.filter(({ status }) => status === 'blocked').length + ready.length - free.length;
  return { ready: free.length, blocked };
};

/** How a task that MAM works or worked on stands, in the words of its row. */
export const runWords = (ctx: ViewContext, state: State, run: Run): string =>
  (decided(ctx, run) ?? runRow(ctx, state, run)).words;

/** What the gate of a run misses, one sentence each. */
export const missingOf = (ctx: ViewContext, run: Run | undefined): readonly string[] =>
  run === undefined || run.gate === null || missingCount(run.gate) === 0
    ? []
    : run.gate.rules.flatMap((rule) => rule.missing.map((one) => sentence(ctx, one)));

const taskNode = (
  ctx: ViewContext,
  scene: Scene,
  task: Task,
  run: Run | undefined,
  waitsFor: readonly string[],
): TreeNode => {
  const row =
    run === undefined ? queuedRow(ctx, scene, task, waitsFor) : (decided(ctx, run) ?? runRow(ctx, scene.state, run));
  const description = phrase(`P${task.priority}`, row.words);
  const claims = run?.claims ?? task.claims;
  const files =
    claims.length === 0 ? ctx.t('No files named yet.') : ctx.t('Files: {files}', { files: shortList(claims, 6) });
  return treeNode({
    id: `task:${task.id}`,
    label: `${task.id}  ${task.title}`,
    description,
    icon: row.icon,
    tone: row.tone,
    contextValue: row.contextValue,
    subject:
      run === undefined
        ? { task: task.id, ...(task.status === 'backlog' ? { wish: task.id } : {}) }
        : { task: task.id, run: run.id },
    action: action(ctx.t, 'showTask', task.id),
    tooltip: [
      `**${escapeMarkdown(`${task.id} ${task.title}`)}**`,
      escapeMarkdown(description),
      escapeMarkdown(files),
      missingOf(ctx, run)
        .map((one) => `- ${escapeMarkdown(one)}`)
        .join('\n'),
    ]
      .filter((part) => part !== '')
      .join('\n\n'),
    accessibilityLabel: `${task.id}, ${task.title}, ${description}`,
  });
};

/** What needs a person, then what is on its way, then the rest in the queue's own order, and last what is over. */
const rank = (node: TreeNode): number => {
  if (node.tone === 'attention') return 0;
  if (/^task\.(?:running|stopped|approved)$/.test(node.contextValue)) return 1;
  return /^task\.(?:queued|backlog)$/.test(node.contextValue) && node.tone !== 'muted' ? 2 : 3;
};

/** A queue that isn't there yet is an empty view with its next step, not a warning. */
const isShown = (one: Problem): boolean => one.code !== 'queue.missing';

const problemNodes = (ctx: ViewContext, scene: Scene): readonly TreeNode[] =>
  scene.state.queue.problems.filter(isShown).map((one, index) =>
    treeNode({
      id: `queue-problem:${index}`,
      label: oneLine(sentence(ctx, one), 120),
      description: '',
      icon: 'warning',
      tone: 'attention',
      contextValue: 'queueProblem',
      tooltip: escapeMarkdown(sentence(ctx, one)),
      action: action(ctx.t, 'showTask', ''),
    }),
  );

export const queueView = (ctx: ViewContext, scene: Scene): readonly TreeNode[] => {
  const tasks = scene.state.queue.tasks.toSorted((a, b) => a.priority - b.priority || a.line - b.line);
  const [unmet, runs] = [unmetBy(scene.state), newestRuns(scene.state)];
  const nodes = tasks
    .map((task) => taskNode(ctx, scene, task, runs.get(task.id), unmet(task)))
    .toSorted((a, b) => rank(a) - rank(b));
  return [...problemNodes(ctx, scene), ...nodes, ...recommendationNodes(ctx, scene.recommendations)];
};
