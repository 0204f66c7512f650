import { workspace, type WorkspaceFolder, type WorkspaceFoldersChangeEvent } from 'vscode';
import { DisposableStore } from '../base/disposable.ts';
import { Emitter, type Event } from '../base/event.ts';
import type { Problem } from '../base/problem.ts';
import type { Result } from '../base/result.ts';
import type { App } from '../app/app.ts';
import { inboxView } from '../app/views/inbox.ts';
import { windowContext } from '../app/views/windowContext.ts';
import type { Examination } from '../app/views/doctor.ts';
import { liveWords } from '../app/views/agentSessions.ts';
import { workingCount } from '../app/views/sessions.ts';
import type { TerminalSession } from '../app/views/terminals.ts';
import type { TreeNode } from '../app/views/treeNode.ts';
import type { Scene, ViewContext } from '../app/views/viewContext.ts';
import type { OpenedEngine } from './engine.ts';
import { coalesce } from './coalesce.ts';
import { setContexts } from './setContexts.ts';
import { createSole } from './soleEngine.ts';
import { createDrawnContext, sceneOf } from './viewContext.ts';
import { hasGit, hasWork, likelyFolders, watchGitFolders } from './windowFolders.ts';

export type Phase = 'noFolder' | 'untrusted' | 'idle' | 'loading' | 'notRepository' | 'failed' | 'ready';

const noRepository = 'git.notARepository';

/** Milliseconds between looks at words such as "working, 3 min", and between redraws of those that only tell what time a lease has left or a terminal runs. */
const clockStep = 10_000;
const leaseStep = 60_000;

/** What the window knows of its engine: which is loaded only when the workspace is trusted and something needs it. */
export interface EngineLink {
  readonly phase: Phase;
  readonly app: App | null;
  readonly problem: Problem | null;
  /** Name of the folder that all is about, in a window of several; else null. */
  readonly folderName: string | null;
  readonly terminals: readonly TerminalSession[];
  /** What the doctor found in this window. */
  readonly examination: Examination;
  /** What there is to show, made once a frame for all that show it; null while there is no engine. */
  readonly scene: Scene | null;
  /** Who it is shown to. */
  readonly context: ViewContext;
  /** What needs a person, made once for all that show it or count it. */
  readonly inbox: readonly TreeNode[];
  /** At most once a frame. */
  readonly onDidChange: Event<void>;
  /** Loads the engine unless it is there; null when it can't be, and `phase` and `problem` say why. */
  need(): Promise<OpenedEngine | null>;
  /** Resolves when nothing of the engine runs any more. Lanes live on. */
  close(): Promise<void>;
}

const nothingExamined: Examination = { looking: false, findings: null };

type Load = (folder: WorkspaceFolder) => Promise<Result<OpenedEngine, Problem>>;

export const createEngineLink = (load: Load): EngineLink => {
  const store = new DisposableStore();
  const changed = store.add(new Emitter<void>());
  let problem: Problem | null = null;
  let phase: Phase = 'idle';
  let inbox: readonly TreeNode[] = [];
  let scene: Scene | null = null;
  const context = createDrawnContext(() => sole.current?.app ?? null);
  /** Somebody saw what there is, and sees what becomes of it. */
  let asked = false;
  /** Where the engine was opened last, and whether its git folder lay there. */
  let place: { readonly folder: WorkspaceFolder; readonly git: boolean } | null = null;
  let tick: ReturnType<typeof setTimeout> | undefined;

  /** Draws again when the time alone has made a row say something else, or after so many milliseconds at the latest. */
  const followTime = (app: App, words: string, leftMs: number): void => {
    tick = setTimeout(() => {
      context.look();
      const now = leftMs <= clockStep ? null : liveWords(context, sceneOf(app));
      if (now === words) followTime(app, words, leftMs - clockStep);
      else announce();
    }, clockStep);
  };

  const announce = store.add(
    coalesce(() => {
      clearTimeout(tick);
      const engine = sole.current;
      const app = engine?.app ?? null;
      context.look();
      scene = app === null ? null : sceneOf(app);
      inbox = scene === null ? [] : inboxView(context, scene);
      setContexts({
        phase,
        ...windowContext(problem, scene),
        needsYou: inbox.length,
        sample: (engine?.interactions.sample ?? null) !== null,
      });
      changed.fire();
      if (scene !== null) engine?.interactions.news.look(context, scene, inbox);
      if (app === null || scene === null) return;
      const words = liveWords(context, scene);
      const hasLease = Object.keys(scene.state.leases).length > 0 || !!engine?.interactions.terminals.all.length;
      if (workingCount(scene.state) > 0) tick = setTimeout(announce, clockStep);
      else if (words !== null) followTime(app, words, hasLease ? leaseStep : Infinity);
      else if (hasLease) tick = setTimeout(announce, leaseStep);
    }),
  );

  const enter = (next: Phase, why: Problem | null = null): void => {
    phase = next;
    problem = why;
    announce();
  };

  /** One engine a window: of the likeliest folder that is in a repository. Trouble with one is told, never passed over. */
  const open = async (isWanted: () => boolean): Promise<OpenedEngine | null> => {
    const folders = await likelyFolders();
    if (!isWanted() || store.isDisposed) return null;
    if (folders.length === 0) enter('noFolder');
    else if (!workspace.isTrusted) enter('untrusted');
    else return openFirst(folders, isWanted);
    return null;
  };

  const openFirst = async (
    folders: readonly WorkspaceFolder[],
    isWanted: () => boolean,
  ): Promise<OpenedEngine | null> => {
    enter('loading');
    let why: Problem | null = null;
    for (const folder of folders) {
      const opened = await load(folder);
      if (opened.ok) {
        place = { folder, git: await hasGit(folder) };
        return opened.value;
      }
      why = opened.error;
      if (why.code !== noRepository || !isWanted()) break;
    }
    if (isWanted()) enter(why?.code === noRepository ? 'notRepository' : 'failed', why);
    return null;
  };

  const sole = createSole<OpenedEngine>({
    open,
    close: async ({ app, interactions }) => {
      clearTimeout(tick);
      const closing = app.close();
      interactions.dispose();
      await closing;
    },
    onOpen: ({ app, interactions }) => {
      app.onDidChange(announce);
      interactions.terminals.onDidChange(announce);
      interactions.doctor.onDidChange(announce);
      enter('ready');
    },
  });
  const need = (): Promise<OpenedEngine | null> => {
    asked = true;
    return sole.need();
  };

  /** Says what is the case without loading anything, and loads where work waits. */
  const look = async (): Promise<void> => {
    const [folder] = await likelyFolders();
    if (folder === undefined) enter('noFolder');
    else if (!workspace.isTrusted) enter('untrusted');
    else {
      if (sole.current === null && phase !== 'loading') enter('idle');
      if (asked || (await hasWork(folder))) await sole.need();
    }
  };

  /** The folder of the engine stays what it is while others come and go. */
  const lookAgain = async ({ removed }: WorkspaceFoldersChangeEvent): Promise<void> => {
    const isGone = removed.some(({ uri }) => uri.toString() === place?.folder.uri.toString());
    if (sole.current !== null && !isGone) return announce();
    await sole.close();
    await look();
  };

  /** A git folder came or went. Whoever saw that there is none sees the one that was made, and the other way round. */
  const lookAtGit = async (): Promise<void> => {
    if (phase === 'notRepository') await sole.need();
    else if (sole.current !== null && place?.git === true && !(await hasGit(place.folder))) {
      await sole.close();
      enter('notRepository');
    }
  };

  store.add(workspace.onDidGrantWorkspaceTrust(() => void look()));
  store.add(workspace.onDidChangeWorkspaceFolders((change) => void lookAgain(change)));
  store.add(watchGitFolders(() => void lookAtGit()));
  announce();
  void look();

  return {
    get phase() {
      return phase;
    },
    get app() {
      return sole.current?.app ?? null;
    },
    get problem() {
      return problem;
    },
    get folderName() {
      return (workspace.workspaceFolders?.length ?? 0) > 1 ? (place?.folder.name ?? null) : null;
    },
    get terminals() {
      return sole.current?.interactions.terminals.all ?? [];
    },
    get examination() {
      return sole.current?.interactions.doctor ?? nothingExamined;
    },
    get scene() {
      return scene;
    },
    context,
    get inbox() {
      return inbox;
    },
    onDidChange: changed.event,
    need,
    close: () => {
      store.dispose();
      clearTimeout(tick);
      return sole.close();
    },
  };
};
