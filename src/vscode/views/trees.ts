import type { Disposable } from '../../base/disposable.ts';
import { DisposableStore } from '../../base/disposable.ts';
import { agentSessionsView } from '../../app/views/agentSessions.ts';
import { doctorDescription, doctorView } from '../../app/views/doctor.ts';
import { leasesView } from '../../app/views/leases.ts';
import { queueView } from '../../app/views/queue.ts';
import { sessionsView } from '../../app/views/sessions.ts';
import { terminalsView } from '../../app/views/terminals.ts';
import type { TreeNode } from '../../app/views/treeNode.ts';
import type { Scene, ViewContext } from '../../app/views/viewContext.ts';
import { queueDescription, sessionsDescription } from '../../app/views/viewDescription.ts';
import { phrase } from '../../app/views/words.ts';
import { worktreesView } from '../../app/views/worktrees.ts';
import type { App } from '../../app/app.ts';
import type { EngineLink } from '../engineLink.ts';
import { views, type ViewId } from '../ids.ts';
import { sentenceOf, t } from '../translate.ts';
import { createProjectionTree } from './projectionTree.ts';
import { dragTasks, dropTasks } from './taskDrag.ts';

const projections: Readonly<
  Record<Exclude<ViewId, 'mam.inbox' | 'mam.doctor'>, (ctx: ViewContext, scene: Scene) => readonly TreeNode[]>
> = {
  'mam.sessions': sessionsView,
  'mam.queue': queueView,
  'mam.worktrees': worktreesView,
  'mam.leases': leasesView,
};

type Describe = (ctx: ViewContext, scene: Scene) => string;

const descriptions: Readonly<Partial<Record<ViewId, Describe>>> = {
  'mam.sessions': sessionsDescription,
  'mam.queue': queueDescription,
};

/** A task of the queue is dragged onto a session; _Give Task to Session…_ does the same. */
const dragOf = (id: ViewId): { readonly drag?: typeof dragTasks } => {
  if (id === 'mam.queue') return { drag: dragTasks };
  return id === 'mam.sessions' ? { drag: dropTasks } : {};
};

/** Whoever first sees the doctor's view wants to know: nothing is looked at before. */
const needOf = async (link: EngineLink, id: ViewId): Promise<void> => {
  const engine = await link.need();
  const doctor = id === 'mam.doctor' ? engine?.interactions.doctor : undefined;
  if (doctor?.findings === null) await doctor.look();
};

const rowsOf = (link: EngineLink, id: ViewId): readonly TreeNode[] => {
  const { context, scene } = link;
  if (scene === null) return [];
  if (id === 'mam.inbox') return link.inbox;
  if (id === 'mam.doctor') return doctorView(context, link.examination);
  const rows = projections[id](context, scene);
  return id === 'mam.sessions'
    ? [...rows, ...agentSessionsView(context, scene), ...terminalsView(context, link.terminals)]
    : rows;
};

/** The empty view of the sessions says itself what becomes of a ledger, with the ways out; a message would hide them. */
const troubleIn = (link: EngineLink, id: ViewId): string => {
  const problem = link.app?.problem ?? null;
  if (problem === null) return '';
  const isOffered = id === 'mam.sessions' && problem.code === 'ledger.foreign' && rowsOf(link, id).length === 0;
  return isOffered ? '' : sentenceOf(problem);
};

/** All trees; they draw again when the state or, while something is at work, the time moves. */
export const createTrees = (link: EngineLink): Disposable => {
  const store = new DisposableStore();
  const trees = views.map((id) =>
    store.add(
      createProjectionTree({
        id,
        describe: () => {
          const { context, scene } = link;
          if (scene === null) return '';
          if (id === 'mam.doctor') return doctorDescription(context, link.examination);
          const words = descriptions[id]?.(context, scene) ?? '';
          // In a window of several folders the view that is always there says which one all of them speak of.
          return id === 'mam.sessions' ? phrase(link.folderName, words) : words;
        },
        trouble: () => troubleIn(link, id),
        read: () => rowsOf(link, id),
        need: () => void needOf(link, id),
        ...dragOf(id),
      }),
    ),
  );
  const worktrees = trees[views.indexOf('mam.worktrees')];
  const shown: { app: App | null; seen: boolean } = { app: null, seen: false };
  /** What they hold is asked of git for those who see it, and for nobody else. */
  const showWorktrees = (): void => {
    const [{ app }, seen] = [link, worktrees?.view.visible === true];
    if (app === null || (app === shown.app && seen === shown.seen)) return;
    Object.assign(shown, { app, seen });
    void app.showWorktrees(seen, 'tree');
  };
  if (worktrees !== undefined) store.add(worktrees.view.onDidChangeVisibility(showWorktrees));
  const sessions = trees[views.indexOf('mam.sessions')];
  const badge = (): void => {
    if (sessions === undefined) return;
    const count = link.inbox.length;
    const tooltip = count === 1 ? t('1 thing needs you') : t('{count} things need you', { count });
    sessions.view.badge = count === 0 ? undefined : { value: count, tooltip };
  };
  store.add(
    link.onDidChange(() => {
      for (const tree of trees) tree.refresh();
      badge();
      showWorktrees();
    }),
  );
  return store;
};
