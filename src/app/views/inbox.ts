import { askNow } from '../../core/lease/heldNow.ts';
import type { State } from '../../core/state.ts';
import type { Problem } from '../../base/problem.ts';
import { entryNow } from '../../core/task/entryNow.ts';
import { standing } from '../../core/review/standing.ts';
import type { Run } from '../../core/loop/types.ts';
import { isAboutBreach } from '../../core/gate/rules/breaches.ts';
import { hasLoweredPass } from '../../core/loop/phases.ts';
import { awaitedReports } from './awaitedReports.ts';
import { holderOf } from '../../core/lease/facts.ts';
import { action } from './actions.ts';
import { breachNode, isOpen } from './breachNodes.ts';
import { awaitsDecision } from './gateWords.ts';
import { leaseSubject } from './leases.ts';
import { reasonWords } from './leaseWords.ts';
import { notChecked } from './notChecked.ts';
import { newestFirst } from '../../core/loop/newestRun.ts';
import { roleName } from './select.ts';
import { escapeMarkdown, treeNode, type TreeNode } from './treeNode.ts';
import { waitsOf } from './waits.ts';
import { closedBy } from './wayOut.ts';
import { folderName, oneLine, phrase, shortList } from './words.ts';
import { sentence, type Scene, type ViewContext } from './viewContext.ts';

type Row = Pick<TreeNode, 'label' | 'icon' | 'contextValue' | 'action'> & { readonly detail: string | null };

/** What a run asks; one that waits and whose pass was taken back asks for another review. */
const askOf = (run: Run): Run['ask'] => {
  const closed = hasLoweredPass(run) ? closedBy(run) : null;
  return closed === null ? run.ask : { kind: 'problem', problem: closed };
};

const askRow = (ctx: ViewContext, run: Run, ask: NonNullable<Run['ask']>): Row => {
  const { t } = ctx;
  const task = run.task.id;
  const open = action(t, 'openApprovalPacket', run.id);
  switch (ask.kind) {
    case 'claims':
      return {
        label: t('{task}: which files may it change?', { task }),
        icon: 'bell-dot',
        contextValue: 'inbox.claims',
        action: action(t, 'setClaims', run.id),
        detail: null,
      };
    case 'checks': {
      const lines = ask.checks.map((check) => check.line);
      return {
        label: t('{task}: run {check}?', { task, check: shortList(lines.map((line) => `\`${line}\``)) }),
        icon: 'bell-dot',
        contextValue: 'inbox.checks',
        action: action(t, 'allowCheck', run.id),
        detail: lines.join('\n'),
      };
    }
    case 'problem':
      return {
        label: `${task}: ${oneLine(sentence(ctx, ask.problem), 120)}`,
        icon: 'bell-dot',
        contextValue: 'inbox.problem',
        action: open,
        detail: sentence(ctx, ask.problem),
      };
  }
};

const decisionRow = (ctx: ViewContext, run: Run): Row => ({
  label: ctx.t('Approve {task}: gate open', { task: run.task.id }),
  icon: 'checklist',
  contextValue: 'inbox.approve',
  action: action(ctx.t, 'openApprovalPacket', run.id),
  detail: null,
});

const describeRun = (ctx: ViewContext, run: Run): string => {
  if (askOf(run) !== null) return phrase(oneLine(run.task.title, 60));
  const files = run.change?.files.length ?? 0;
  const reviews = standing(run.verdicts).filter((verdict) => verdict.identity.round === run.round).length;
  return phrase(
    files === 1 ? ctx.t('1 file') : ctx.t('{count} files', { count: files }),
    reviews === 1 ? ctx.t('1 review') : ctx.t('{count} reviews', { count: reviews }),
    ctx.t('{count} not checked', { count: notChecked(ctx, run).length }),
  );
};

/** The same in two or three words. */
const entryWord = ({ t }: ViewContext, { code }: Problem): string =>
  code === 'task.entryGone' ? t('not in the queue any more') : t('changed in the queue');

const runNode = (ctx: ViewContext, state: State, run: Run): TreeNode | null => {
  const asked = askOf(run);
  const ask = asked === run.ask ? askNow(state, run) : asked;
  const row = ask !== null ? askRow(ctx, run, ask) : awaitsDecision(run) ? decisionRow(ctx, run) : null;
  if (row === null) return null;
  const { detail: asks, ...shown } = row;
  const entry = entryNow(state, run);
  const changed = entry && sentence(ctx, entry);
  const detail = changed === null ? asks : [asks, changed].filter((part) => part !== null).join(' ');
  const node = treeNode({
    id: `inbox:${run.id}`,
    description: phrase(describeRun(ctx, run), entry && entryWord(ctx, entry)),
    ...(changed === null ? {} : { tooltip: `**${escapeMarkdown(shown.label)}**\n\n${escapeMarkdown(detail ?? '')}` }),
    tone: 'attention',
    subject: { run: run.id, task: run.task.id },
    ...shown,
  });
  return detail === null ? node : { ...node, accessibilityLabel: `${node.label}, ${detail}` };
};

/** What sessions of agents and their jobs wait for. */
const waitNodes = (ctx: ViewContext, scene: Scene): readonly TreeNode[] =>
  waitsOf(ctx, scene).map((wait) =>
    treeNode({
      id: `inbox:${wait.id}`,
      label: wait.label,
      description: phrase(wait.session.agent, wait.job === null ? null : wait.job.id, folderName(wait.session.cwd)),
      icon: wait.icon,
      tone: 'attention',
      // What is about a job can't be offered where there is none.
      contextValue: `inbox.wait.${wait.kind}${wait.job === null ? '.alone' : ''}`,
      subject: {
        session: wait.session.id,
        path: wait.session.cwd,
        ...(wait.job === null ? {} : { job: wait.job.id }),
      },
      action: wait.actions[0],
      ...(wait.detail === null
        ? {}
        : {
            tooltip: `**${escapeMarkdown(wait.label)}**\n\n${escapeMarkdown(wait.detail)}`,
            accessibilityLabel: `${wait.label}, ${wait.detail}`,
          }),
    }),
  );

/** What an agent in a terminal of its own said that it waits for. */
const signalNodes = (ctx: ViewContext, { state }: Scene): readonly TreeNode[] =>
  newestFirst(state).flatMap((run) =>
    run.jobs
      .filter((job) => job.ended === undefined && state.signals[job.id]?.kind === 'permission_required')
      .map((job) =>
        treeNode({
          id: `inbox:${job.id}`,
          label: ctx.t('{role} asks: {question}', {
            role: ctx.t(roleName(state, job.session)),
            question: oneLine(state.signals[job.id]?.text ?? ''),
          }),
          description: phrase(run.task.id, job.agent),
          icon: 'bell-dot',
          tone: 'attention',
          contextValue: 'inbox.signal',
          subject: { run: run.id, task: run.task.id },
          action: action(ctx.t, 'showTask', run.task.id),
        }),
      ),
  );

/** Jobs that a person does, with their briefs ready. */
const reportNodes = (ctx: ViewContext, { state }: Scene): readonly TreeNode[] =>
  awaitedReports(state).map(({ run, job }) =>
    treeNode({
      id: `inbox:${job.id}`,
      label:
        job.access === 'read'
          ? ctx.t('{task}: your review as {role}', { task: run.task.id, role: ctx.t(roleName(state, job.session)) })
          : ctx.t('{task}: your work as {role}', { task: run.task.id, role: ctx.t(roleName(state, job.session)) }),
      description: oneLine(run.task.title, 60),
      icon: 'account',
      tone: 'attention',
      contextValue: 'inbox.report',
      subject: { run: run.id, task: run.task.id, job: job.id },
      action: action(ctx.t, 'handInReport', job.id),
    }),
  );

const leaseNodes = (ctx: ViewContext, { state }: Scene): readonly TreeNode[] =>
  Object.values(state.leases)
    .filter((lease) => lease.state === 'recovery-needed')
    .map((lease) =>
      treeNode({
        id: `inbox:${lease.id}`,
        label: ctx.t('Lease of {task} needs recovery', { task: holderOf(state, lease) }),
        description: phrase(reasonWords(ctx.t, lease.reason ?? 'inspection-failed'), shortList(lease.claims)),
        icon: 'warning',
        tone: 'attention',
        contextValue: 'inbox.lease',
        subject: leaseSubject(lease),
        action: action(ctx.t, 'recoverLease', lease.id),
      }),
    );

/** A takeover that somebody announced: whoever started the work should know before it ends. */
const takeoverNodes = (ctx: ViewContext, { state }: Scene): readonly TreeNode[] =>
  Object.values(state.leases).flatMap((lease) =>
    lease.takeover
      ? [
          treeNode({
            id: `inbox:takeover:${lease.id}`,
            label: ctx.t('{by} takes over the lease of {task}', {
              by: lease.takeover.by,
              task: holderOf(state, lease),
            }),
            description: shortList(lease.claims),
            icon: 'bell',
            tone: 'attention',
            contextValue: 'inbox.takeover',
            subject: leaseSubject(lease),
            action: lease.run === null ? null : action(ctx.t, 'openApprovalPacket', lease.run),
          }),
        ]
      : [],
  );

/** What was found outside a worktree and keeps a gate closed. */
const breachNodes = (ctx: ViewContext, { state }: Scene): readonly TreeNode[] =>
  Object.values(state.breaches)
    .filter((breach) => breach.blocks && isOpen(state, breach))
    .map((breach) => breachNode(ctx, breach, 'inbox.breach'));

/** The breach's own row says it, and what helps. */
const asksOfBreach = (run: Run): boolean => {
  const ask = askOf(run);
  return ask?.kind === 'problem' && isAboutBreach(ask.problem);
};

/** Everything that needs a person, the decisions that block an agent first. */
export const inboxView = (ctx: ViewContext, scene: Scene): readonly TreeNode[] => {
  const runs = newestFirst(scene.state);
  const asks = runs.filter((run) => askOf(run) !== null && !asksOfBreach(run));
  const decisions = runs.filter((run) => askOf(run) === null && awaitsDecision(run));
  const nodes = [...asks, ...decisions].map((run) => runNode(ctx, scene.state, run)).filter((node) => node !== null);
  return [
    ...waitNodes(ctx, scene),
    ...reportNodes(ctx, scene),
    ...signalNodes(ctx, scene),
    ...breachNodes(ctx, scene),
    ...leaseNodes(ctx, scene),
    ...takeoverNodes(ctx, scene),
    ...nodes,
  ];
};
