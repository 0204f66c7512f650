// `runInHost.ts EXTENSION_FOLDER TEST_FILE [WORKSPACE]`: runs a test bundle inside the extension host of MAM_HOST and ends
// with its code. code-shim.cjs calls it, so to @vscode/test-electron it looks like a desktop VS Code.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { format } from 'node:util';
import type { Page } from 'playwright-core';
import { hostUnderTest, makeFolders, openWorkbench, startBrowser, startServer, workbenchAddress } from './host.ts';

const LIMIT_MILLISECONDS = 8 * 60_000;

/** The workbench reports through two functions of its page, which have to be there before it loads. */
async function whenFinished(page: Page): Promise<() => Promise<number>> {
  const { promise, resolve } = Promise.withResolvers<number>();
  await page.exposeFunction('codeAutomationLog', (_kind: string, args: unknown[]) => {
    process.stdout.write(`${format(...args)}\n`);
  });
  await page.exposeFunction('codeAutomationExit', (code: number) => resolve(code));
  page.on('crash', () => resolve(70));
  setTimeout(() => resolve(71), LIMIT_MILLISECONDS).unref();
  return () => promise;
}

async function run(extension: string, tests: string, workspace?: string): Promise<number> {
  const name = hostUnderTest();
  const base = mkdtempSync(join(tmpdir(), 'mam-host-'));
  const folders = makeFolders(base);
  const server = await startServer({ name, folders, driver: true });
  const browser = await startBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
    const finished = await whenFinished(page);
    const remote = (path: string): string => `vscode-remote://${server.authority}${path}`;
    const payload = [
      ['extensionDevelopmentPath', remote(extension)],
      ['extensionTestsPath', remote(tests)],
      ['skipWelcome', 'true'],
      ['skipReleaseNotes', 'true'],
    ] as const;
    await openWorkbench(page, workbenchAddress(server.authority, workspace ?? folders.home, payload));
    return await finished();
  } finally {
    await browser.close();
    await server.stop();
    rmSync(base, { recursive: true, force: true, maxRetries: 5 });
  }
}

const [extension, tests, workspace] = process.argv.slice(2);
if (!extension || !tests || !existsSync(tests))
  throw new Error('usage: runInHost.ts EXTENSION_FOLDER TEST_FILE [WORKSPACE]');
process.exitCode = await run(extension, tests, workspace);
