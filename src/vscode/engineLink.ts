import { join } from 'node:path';
import { workspace, type WorkspaceFolder } from 'vscode';
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
import { wakingFiles } from './ids.ts';
import { setContexts } from './setContexts.ts';
import { createSole } from './soleEngine.ts';
import { createDrawnContext, sceneOf } from './viewContext.ts';

export type Phase = 'noFolder' | 'untrusted' | 'idle' | 'loading' | 'notRepository' | 'failed' | 'ready';

/** Milliseconds between looks at words such as "working, 3 min", and between redraws of those that only tell what time a lease has left or a terminal runs. */
const clockStep = 10_000;
const leaseStep = 60_000;

/** What the window knows of its engine: which is loaded only when the workspace is trusted and something needs it. */
export interface EngineLink {
  readonly phase: Phase;
  readonly app: App | null;
  readonly problem: Problem | null;
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

const has = (folder: WorkspaceFolder, path: string): Promise<boolean> =>
  Promise.resolve(workspace.fs.stat(folder.uri.with({ path: join(folder.uri.path, path) }))).then(
    () => true,
    () => false,
  );

/** Whether something there is to be watched before anybody asks. */
const hasWork = async (folder: WorkspaceFolder): Promise<boolean> =>
  (await Promise.all(wakingFiles.map((path) => has(folder, path)))).includes(true);

/** One engine a window: the folder that has work, else the first one on this machine's disk. */
const chooseFolder = async (): Promise<WorkspaceFolder | null> => {
  const folders = (workspace.workspaceFolders ?? []).filter((folder) => folder.uri.scheme === 'file');
  for (const folder of folders) if (await hasWork(folder)) return folder;
  return folders[0] ?? null;
};

export const createEngineLink = (load: Load): EngineLink => {
  const store = new DisposableStore();
  const changed = store.add(new Emitter<void>());
  let problem: Problem | null = null;
  let phase: Phase = 'idle';
  let inbox: readonly TreeNode[] = [];
  let scene: Scene | null = null;
  const context = createDrawnContext(() => sole.current?.app ?? null);
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

  const open = async (isWanted: () => boolean): Promise<OpenedEngine | null> => {
    const folder = await chooseFolder();
    if (!isWanted() || store.isDisposed) return null;
    if (folder === null) {
      enter('noFolder');
      return null;
    }
    if (!workspace.isTrusted) {
      enter('untrusted');
      return null;
    }
    enter('loading');
    const opened = await load(folder);
    if (opened.ok) return opened.value;
    if (isWanted()) enter(opened.error.code === 'git.notARepository' ? 'notRepository' : 'failed', opened.error);
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
  const { need } = sole;

  /** Says what is the case without loading anything, and loads where work waits. */
  const look = async (): Promise<void> => {
    const folder = await chooseFolder();
    if (folder === null) enter('noFolder');
    else if (!workspace.isTrusted) enter('untrusted');
    else {
      if (phase === 'noFolder' || phase === 'untrusted') enter('idle');
      if (await hasWork(folder)) await need();
    }
  };

  store.add(workspace.onDidGrantWorkspaceTrust(() => void look()));
  store.add(
    workspace.onDidChangeWorkspaceFolders(() => {
      void sole.close().then(look);
    }),
  );
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
