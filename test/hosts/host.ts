// One VS Code server with its real extension host, and one headless Chromium for its workbench.
import { execFileSync, spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import type { Browser, Page } from 'playwright-core';

export type HostName = 'newest' | 'minimum';

/** What the tier that runs was asked for. */
export const hostUnderTest = (): HostName => (process.env['MAM_HOST'] === 'minimum' ? 'minimum' : 'newest');

/** Everything that a run of the host writes lies below one folder. */
export interface HostFolders {
  readonly base: string;
  readonly data: string;
  readonly extensions: string;
  readonly home: string;
  readonly temporary: string;
}

export interface ServerRequest {
  readonly name: HostName;
  readonly folders: HostFolders;
  /** Makes a built workbench accept an extension under development from the address; notifications are not shown then. */
  readonly driver?: boolean;
  readonly trust?: boolean;
  readonly locale?: string;
  readonly env?: NodeJS.ProcessEnv;
}

export interface Server {
  /** `127.0.0.1:PORT`, which is also the remote authority in the extension host. */
  readonly authority: string;
  readonly stop: () => Promise<void>;
}

const quiet = {
  'chat.disableAIFeatures': true,
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'git.autofetch': false,
  // The oldest host asks by a dialog over the window, the newest doesn't.
  'security.workspace.trust.startupPrompt': 'never',
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'workbench.enableExperiments': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
};

const modules = (name: HostName): string => join(import.meta.dirname, name, 'node_modules');
const nodeOf = (name: HostName): string => join(modules(name), '.bin/node');
const entryOf = (name: HostName): string => join(modules(name), 'code-server/out/node/entry.js');

export function makeFolders(base: string, settings: Readonly<Record<string, unknown>> = {}): HostFolders {
  const folders = {
    base,
    data: join(base, 'data'),
    extensions: join(base, 'extensions'),
    home: join(base, 'home'),
    temporary: join(base, 'tmp'),
  };
  for (const folder of [folders.extensions, folders.home, folders.temporary]) mkdirSync(folder, { recursive: true });
  writeSettings(folders, settings);
  writeFileSync(join(base, 'config.yaml'), 'auth: none\n');
  return folders;
}

/** A running window takes them up within a moment. */
export function writeSettings({ data }: HostFolders, settings: Readonly<Record<string, unknown>>): void {
  const write = (place: string, all: object): void => {
    mkdirSync(join(data, place), { recursive: true });
    writeFileSync(join(data, place, 'settings.json'), JSON.stringify(all));
  };
  write('User', { ...quiet, ...settings });
  // To a browser the server is a remote: settings that belong to a machine are read from the machine's own file only.
  write('Machine', settings);
}

const commonFlags = ({ base, data, extensions }: HostFolders): string[] => [
  ...['--config', join(base, 'config.yaml')],
  ...['--user-data-dir', data],
  ...['--extensions-dir', extensions],
];

/** Nothing of the person's own settings, sessions or shell start-up files reaches a run. */
const environmentOf = ({ home, temporary }: HostFolders, extra: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
  ...process.env,
  HOME: home,
  TMPDIR: temporary,
  XDG_RUNTIME_DIR: temporary,
  XDG_CONFIG_HOME: join(home, '.config'),
  XDG_DATA_HOME: join(home, '.local/share'),
  SHELL: '/bin/bash',
  ...extra,
});

export function installVsix(name: HostName, folders: HostFolders, vsix: string): void {
  const args = [entryOf(name), ...commonFlags(folders), '--install-extension', vsix];
  execFileSync(nodeOf(name), args, { env: environmentOf(folders), stdio: ['ignore', 'ignore', 'pipe'] });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

const isHealthy = (authority: string): Promise<boolean> =>
  fetch(`http://${authority}/healthz`).then(
    (answer) => answer.ok,
    () => false,
  );

export async function startServer({ name, folders, driver, trust, locale, env }: ServerRequest): Promise<Server> {
  const authority = `127.0.0.1:${await freePort()}`;
  const flags = [
    ...commonFlags(folders),
    ...['--auth', 'none', '--bind-addr', authority],
    // 1.117 has no such switch and takes the address without it.
    ...(driver && name === 'newest' ? ['--vscode-option', 'enable-smoke-test-driver'] : []),
    ...(trust ? [] : ['--disable-workspace-trust']),
    ...(locale ? ['--locale', locale] : []),
    '--disable-telemetry',
    '--disable-update-check',
    '--disable-getting-started-override',
    '--ignore-last-opened',
  ];
  const logFile = join(folders.base, 'server.log');
  const log = openSync(logFile, 'w');
  // In a process group of its own, so that stopping it ends the extension host and the terminals too.
  const options = { detached: true, env: environmentOf(folders, env) };
  const child = spawn(nodeOf(name), [entryOf(name), ...flags], { ...options, stdio: ['ignore', log, log] });
  closeSync(log);
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const signal = (kind: NodeJS.Signals): void => {
    try {
      if (child.pid) process.kill(-child.pid, kind);
    } catch {
      // The whole group has ended already.
    }
  };
  const stop = async (): Promise<void> => {
    signal('SIGTERM');
    await Promise.race([exited, delay(5000, undefined, { ref: false })]);
    signal('SIGKILL');
    await exited;
  };
  const deadline = Date.now() + 60_000;
  while (!(await isHealthy(authority))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop();
      throw new Error(`VS Code's server did not start:\n${readFileSync(logFile, 'utf8')}`);
    }
    await delay(50);
  }
  return { authority, stop };
}

function chromiumPath(): string {
  const candidates = [
    process.env['MAM_CHROMIUM'],
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ];
  const found = candidates.find((path) => path && existsSync(path));
  if (!found) throw new Error('No Chromium found: install it or set MAM_CHROMIUM.');
  return found;
}

export function startBrowser(): Promise<Browser> {
  const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'];
  const silent = ['--disable-background-networking', '--disable-component-update', '--disable-sync'];
  return chromium.launch({ executablePath: chromiumPath(), headless: true, args: [...args, ...silent] });
}

/** Of a window on `folder`; null is one without any. */
export function workbenchAddress(
  authority: string,
  folder: string | null,
  payload: readonly (readonly [string, string])[] = [],
): string {
  const query = payload.length > 0 ? `&payload=${encodeURIComponent(JSON.stringify(payload))}` : '';
  const kind = folder?.endsWith('.code-workspace') === true ? 'workspace' : 'folder';
  const place = folder === null ? 'ew=true' : `${kind}=${encodeURIComponent(folder)}`;
  return `http://${authority}/?${place}${query}`;
}

export async function openWorkbench(page: Page, address: string): Promise<void> {
  // The workbench says itself when it is there; on a busy machine its page loads for longer than the usual patience.
  await page.goto(address, { waitUntil: 'commit', timeout: 60_000 });
  await page.locator('.monaco-workbench').waitFor({ timeout: 60_000 });
}
