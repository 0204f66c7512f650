import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { queueText } from '../builders/queueText.ts';
import { startHost, type UiHost } from '../ui/fixture.ts';
import { makeRepository, untilStatus } from '../ui/repositories.ts';
import { median, type Bench, type Row } from './bench.ts';
import { endedHistory } from './history.ts';
import { processorTime } from './processorTime.ts';
import { storeHistory } from './storeHistory.ts';

const events = 100_000;
const rounds = 3;
/** What begins with a window is over by then. */
const settleMs = 30_000;
const idleMs = 30_000;

/** What one host took while nobody did anything in it. */
interface Idle {
  /** Shares of one core, in percent: of the extension host, and of everything below and beside it that is MAM's. */
  readonly host: number;
  readonly all: number;
  readonly hostMB: number;
  readonly allMB: number;
}

const commandOf = (pid: string): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
};

const variableOf = (pid: string, name: string): string => {
  try {
    const found = readFileSync(`/proc/${pid}/environ`, 'utf8')
      .split('\0')
      .find((one) => one.startsWith(`${name}=`));
    return found?.slice(name.length + 1) ?? '';
  } catch {
    return '';
  }
};

/** The extension host of a run, and whatever was started with its state folder: language server, supervisor. */
function processesOf(state: string): { readonly host: number; readonly all: readonly number[] } {
  const own = readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && variableOf(pid, 'XDG_STATE_HOME') === state);
  const host = own.find((pid) => commandOf(pid).includes('--type=extensionHost'));
  if (host === undefined) throw new Error('There is no extension host.');
  const others = own.filter((pid) => /language-server|supervisor|bus\.cjs|\/mam\//.test(commandOf(pid)));
  return { host: Number(host), all: [host, ...others].map(Number) };
}

/** Megabytes that a process has for itself, with its share of what it has together with others. */
const proportionalMB = (pid: number): number =>
  Number(/^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1024;

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

async function idleOf(state: string): Promise<Idle> {
  await delay(settleMs);
  const { host, all } = processesOf(state);
  const spent = (): readonly number[] => all.map((pid) => sum(Object.values(processorTime(pid))));
  const before = spent();
  await delay(idleMs);
  const after = spent();
  const shares = after.map((ms, n) => ((ms - (before[n] ?? ms)) / idleMs) * 100);
  return {
    host: shares[0] ?? Number.NaN,
    all: sum(shares),
    hostMB: proportionalMB(host),
    allMB: sum(all.map(proportionalMB)),
  };
}

/** Everything that MAM shows, on the screen at once. */
async function openEverything(host: UiHost): Promise<void> {
  await host.openContainer('MAM');
  await host.tree('Queue').row('T-2026-').waitFor();
  await untilStatus(host, 'MAM: ready', 60_000);
  await host.runCommand('MAM: Open Dashboard');
  await host.tab('MAM').waitFor();
}

async function measure(repository: string, state: string, withMam: boolean): Promise<Idle> {
  const host = await startHost({
    workspace: repository,
    ...(withMam ? {} : { vsix: null }),
    env: { XDG_STATE_HOME: state },
  });
  try {
    if (withMam) await openEverything(host);
    else await host.openContainer('Explorer');
    return await idleOf(state);
  } finally {
    await host.stop();
  }
}

const editor: Bench = {
  name: 'editor at rest',
  async run(): Promise<readonly Row[]> {
    const base = realpathSync(mkdtempSync(join(tmpdir(), 'mam-idle-')));
    const [repository, state] = [join(base, 'shop'), join(base, 'state')];
    try {
      makeRepository(repository, { 'README.md': '# Shop\n', 'tasks/queue.md': queueText({ id: 'T-2026-9001' }) });
      await storeHistory(endedHistory(events), {
        folder: join(repository, '.git/mam'),
        stateFolder: join(state, 'mam'),
      });
      const runs: { readonly mam: Idle; readonly bare: Idle }[] = [];
      for (let n = 0; n < rounds; n += 1) {
        const bare = await measure(repository, state, false);
        runs.push({ bare, mam: await measure(repository, state, true) });
      }
      const more = (of: (idle: Idle) => number): number => median(runs.map(({ mam, bare }) => of(mam) - of(bare)));
      return [
        {
          label: 'share of a core of the host without MAM',
          value: median(runs.map(({ bare }) => bare.all)),
          unit: '%',
        },
        { label: 'with everything open, more than that', value: more(({ all }) => all), unit: '%', bar: 0.5 },
        { label: 'memory of the host without MAM', value: median(runs.map(({ bare }) => bare.allMB)), unit: 'MB' },
        { label: 'with 100,000 events, more than that', value: more(({ allMB }) => allMB), unit: 'MB', bar: 80 },
        { label: 'of it in the extension host itself', value: more(({ hostMB }) => hostMB), unit: 'MB' },
      ];
    } finally {
      rmSync(base, { recursive: true, force: true, maxRetries: 5 });
    }
  },
};

export const benches: readonly Bench[] = [editor];
