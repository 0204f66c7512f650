import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createVSIX } from '@vscode/vsce';
import type { Locator } from 'playwright-core';
import type { Recorded } from '../../src/core/event.ts';
import { queueText } from '../builders/queueText.ts';
import { startHost, type UiHost } from '../ui/fixture.ts';
import { makeRepository, untilStatus } from '../ui/repositories.ts';
import { median, type Bench, type Row } from './bench.ts';
import { endedHistory } from './history.ts';
import { storeHistory } from './storeHistory.ts';
import { elsewhere, runningJob } from './waitingJob.ts';

const events = 100_000;
const tasks = 1000;
const sessions = 1000;
const rounds = 7;

const taskId = (n: number): string => `T-2026-${String(n).padStart(4, '0')}`;

/** Thousands of ended runs, and a thousand agent sessions at work in another host. */
function busyLog(): readonly Recorded[] {
  const jobs = Array.from({ length: sessions }, (_, n) => runningJob(`job-${n}`, elsewhere)).flat();
  const before = endedHistory(events - jobs.length, tasks);
  const at = new Date().toISOString();
  return [...before, ...jobs.map((event, n) => ({ seq: before.length + 1 + n, at, actor: 'host:bench', event }))];
}

async function emptyPage(folder: string): Promise<string> {
  const packagePath = join(folder, 'empty-page.vsix');
  const cwd = join(import.meta.dirname, 'emptyPage');
  await createVSIX({ cwd, packagePath, dependencies: false, allowMissingRepository: true, skipLicense: true });
  return packagePath;
}

/** Milliseconds from the choice of a command in the palette until what its page shows can be seen; closes the page again. */
async function opening(host: UiHost, command: string, shown: () => Locator): Promise<number> {
  await host.page.keyboard.press('F1');
  const input = host.page.locator('.quick-input-widget:visible input').first();
  await input.fill(`>${command}`);
  const row = host.page.locator('.quick-input-list .monaco-list-row.focused').filter({ hasText: command });
  await row.waitFor();
  const start = performance.now();
  await host.page.keyboard.press('Enter');
  await shown().waitFor();
  const took = performance.now() - start;
  await host.runCommand('View: Close All Editors');
  await host.page.locator('iframe.webview').first().waitFor({ state: 'detached' });
  return took;
}

async function measure(host: UiHost): Promise<readonly Row[]> {
  await host.openContainer('MAM');
  await host.tree('Queue').rows();
  await untilStatus(host, 'MAM', 120_000);
  const pages = {
    empty: () => opening(host, 'Bench: Open Empty Page', () => host.webview().getByText('Nothing is here')),
    dashboard: () =>
      opening(host, 'MAM: Open Dashboard', () =>
        host
          .webview()
          .getByRole('button', { name: /^T-2026-/ })
          .first(),
      ),
  };
  const took: Record<keyof typeof pages, number[]> = { empty: [], dashboard: [] };
  for (let n = -1; n < rounds; n += 1)
    for (const page of ['empty', 'dashboard'] as const) {
      const ms = await pages[page]();
      // The first of each pays for what the editor keeps.
      if (n >= 0) took[page].push(ms);
    }
  const [empty, dashboard] = [median(took.empty), median(took.dashboard)];
  return [
    { label: 'an empty webview, from its command to its text', value: empty, unit: 'ms' },
    {
      label: 'with 1,000 tasks, 1,000 sessions and 100,000 events to its first cards, more than that',
      value: dashboard - empty,
      unit: 'ms',
      bar: 150,
    },
  ];
}

const dashboard: Bench = {
  name: 'dashboard',
  async run() {
    const base = realpathSync(mkdtempSync(join(tmpdir(), 'mam-dashboard-')));
    const [repository, state] = [join(base, 'shop'), join(base, 'state')];
    try {
      const entries = Array.from({ length: tasks }, (_, n) => ({ id: taskId(n), claims: `src/part${n}.ts` }));
      makeRepository(repository, { 'README.md': '# Shop\n', 'tasks/queue.md': queueText(...entries) });
      await storeHistory(busyLog(), { folder: join(repository, '.git/mam'), stateFolder: join(state, 'mam') });
      const beside = [await emptyPage(base)];
      const host = await startHost({ workspace: repository, beside, env: { XDG_STATE_HOME: state } });
      try {
        return await measure(host);
      } finally {
        await host.stop();
      }
    } finally {
      rmSync(base, { recursive: true, force: true, maxRetries: 5 });
    }
  },
};

export const benches: readonly Bench[] = [dashboard];
