import type { DashboardTab } from '../../protocol/dashboardParts.ts';
import type {
  DashboardModel,
  DashboardPart,
  EvidenceReport,
  GateTable,
  Mark,
  PageAction,
} from '../../protocol/webview.ts';
import type { Verification } from '../ports/eventStore.ts';
import { action } from './actions.ts';
import { autotuneView } from './autotune.ts';
import { boardView } from './board.ts';
import { gateTable } from './gateTable.ts';
import { dashboardLabels } from './dashboardLabels.ts';
import { allHeldWords } from './limitWords.ts';
import { newestFirst } from '../../core/loop/newestRun.ts';
import { loopFacts } from './loopFacts.ts';
import { radarView } from './radar.ts';
import { besideLoop, currentLoop } from './select.ts';
import { usageView } from './usage.ts';
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

const tabs = ({ t }: ViewContext): DashboardModel['tabs'] => ({
  board: t('Board'),
  gate: t('Gate'),
  radar: t('Overlaps'),
  usage: t('Costs and Limits'),
  autotune: t('Autotune'),
  timeline: t('Timeline'),
});

/** A gate for each task that has come so far, the newest first. */
export const gatesView = (ctx: ViewContext, { state }: Scene): readonly GateTable[] =>
  newestFirst(state)
    .filter((run) => run.gate !== null || run.change !== null)
    .map((run) => gateTable(ctx, run));

const partOf = (ctx: ViewContext, scene: Scene, tab: DashboardTab): DashboardPart => {
  switch (tab) {
    case 'board':
      return { tab, columns: boardView(ctx, scene.state) };
    case 'gate':
      return { tab, gates: gatesView(ctx, scene) };
    case 'radar':
      return { tab, radar: radarView(ctx, scene) };
    case 'usage':
      return { tab, usage: usageView(ctx, scene.state) };
    case 'autotune':
      return { tab, autotune: autotuneView(ctx, scene.state) };
    case 'timeline':
      return { tab };
  }
};

/** What stands above all tabs, and the one that is looked at. */
export const dashboardView = (
  ctx: ViewContext,
  scene: Scene,
  configuredBase: string,
  tab: DashboardTab,
): DashboardModel => {
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
    tabs: tabs(ctx),
    part: partOf(ctx, scene, tab),
    labels: dashboardLabels(ctx),
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
