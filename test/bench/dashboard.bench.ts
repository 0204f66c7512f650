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
const rounds = 9;
/** The first ones pay for what the editor keeps. */
const warmUps = 4;

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

/** Runs in a page: when the largest thing in it was painted, by the clock of the machine in milliseconds. */
const painted = (): Promise<number> =>
  new Promise((resolve) => {
    new PerformanceObserver((list) => {
      const last = list.getEntries().at(-1);
      if (last) resolve(performance.timeOrigin + last.startTime);
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  });

/** Milliseconds from the choice of a command in the palette until its page was painted; closes the page again. */
async function opening(host: UiHost, command: string, shown: () => Locator): Promise<number> {
  await host.page.keyboard.press('F1');
  const input = host.page.locator('.quick-input-widget:visible input').first();
  await input.fill(`>${command}`);
  const row = host.page.locator('.quick-input-list .monaco-list-row.focused').filter({ hasText: command });
  await row.waitFor();
  const start = Date.now();
  await host.page.keyboard.press('Enter');
  await shown().waitFor();
  const frame = await (await host.webview().locator('body').elementHandle())?.ownerFrame();
  const end = await frame?.evaluate(painted);
  if (end === undefined) throw new Error(`"${command}" showed nothing.`);
  await host.runCommand('View: Close All Editors');
  await host.page.locator('iframe.webview').first().waitFor({ state: 'detached' });
  return end - start;
}

async function measure(host: UiHost): Promise<readonly Row[]> {
  await host.openContainer('MAM');
  await host.tree('Queue').rows();
  await untilStatus(host, 'MAM', 120_000);
  const openEmpty = () => opening(host, 'Bench: Open Empty Page', () => host.webview().getByText('Nothing is here'));
  const openDashboard = () =>
    opening(host, 'MAM: Open Dashboard', () =>
      host
        .webview()
        .getByRole('button', { name: /^T-2026-/ })
        .first(),
    );
  const pairs: { readonly empty: number; readonly more: number }[] = [];
  for (let n = -warmUps; n < rounds; n += 1) {
    const empty = await openEmpty();
    const more = (await openDashboard()) - empty;
    if (n >= 0) pairs.push({ empty, more });
  }
  return [
    {
      label: 'an empty webview, from its command to its text',
      value: median(pairs.map(({ empty }) => empty)),
      unit: 'ms',
    },
    {
      label: 'with 1,000 tasks, 1,000 sessions and 100,000 events, more than that',
      value: median(pairs.map(({ more }) => more)),
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
