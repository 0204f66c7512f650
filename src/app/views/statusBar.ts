import { action } from './actions.ts';
import { awaitsDecision, missingCount } from './gateWords.ts';
import { checkoutName, checkoutSentence } from './checkoutWords.ts';
import { inboxView } from './inbox.ts';
import { newestFirst } from '../../core/loop/newestRun.ts';
import { isOver } from './select.ts';
import { allHeldWords } from './limitWords.ts';
import { workingCount } from './sessions.ts';
import { sessionLooks } from './sessionLooks.ts';
import { phrase } from './words.ts';
import { escapeMarkdown, type TreeNode, type ViewAction } from './treeNode.ts';
import { sentence, type Scene, type ViewContext } from './viewContext.ts';

export interface StatusBarModel {
  /** With codicons as `$(name)`. */
  readonly text: string;
  readonly background: 'none' | 'warning' | 'error';
  /** Markdown. */
  readonly tooltip: string;
  readonly accessibilityLabel: string;
  readonly action: ViewAction;
}

type Shown = Pick<StatusBarModel, 'background' | 'action'> & { readonly icon: string; readonly words: string };

const needsYou = (ctx: ViewContext, scene: Scene, items: readonly TreeNode[]): Shown | null => {
  const { t } = ctx;
  const approvals = items.filter((item) => item.contextValue === 'inbox.approve');
  const first = items[0];
  if (first === undefined) return null;
  if (approvals.length === items.length) {
    const open = newestFirst(scene.state).filter(awaitsDecision);
    const words =
      open.length === 1 && open[0] !== undefined
        ? t('Gate open: {task}', { task: open[0].task.id })
        : t('Gates open: {count}', { count: open.length });
    return { icon: 'pass', words, background: 'none', action: first.action ?? action(t, 'openDashboard') };
  }
  const words = items.length === 1 ? t('MAM: 1 needs you') : t('MAM: {count} need you', { count: items.length });
  const click = items.length === 1 ? first.action : null;
  return { icon: 'bell-dot', words, background: 'warning', action: click ?? action(t, 'openDashboard') };
};

const shown = (ctx: ViewContext, scene: Scene, inbox: readonly TreeNode[]): Shown => {
  const { t } = ctx;
  const open = action(t, 'openDashboard');
  if (scene.problem !== null) {
    const foreign = scene.problem.code === 'ledger.foreign';
    const words = t('MAM: {problem}', { problem: problemWords(ctx, scene.problem.code) });
    return { icon: 'error', words, background: 'error', action: action(t, foreign ? 'importLedger' : 'showLog') };
  }
  const asked = needsYou(ctx, scene, inbox);
  if (asked !== null) return asked;
  const held = allHeldWords(ctx, scene.state);
  if (held !== null) return { icon: 'clock', words: t('MAM: {held}', { held }), background: 'none', action: open };
  const working = workingCount(scene.state) + sessionsAtWork(ctx, scene);
  if (working > 0)
    return {
      icon: 'sync~spin',
      words: t('MAM: {count} working', { count: working }),
      background: 'none',
      action: open,
    };
  const closed = newestFirst(scene.state).find((run) => !isOver(run) && run.gate !== null && !run.gate.open);
  if (closed !== undefined) {
    const words = t('Gate: {count} missing', { count: missingCount(closed.gate) });
    return { icon: 'circle-slash', words, background: 'none', action: action(t, 'openApprovalPacket', closed.id) };
  }
  return { icon: 'shield', words: t('MAM: ready'), background: 'none', action: open };
};

/** Agents that somebody opened, whether a job was handed to them or not. */
const sessionsAtWork = (ctx: ViewContext, scene: Scene): number =>
  sessionLooks(ctx, scene).filter(({ status }) => status.kind === 'working').length;

/** The few words that fit; the tooltip has the sentence. */
const problemWords = (ctx: ViewContext, code: string): string => {
  if (code.startsWith('store.')) return ctx.t('database unreadable');
  if (code === 'ledger.foreign') return ctx.t('ledger of another tool');
  if (code.startsWith('git.')) return ctx.t('git unusable');
  return ctx.t('stopped');
};

/** Words that lead somewhere, as Markdown; both are literal. */
type Link = (words: string, way: ViewAction) => string;

/** Where nothing can be clicked. */
const bold: Link = (words) => `**${escapeMarkdown(words)}**`;

/** Lines of each kind that a tooltip has room for. */
const most = 8;

const taskLines = (ctx: ViewContext, { state }: Scene, link: Link): readonly string[] =>
  newestFirst(state)
    .filter((run) => !isOver(run) && run.gate !== null)
    .slice(0, most)
    .map((run) => {
      const missing = (run.gate?.rules ?? []).flatMap((rule) => rule.missing.map((one) => sentence(ctx, one)));
      const words = run.gate?.open === true ? ctx.t('gate open') : missing.slice(0, 2).join(' ');
      return `- ${link(run.task.id, action(ctx.t, 'openApprovalPacket', run.id))} ${escapeMarkdown(words)}`;
    });

/** What waits for a person, as far as no line of a task says it. */
const inboxLines = (inbox: readonly TreeNode[], link: Link): readonly string[] =>
  inbox
    .filter(({ contextValue }) => contextValue !== 'inbox.approve')
    .slice(0, most)
    .map(({ label, action: way }) => `- $(bell-dot) ${way === null ? escapeMarkdown(label) : link(label, way)}`);

const ownerLine = (ctx: ViewContext, { role, owner }: Scene): string =>
  role === 'owner'
    ? ''
    : escapeMarkdown(
        ctx.t('{owner} runs the work here; this window shows it and takes your decisions.', {
          owner: owner?.label ?? ctx.t('Another window'),
        }),
      );

/** Who has made the inbox already gives it. */
export const statusBarView = (
  ctx: ViewContext,
  scene: Scene,
  inbox: readonly TreeNode[] = inboxView(ctx, scene),
  link: Link = bold,
): StatusBarModel => {
  const { icon, words, ...rest } = shown(ctx, scene, inbox);
  const detail = scene.problem === null ? '' : escapeMarkdown(sentence(ctx, scene.problem));
  const tooltip = [
    `**Multi-Agent Mux** · ${escapeMarkdown(words)}`,
    detail,
    link === bold ? '' : inboxLines(inbox, link).join('\n'),
    taskLines(ctx, scene, link).join('\n'),
    ownerLine(ctx, scene),
    checkoutSentence(ctx, scene),
  ];
  const place = checkoutName(scene);
  return {
    ...rest,
    text: place === null ? `$(${icon}) ${words}` : `$(${icon}) ${words} $(git-branch) ${place}`,
    tooltip: tooltip.filter((part) => part !== '').join('\n\n'),
    accessibilityLabel: place === null ? words : phrase(words, place),
  };
};
