import { join } from 'node:path';
import { commands, workspace, type WorkspaceFolder } from 'vscode';
import { DisposableStore } from '../base/disposable.ts';
import { Emitter, type Event } from '../base/event.ts';
import type { Problem } from '../base/problem.ts';
import type { Result } from '../base/result.ts';
import type { App } from '../app/app.ts';
import { inboxView } from '../app/views/inbox.ts';
import { currentLoop } from '../app/views/select.ts';
import { workingCount } from '../app/views/sessions.ts';
import type { OpenedEngine } from './engine.ts';
import { coalesce } from './coalesce.ts';
import { contextKeys } from './ids.ts';
import { createViewContext, sceneOf } from './viewContext.ts';

export type Phase = 'noFolder' | 'untrusted' | 'idle' | 'loading' | 'notRepository' | 'failed' | 'ready';

/** Milliseconds between redraws of words such as "working, 3 min", and of those that only tell what time a lease has left. */
const clockStep = 10_000;
const leaseStep = 60_000;

/** What the window knows of its engine: which is loaded only when the workspace is trusted and something needs it. */
export interface EngineLink {
  readonly phase: Phase;
  readonly app: App | null;
  readonly problem: Problem | null;
  /** At most once a frame. */
  readonly onDidChange: Event<void>;
  /** Loads the engine unless it is there; null when it can't be, and `phase` and `problem` say why. */
  need(): Promise<OpenedEngine | null>;
  /** Resolves when nothing of the engine runs any more. Lanes live on. */
  close(): Promise<void>;
}

type Open = (folder: WorkspaceFolder) => Promise<Result<OpenedEngine, Problem>>;

const hasQueue = (folder: WorkspaceFolder): Promise<boolean> =>
  Promise.resolve(workspace.fs.stat(folder.uri.with({ path: join(folder.uri.path, 'tasks/queue.md') }))).then(
    () => true,
    () => false,
  );

/** One engine a window: the folder that has a queue, else the first one on this machine's disk. */
const chooseFolder = async (): Promise<WorkspaceFolder | null> => {
  const folders = (workspace.workspaceFolders ?? []).filter((folder) => folder.uri.scheme === 'file');
  for (const folder of folders) if (await hasQueue(folder)) return folder;
  return folders[0] ?? null;
};

const loopKey = (app: App | null): string => {
  const loop = app === null ? null : currentLoop(app.state);
  if (loop === null) return 'none';
  if (loop.state !== 'ended') return loop.state;
  return loop.outcome === 'stopped' ? 'stopped' : 'ended';
};

export const createEngineLink = (open: Open): EngineLink => {
  const store = new DisposableStore();
  const changed = store.add(new Emitter<void>());
  let engine: OpenedEngine | null = null;
  let problem: Problem | null = null;
  let phase: Phase = 'idle';
  let opening: Promise<OpenedEngine | null> | null = null;
  let tick: ReturnType<typeof setTimeout> | undefined;

  const setKey = (key: string, value: unknown): void => void commands.executeCommand('setContext', key, value);

  const announce = store.add(
    coalesce(() => {
      const app = engine?.app ?? null;
      const scene = app === null ? null : sceneOf(app);
      setKey(contextKeys.phase, phase);
      setKey(contextKeys.loop, loopKey(app));
      setKey(contextKeys.needsYou, scene === null ? 0 : inboxView(createViewContext(app), scene).length);
      changed.fire();
      clearTimeout(tick);
      if (scene === null) return;
      if (workingCount(scene.state) > 0) tick = setTimeout(announce, clockStep);
      else if (Object.keys(scene.state.leases).length > 0) tick = setTimeout(announce, leaseStep);
    }),
  );

  const enter = (next: Phase, why: Problem | null = null): void => {
    phase = next;
    problem = why;
    announce();
  };

  const close = (): Promise<void> => {
    const closing = engine?.app.close();
    engine?.interactions.dispose();
    engine = null;
    opening = null;
    return closing ?? Promise.resolve();
  };

  const load = async (): Promise<OpenedEngine | null> => {
    const folder = await chooseFolder();
    if (folder === null) {
      enter('noFolder');
      return null;
    }
    if (!workspace.isTrusted) {
      enter('untrusted');
      return null;
    }
    enter('loading');
    const opened = await open(folder);
    if (!opened.ok) {
      enter(opened.error.code === 'git.notARepository' ? 'notRepository' : 'failed', opened.error);
      return null;
    }
    if (store.isDisposed) {
      opened.value.interactions.dispose();
      await opened.value.app.close();
      return null;
    }
    engine = opened.value;
    engine.app.onDidChange(announce);
    enter('ready');
    return engine;
  };

  const need = (): Promise<OpenedEngine | null> => {
    opening ??= load().then((opened) => {
      // A failure isn't kept: the next one who needs the engine tries again.
      if (opened === null) opening = null;
      return opened;
    });
    return opening;
  };

  /** Says what is the case without loading anything, and loads where a queue waits. */
  const look = async (): Promise<void> => {
    const folder = await chooseFolder();
    if (folder === null) enter('noFolder');
    else if (!workspace.isTrusted) enter('untrusted');
    else {
      if (phase === 'noFolder' || phase === 'untrusted') enter('idle');
      if (await hasQueue(folder)) await need();
    }
  };

  store.add(workspace.onDidGrantWorkspaceTrust(() => void look()));
  store.add(
    workspace.onDidChangeWorkspaceFolders(() => {
      void close().then(look);
    }),
  );
  announce();
  void look();

  return {
    get phase() {
      return phase;
    },
    get app() {
      return engine?.app ?? null;
    },
    get problem() {
      return problem;
    },
    onDidChange: changed.event,
    need,
    close: () => {
      clearTimeout(tick);
      store.dispose();
      return close();
    },
  };
};
