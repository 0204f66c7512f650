import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FindProgram } from '../../../src/adapters/process/shellPath.ts';
import type { App } from '../../../src/app/app.ts';
import type { StartRequest } from '../../../src/app/loopOptions.ts';
import type { Log } from '../../../src/app/ports/system.ts';
import { openApp } from '../../../src/host/openApp.ts';
import type { Settings } from '../../../src/protocol/settings.ts';
import { settingsWith } from '../../builders/settings.ts';

const source = join(import.meta.dirname, '../../../src/adapters');

/** The programs from their sources, so that a test needs no build. */
export const sourcePrograms = {
  supervisor: join(source, 'process/supervisor/main.ts'),
  rehearsal: join(source, 'agents/rehearsal/main.ts'),
  guard: join(source, 'agents/guard/main.ts'),
  terminal: join(source, 'agents/terminal/main.ts'),
  place: join(source, 'terminals/launcher/main.ts'),
  bus: join(source, '../host/busBundle.ts'),
  bin: join(import.meta.dirname, '../../../dist/bin'),
};

export interface TestRepository {
  /** Real path of the checkout. */
  readonly root: string;
  git(...args: readonly string[]): string;
  write(path: string, text: string): void;
  dispose(): Promise<void>;
}

/** A git repository of one commit in a folder of its own, which also holds HOME and the user's state. */
export function makeRepository(files: Readonly<Record<string, string>>): TestRepository {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'mam-app-')));
  const root = join(folder, 'repo');
  mkdirSync(root);
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@localhost', ...args], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    }).trim();
  const write = (path: string, text: string): void => {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  git('init', '-q', '-b', 'main');
  for (const [path, text] of Object.entries(files)) write(path, text);
  git('add', '-A');
  git('commit', '-q', '-m', 'init');
  return { root, git, write, dispose: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }) };
}

/** Environment of a host in a test: nothing of the developer's own homes. */
export const hostEnvironment = (root: string): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  HOME: join(root, '../home'),
  XDG_STATE_HOME: join(root, '../state'),
  TMPDIR: tmpdir(),
});

const quiet: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

export const tryOpen = (
  root: string,
  settings: () => Settings,
  env: Readonly<Record<string, string>> = hostEnvironment(root),
  find?: FindProgram,
): ReturnType<typeof openApp> =>
  openApp({
    folder: root,
    host: 'test',
    label: `test, pid ${process.pid}`,
    version: '0.0.0',
    settings,
    log: quiet,
    programs: sourcePrograms,
    env,
    ...(find ? { find } : {}),
    supervisorIdleMs: 200,
  });

export async function openTestApp(
  root: string,
  settings: Partial<Settings> = {},
  env?: Readonly<Record<string, string>>,
): Promise<App> {
  const opened = await tryOpen(root, () => settingsWith(settings), env);
  assert.ok(opened.ok, opened.ok ? '' : `${opened.error.code} ${JSON.stringify(opened.error.params)}`);
  return opened.value;
}

export const rehearse: StartRequest = {
  tasks: null,
  limit: null,
  only: ['rehearsal'],
  agents: {},
  claims: {},
  allowedChecks: [['git', 'status']],
};

/** Resolves when the state satisfies `done`; the deadline only ends a test that hangs. */
export function until(app: App, done: (app: App) => boolean, deadlineMs = 60_000): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => finish(new Error(`Not reached in ${deadlineMs} ms: ${describeState(app)}`)),
      deadlineMs,
    );
    const listening = app.onDidChange(() => done(app) && finish(null));
    const finish = (error: Error | null): void => {
      clearTimeout(timer);
      listening.dispose();
      if (error) reject(error);
      else resolve();
    };
    if (done(app)) finish(null);
  });
}

export const describeState = (app: App): string =>
  JSON.stringify({
    loops: Object.values(app.state.loops).map((loop) => [loop.state, loop.outcome]),
    runs: Object.values(app.state.runs).map((run) => [run.task.id, run.phase, run.round, run.ask]),
    effects: Object.keys(app.state.effects),
    problem: app.problem,
  });
