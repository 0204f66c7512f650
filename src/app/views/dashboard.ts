import type { DashboardModel, EvidenceReport, Labels, Mark, PageAction } from '../../protocol/webview.ts';
import type { Verification } from '../ports/eventStore.ts';
import { action } from './actions.ts';
import { autotuneView } from './autotune.ts';
import { boardView } from './board.ts';
import { gateTable } from './gateTable.ts';
import { allHeldWords } from './limitWords.ts';
import { newestFirst } from '../../core/loop/newestRun.ts';
import { loopFacts } from './loopFacts.ts';
import { besideLoop, currentLoop } from './select.ts';
import { shortCommit, shortRef } from './words.ts';
import { sentence, type Scene, type ViewContext } from './viewContext.ts';

const loopMark = (ctx: ViewContext, scene: Scene): Mark => {
  const loop = currentLoop(scene.state);
  const { t } = ctx;
  if (loop === null) return { words: t('no loop yet'), icon: 'circle-outline', tone: 'muted' };
  const held = allHeldWords(ctx, scene.state);
  if (held !== null) return { words: held, icon: 'clock', tone: 'none' };
  if (loop.finishing && loop.state === 'running')
    return { words: t('finishing what is in flight'), icon: 'debug-pause', tone: 'active' };
  if (loop.state === 'running') return { words: t('loop running'), icon: 'sync', tone: 'active' };
  if (loop.state === 'stopping') return { words: t('stopping'), icon: 'debug-pause', tone: 'active' };
  switch (loop.outcome) {
    case 'completed':
      return { words: t('loop completed'), icon: 'check', tone: 'good' };
    case 'blocked':
      return { words: t('loop blocked'), icon: 'circle-slash', tone: 'attention' };
    default:
      return { words: t('loop stopped'), icon: 'debug-pause', tone: 'none' };
  }
};

const buttonsOf = (ctx: ViewContext, scene: Scene): readonly PageAction[] => {
  const { t } = ctx;
  const button = (
    name: 'startLoop' | 'stopLoop' | 'resumeLoop' | 'addTask',
    primary: boolean,
    disabled: string | null = null,
  ): PageAction => ({
    ...action(t, name),
    primary,
    disabled,
  });
  const loop = currentLoop(scene.state);
  const broken = scene.problem === null ? null : sentence(ctx, scene.problem);
  const stoppable = loop?.state === 'running' || besideLoop(scene.state) > 0;
  const stop = stoppable ? [button('stopLoop', true, broken)] : [];
  if (loop?.state === 'running') return [...stop, button('addTask', false, broken)];
  const resumable = loop !== null && (loop.state === 'stopping' || loop.outcome === 'stopped');
  return [
    ...stop,
    ...(resumable ? [button('resumeLoop', !stoppable, broken)] : []),
    button('startLoop', !resumable && !stoppable, broken),
    button('addTask', false, broken),
  ];
};

const ownerWords = (ctx: ViewContext, { role, owner }: Scene): string =>
  role === 'owner'
    ? ctx.t('this window')
    : ctx.t('{owner} runs the work; this window mirrors it', { owner: owner?.label ?? ctx.t('another window') });

const labels = (ctx: ViewContext): Labels => {
  const { t } = ctx;
  return {
    board: t('Board'),
    gate: t('Gate'),
    autotune: t('Autotune'),
    timeline: t('Timeline'),
    base: t('Base'),
    owner: t('Owner'),
    loop: t('Loop'),
    empty: t('nothing here'),
    moreCards: t('{count} more'),
    boardEmpty: t('The queue is empty. Add a task, then start the loop.'),
    cardHint: t('Arrow keys move between cards, Enter opens one, M shows its menu.'),
    gateEmpty: t('No task has reached its gate yet. Each rule shows here what proves it, or what would open it.'),
    verify: t('Verify Evidence'),
    verifying: t('Verifying…'),
    rule: t('Rule'),
    outcome: t('Outcome'),
    proof: t('Proof'),
    commit: t('Commit'),
    openPacket: t('Open Approval Packet'),
    showTask: t('Show Task'),
    autotuneEmpty: t('No recommendations yet.'),
    lane: t('Lane'),
    lately: t('Of late, in seconds'),
    median: t('Median'),
    failures: t('Failures'),
    recommendation: t('Recommendation'),
    apply: t('Apply'),
    applyLane: t('Apply to {lane}'),
    dismiss: t('Dismiss'),
    dismissLane: t('Dismiss for {lane}'),
    threshold: t('slow from {seconds} s on'),
    autotuneWhy: t(
      'After a few cycles this page compares how long each lane takes and how often it fails, and says what to change.',
    ),
    filter: t('Filter'),
    filterHint: t('Filter by task, session or kind'),
    timelineEmpty: t('Nothing has happened yet.'),
    timelineNone: t('No event matches the filter.'),
    raw: t('Event as it stands in the log'),
    events: t('{count} events'),
  };
};

export const dashboardView = (ctx: ViewContext, scene: Scene, configuredBase: string): DashboardModel => {
  const runs = newestFirst(scene.state);
  const loop = currentLoop(scene.state);
  const base = runs.find((run) => run.base !== null)?.base ?? null;
  return {
    seq: scene.state.seq,
    repository: scene.repository,
    base:
      base === null
        ? configuredBase
        : `${shortRef(base.ref)} ${shortCommit(scene.state.refs[base.ref] ?? base.commit)}`,
    owner: ownerWords(ctx, scene),
    mirror: scene.role === 'mirror',
    problem: scene.problem === null ? null : sentence(ctx, scene.problem),
    loop: loopMark(ctx, scene),
    loopFacts: loop === null ? [] : loopFacts(ctx, scene.state, loop),
    buttons: buttonsOf(ctx, scene),
    export: { ...action(ctx.t, 'export', 'dashboard'), primary: false, disabled: null },
    columns: boardView(ctx, scene.state),
    gates: runs.filter((run) => run.gate !== null || run.change !== null).map((run) => gateTable(ctx, run)),
    autotune: autotuneView(ctx, scene.state),
    labels: labels(ctx),
  };
};

/** What re-hashing the chain found, and which seals were compared. */
export const evidenceView = (ctx: ViewContext, found: Verification): EvidenceReport => {
  const { t } = ctx;
  const seals = found.seals.map((seal) =>
    seal.ok
      ? t('Seal "{seal}" matches.', { seal: seal.name })
      : t('Seal "{seal}" does not match.', { seal: seal.name }),
  );
  const lines = [
    t('{count} {count|event|events} re-hashed, head {head}.', { count: found.events, head: shortCommit(found.head) }),
    ...(seals.length === 0 ? [t('No seal was there to compare.')] : seals),
    ...(found.problem === null ? [] : [sentence(ctx, found.problem)]),
  ];
  return found.ok
    ? { mark: { words: t('evidence intact'), icon: 'pass', tone: 'good' }, lines }
    : {
        mark: {
          words:
            found.brokenAt === null
              ? t('evidence not intact')
              : t('chain breaks at event {seq}', { seq: found.brokenAt }),
          icon: 'error',
          tone: 'bad',
        },
        lines,
      };
};
