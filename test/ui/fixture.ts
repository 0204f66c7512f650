// What the UI tests need of a VS Code with the packed extension installed, as a user has it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import {
  hostUnderTest,
  installVsix,
  makeFolders,
  openWorkbench,
  startBrowser,
  startServer,
  workbenchAddress,
  writeSettings,
} from '../hosts/host.ts';
import { packageVsix } from '../hosts/packageVsix.ts';
import { placeLanguagePack } from './languagePack.ts';
import { keepScreen } from './lastScreen.ts';
import { Workbench } from './workbench.ts';

export interface HostRequest {
  /** Null for a window without a folder. */
  readonly workspace: string | null;
  /** The package under test; by default MAM, packed once per test process. Null for an editor without it. */
  readonly vsix?: string | null;
  /** Other packages beside it. */
  readonly beside?: readonly string[];
  readonly settings?: Readonly<Record<string, unknown>>;
  /** The display language. */
  readonly locale?: string;
  /** Workspace trust is off unless it is what is being tested: it costs a dialog in each window. */
  readonly trust?: boolean;
  readonly env?: NodeJS.ProcessEnv;
}

export interface UiHost extends Workbench {
  /** A second window on the same or another folder, served by the same server. */
  readonly openWindow: (workspace: string | null) => Promise<Workbench>;
  /** Changes the settings of the person while the window is open. */
  readonly setSettings: (settings: Readonly<Record<string, unknown>>) => void;
  readonly stop: () => Promise<void>;
}

const once: { vsix?: Promise<string> } = {};
/** A file of its own for each process: two test runs at the same time must not pack into each other. */
const pack = (): Promise<string> => {
  const file = join(tmpdir(), `mam-${process.pid}.vsix`);
  process.once('exit', () => rmSync(file, { force: true }));
  return packageVsix(file);
};
const packed = (): Promise<string> => (once.vsix ??= pack());

async function openPage(page: Page, authority: string, workspace: string | null): Promise<Workbench> {
  page.setDefaultTimeout(60_000);
  await openWorkbench(page, workbenchAddress(authority, workspace));
  return new Workbench(page);
}

export async function startHost(request: HostRequest): Promise<UiHost> {
  const { workspace, settings, locale, trust, env } = request;
  const name = hostUnderTest();
  const vsix = request.vsix === undefined ? await packed() : request.vsix;
  const base = mkdtempSync(join(tmpdir(), 'mam-ui-'));
  const folders = makeFolders(base, settings);
  for (const file of [...(vsix === null ? [] : [vsix]), ...(request.beside ?? [])]) installVsix(name, folders, file);
  if (locale !== undefined) placeLanguagePack(folders, locale);
  const server = await startServer({
    name,
    folders,
    ...(trust === undefined ? {} : { trust }),
    ...(locale === undefined ? {} : { locale }),
    ...(env === undefined ? {} : { env }),
  });
  const browser = await startBrowser();
  const stop = async (): Promise<void> => {
    await keepScreen(browser.contexts().flatMap((context) => context.pages()));
    await browser.close();
    await server.stop();
    rmSync(base, { recursive: true, force: true, maxRetries: 5 });
  };
  const newPage = (): Promise<Page> =>
    browser.newPage({ viewport: { width: 1400, height: 900 }, ...(locale ? { locale } : {}) });
  const openWindow = async (folder: string | null): Promise<Workbench> =>
    openPage(await newPage(), server.authority, folder);
  try {
    const setSettings: UiHost['setSettings'] = (next) => writeSettings(folders, next);
    return Object.assign(await openWindow(workspace), { openWindow, setSettings, stop });
  } catch (error) {
    await stop();
    throw error;
  }
}
