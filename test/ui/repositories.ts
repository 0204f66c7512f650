// The repositories that windows are opened on, and the first half of a loop in one.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { queueText, type EntryText } from '../builders/queueText.ts';
import { until } from '../until.ts';
import type { Workbench } from './workbench.ts';

const cli = join(import.meta.dirname, '../../dist/cli.cjs');

/** A small team, and a check that needs nothing installed and no question. */
export const smallTeam = { 'mam.topology': 'four-role', 'mam.checks.allowed': [['node', '--test']] };

/** The bundled sample: three ready tasks, of which T-2026-0002 is the most urgent. */
export const makeSample = (folder: string): void => {
  execFileSync(process.execPath, [cli, 'sample', folder], { stdio: 'ignore' });
};

export const git = (folder: string, ...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.invalid', ...args], {
    cwd: folder,
    encoding: 'utf8',
  }).trim();

/** A repository with one commit of these files. */
export const makeRepository = (folder: string, files: Readonly<Record<string, string>>): void => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  git(folder, 'init', '--quiet', '--initial-branch=main');
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--message=start');
};

/** The same with a queue of these tasks, and one test, so that checks have something to run. */
export const makeQueue = (folder: string, ...entries: readonly EntryText[]): void =>
  makeRepository(folder, {
    'a.test.js': "require('node:test').test('holds', () => undefined);\n",
    'tasks/queue.md': queueText(...entries),
  });

const status = (host: Workbench): Promise<string> => host.statusBarItem('mam.status').text();

/** Waits until the status bar says `text`; a failure tells what it says in its place. */
export const untilStatus = async (host: Workbench, text: string, deadlineMs: number): Promise<void> => {
  let says = '';
  const isSaid = async (): Promise<boolean> => (says = await status(host)).includes(text);
  await until(text, isSaid, deadlineMs).catch((error: unknown) => {
    throw new Error(`The status bar says "${says}".`, { cause: error });
  });
};

/** Starts what the pick presets and waits until `task` can be approved. */
export const runToOpenGate = async (host: Workbench, task: string): Promise<void> => {
  await host.openContainer('MAM');
  await host.tree('Queue').row(task).waitFor();
  await untilStatus(host, 'MAM: ready', 20_000);
  await host.runCommand('MAM: Start Loop');
  const rows = await host.quickPickRows();
  assert.ok(
    rows.some((row) => row.includes(task)),
    rows.join('\n'),
  );
  await host.page.keyboard.press('Enter');
  await untilStatus(host, `Gate open: ${task}`, 120_000);
};
