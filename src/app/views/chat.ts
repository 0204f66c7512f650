import { newestRunOf } from '../../core/loop/newestRun.ts';
import type { Run } from '../../core/loop/types.ts';
import { action } from './actions.ts';
import { gateTable } from './gateTable.ts';
import { newestFirst } from '../../core/loop/newestRun.ts';
import { isOver } from './select.ts';
import { phaseWord } from './stateWords.ts';
import { statusBarView } from './statusBar.ts';
import { escapeMarkdown, type TreeNode, type ViewAction } from './treeNode.ts';
import { sentence, type Scene, type ViewContext } from './viewContext.ts';

/** What the chat understands; each is a command of the participant. */
export const chatCommands = ['status', 'gate', 'why', 'delegate'] as const;
type ChatCommand = (typeof chatCommands)[number];

export interface ChatQuestion {
  /** One of the commands; anything else is a question in a person's own words. */
  readonly command?: string | undefined;
  readonly prompt: string;
}

export interface ChatAnswer {
  readonly markdown: string;
  /** Buttons; nothing happens without one. */
  readonly actions: readonly ViewAction[];
  /** What may be asked next. */
  readonly next: readonly { readonly command: ChatCommand; readonly prompt: string; readonly label: string }[];
}

const mostRows = 8;

/** The run that is spoken of: that of the task in the question, else the newest that is not over. */
const runOf = ({ state }: Scene, prompt: string): Run | undefined => {
  const named = prompt.split(/\s+/).find((word) => newestRunOf(state, word) !== undefined);
  if (named !== undefined) return newestRunOf(state, named);
  return newestFirst(state).find((run) => !isOver(run)) ?? newestFirst(state)[0];
};

const noRun = (ctx: ViewContext): ChatAnswer => ({
  markdown: ctx.t('No task was worked on yet.'),
  actions: [action(ctx.t, 'startLoop')],
  next: [],
});

const statusAnswer = (ctx: ViewContext, scene: Scene, inbox: readonly TreeNode[]): ChatAnswer => {
  const { tooltip } = statusBarView(ctx, scene, inbox);
  const waits = inbox
    .slice(0, mostRows)
    .map((node) => `- ${escapeMarkdown(node.label)} ${escapeMarkdown(node.description)}`);
  const run = runOf(scene, '');
  return {
    markdown: [
      tooltip,
      ...(waits.length === 0
        ? [ctx.t('Nothing waits for you.')]
        : [`**${ctx.t('Waits for you')}**\n${waits.join('\n')}`]),
    ].join('\n\n'),
    actions: [
      ...inbox.slice(0, 2).flatMap((node) => (node.action === null ? [] : [node.action])),
      action(ctx.t, 'openDashboard'),
    ],
    next:
      run === undefined
        ? []
        : [{ command: 'why', prompt: run.task.id, label: ctx.t('Why is {task} where it is?', { task: run.task.id }) }],
  };
};

const cell = (text: string): string => escapeMarkdown(text).replaceAll('\n', ' ');

const gateAnswer = (ctx: ViewContext, run: Run): ChatAnswer => {
  const { rows, mark } = gateTable(ctx, run);
  const table = rows.map((row) => `| ${cell(row.title)} | ${cell(row.mark.words)} | ${cell(row.missing.join(' '))} |`);
  const head = `| ${ctx.t('Rule')} | ${ctx.t('Outcome')} | ${ctx.t('Missing')} |\n| --- | --- | --- |`;
  return {
    markdown: [
      `**${escapeMarkdown(run.task.id)}** ${escapeMarkdown(run.task.title)}: ${escapeMarkdown(mark.words)}`,
      ...(rows.length === 0 ? [] : [`${head}\n${table.join('\n')}`]),
    ].join('\n\n'),
    actions: run.change === null ? [] : [action(ctx.t, 'openApprovalPacket', run.id)],
    next: [{ command: 'why', prompt: run.task.id, label: ctx.t('Why is {task} where it is?', { task: run.task.id }) }],
  };
};

const whyAnswer = (ctx: ViewContext, run: Run, inbox: readonly TreeNode[]): ChatAnswer => {
  const missing = (run.gate?.rules ?? []).flatMap((rule) => rule.missing.map((one) => sentence(ctx, one)));
  const waits = inbox.filter(({ subject }) => subject.run === run.id);
  const lines = [
    ...waits.map((node) => `${node.label} ${node.description}`),
    ...missing,
    ...run.faults.map((one) => sentence(ctx, one)),
  ];
  return {
    markdown: [
      `**${escapeMarkdown(run.task.id)}** ${escapeMarkdown(run.task.title)}: ${escapeMarkdown(phaseWord(ctx.t, run.phase))}`,
      ...(lines.length === 0
        ? [ctx.t('Nothing is missing, as far as MAM knows.')]
        : [[...new Set(lines)].map((line) => `- ${escapeMarkdown(line)}`).join('\n')]),
    ].join('\n\n'),
    actions: [
      ...waits.flatMap((node) => (node.action === null ? [] : [node.action])).slice(0, 2),
      ...(waits.length === 0 && run.change !== null ? [action(ctx.t, 'openApprovalPacket', run.id)] : []),
    ],
    next: [{ command: 'gate', prompt: run.task.id, label: ctx.t('The gate of {task}', { task: run.task.id }) }],
  };
};

const delegateAnswer = (ctx: ViewContext, prompt: string): ChatAnswer => ({
  markdown:
    prompt === ''
      ? ctx.t('Say after /delegate what is to be done.')
      : [ctx.t('Nothing was started. The button asks who does this, and where:'), `> ${escapeMarkdown(prompt)}`].join(
          '\n\n',
        ),
  actions: prompt === '' ? [] : [action(ctx.t, 'delegateJob', '', prompt)],
  next: [],
});

/** Answers from what MAM knows, without a model; what is to be done is a button that a person presses. */
export const chatAnswer = (
  ctx: ViewContext,
  scene: Scene,
  inbox: readonly TreeNode[],
  { command, prompt }: ChatQuestion,
): ChatAnswer => {
  const words = prompt.trim();
  const known = chatCommands.find((name) => name === command);
  if (known === 'delegate') return delegateAnswer(ctx, words);
  const run = runOf(scene, words);
  const named = run !== undefined && words.includes(run.task.id);
  const meant = known ?? (named ? 'why' : 'status');
  if (meant === 'status') return statusAnswer(ctx, scene, inbox);
  if (run === undefined) return noRun(ctx);
  return meant === 'gate' ? gateAnswer(ctx, run) : whyAnswer(ctx, run, inbox);
};
