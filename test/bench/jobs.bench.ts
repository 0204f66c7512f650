import { fork, type ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { build, stop } from 'esbuild';
import { ensureBuilt } from '../../scripts/lib/project.mjs';
import { sessionPlaces } from './sessionPlaces.ts';
import { createScriptedScene } from '../integration/delegation/scriptedAgents.ts';
import { makeRepository, openTestApp, until as untilState, type TestRepository } from '../integration/app/support.ts';
import { until } from '../until.ts';
import { type Bench } from './bench.ts';
import type { JobsReport } from './jobsProtocol.ts';
import { elsewhere, fillLog, handIn, runningJob, waitingJob } from './waitingJob.ts';

const dist = join(import.meta.dirname, '../../dist');
const minuteMs = 60_000;
/** Looks at sessions grow rarer; how they begin is no idle minute. */
const settleMs = 30_000;

interface Host {
  /** The next word of it. */
  next(): Promise<JobsReport>;
  ask(): Promise<JobsReport>;
  end(signal: NodeJS.Signals): Promise<void>;
}

/** The host as one file, as it is shipped: reading hundreds of sources would count as its start. */
async function buildHost(folder: string): Promise<string> {
  const outfile = join(folder, 'jobsHost.cjs');
  await build({
    entryPoints: [join(import.meta.dirname, 'jobsHost.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    mainFields: ['module', 'main'],
    define: { 'import.meta.url': 'importMetaUrl', 'import.meta.dirname': '__dirname' },
    banner: { js: "const importMetaUrl=require('node:url').pathToFileURL(__filename).href;" },
  });
  await stop();
  return outfile;
}

function startHost(program: string, root: string): Host {
  const env = { ...process.env, HOME: join(root, '../home'), XDG_STATE_HOME: join(root, '../state') };
  const child: ChildProcess = fork(program, [root, dist], { env, stdio: 'inherit', execArgv: [] });
  const next = async (): Promise<JobsReport> => {
    const gone = once(child, 'exit').then(() => {
      throw new Error('The host ended.');
    });
    const [report]: JobsReport[] = await Promise.race([once(child, 'message'), gone]);
    if (!report) throw new Error('It said nothing.');
    return report;
  };
  return {
    next,
    ask: () => {
      child.send('');
      return next();
    },
    async end(signal) {
      const exited = once(child, 'exit');
      child.kill(signal);
      await exited;
    },
  };
}

/** What a minute costs in which nothing happens, in milliseconds of processor time. */
async function idleMinute(host: Host): Promise<number> {
  await host.next();
  await delay(settleMs);
  const before = await host.ask();
  await delay(minuteMs);
  const after = await host.ask();
  return after.cpu - before.cpu;
}

const ids = (count: number): readonly string[] => Array.from({ length: count }, (_, n) => `job-${n}`);
const repositoryOf = (): TestRepository => makeRepository({ 'README.md': 'x\n', 'tasks/queue.md': '# Queue\n' });

const idle: Bench = {
  name: 'idle with jobs',
  async run() {
    const repositories = [repositoryOf(), repositoryOf(), repositoryOf()];
    const [none, jobsOnly, withSessions] = repositories.map(({ root }) => root);
    const places = await sessionPlaces(withSessions ?? '', dist, 100);
    try {
      const program = await buildHost(join(none ?? '', '..'));
      await fillLog(
        jobsOnly ?? '',
        ids(100).flatMap((id) => runningJob(id)),
      );
      await fillLog(
        withSessions ?? '',
        ids(100).flatMap((id, n) => runningJob(id, places.seats[n] ?? elsewhere)),
      );
      const hosts = [none, jobsOnly, withSessions].map((root) => startHost(program, root ?? ''));
      const spent = await Promise.all(hosts.map(idleMinute));
      for (const host of hosts) await host.end('SIGTERM');
      const [base = Number.NaN, ofJobs = Number.NaN, ofAll = Number.NaN] = spent;
      return [
        { label: 'a minute of a host without jobs: processor time', value: base, unit: 'ms' },
        {
          label: 'with 100 open jobs whose sessions run elsewhere, more than that',
          value: ofJobs - base,
          unit: 'ms',
          bar: 20,
        },
        {
          label: 'with 100 open jobs and their headless sessions, more than that',
          value: ofAll - base,
          unit: 'ms',
          bar: 20,
        },
      ];
    } finally {
      await places.close();
      for (const repository of repositories) await repository.dispose();
    }
  },
};

const recovery: Bench = {
  name: 'owner killed',
  async run() {
    const repository = repositoryOf();
    try {
      const { root } = repository;
      const program = await buildHost(join(root, '..'));
      await fillLog(
        root,
        ids(1000).flatMap((id) => waitingJob(id)),
      );
      const first = startHost(program, root);
      const seen = await first.next();
      if (!seen.isOwner || seen.open !== 1000) throw new Error(JSON.stringify(seen));
      await first.end('SIGKILL');
      // What agents hand in while nobody is there to take it.
      for (const id of ids(1000)) handIn(root, id);
      const killedAt = performance.now();
      const second = startHost(program, root);
      const shown = await second.next();
      const shownMs = performance.now() - killedAt;
      if (!shown.isOwner) throw new Error(JSON.stringify(shown));
      if (shown.open > 0) await second.next();
      const judgedMs = performance.now() - killedAt;
      await second.end('SIGTERM');
      return [
        {
          label: 'with 1,000 open jobs: the next host started, owns and shows them',
          value: shownMs,
          unit: 'ms',
          bar: 3000,
        },
        {
          label: 'and judged all of them, each with a report handed in meanwhile',
          value: judgedMs,
          unit: 'ms',
          bar: 3000,
        },
      ];
    } finally {
      await repository.dispose();
    }
  },
};

/**
 * A job with a real agent's process, which says that it began, hands in its report and says that it is done. It is the
 * second one of its session: with the first one the host begins to watch it.
 */
async function processesOfJob(): Promise<number> {
  const scene = await createScriptedScene('diligent', { ms: 500 });
  let started = 0;
  const count = (): void => void (started += 1);
  const work = async (): Promise<void> => {
    await scene.submit();
    await until('its end', () => scene.job().status === 'completed', 60_000);
  };
  try {
    await scene.open();
    await work();
    subscribe('child_process', count);
    await work();
    return started;
  } finally {
    unsubscribe('child_process', count);
    await scene.close();
  }
}

/** Jobs in headless sessions, from when their reports are handed in to when they are completed. */
async function processesOfReports(): Promise<number> {
  const repository = repositoryOf();
  const places = await sessionPlaces(repository.root, dist, 10);
  let started = 0;
  const count = (): void => void (started += 1);
  try {
    await fillLog(
      repository.root,
      ids(10).flatMap((id, n) => waitingJob(id, places.seats[n])),
    );
    const app = await openTestApp(repository.root);
    try {
      subscribe('child_process', count);
      for (const id of ids(10)) {
        handIn(repository.root, id);
        await untilState(app, ({ state }) => state.delegations[id]?.status === 'completed');
      }
      return started;
    } finally {
      unsubscribe('child_process', count);
      await app.close();
    }
  } finally {
    await places.close();
    await repository.dispose();
  }
}

const processes: Bench = {
  name: 'processes of a job',
  async run() {
    ensureBuilt();
    await stop();
    return [
      {
        label: 'that the host starts for ten jobs in headless sessions, from their reports to completed',
        value: await processesOfReports(),
        unit: 'count',
        bar: 0,
      },
      {
        label: 'that it starts for the second one of a session, from submit to completed, in tmux',
        value: await processesOfJob(),
        unit: 'count',
        bar: 0,
      },
      // A look every three seconds for 3,900 seconds, each by a process.
      { label: 'that a poll every 3 s starts in 3,900 s', value: 1300, unit: 'count' },
    ];
  },
};

export const benches: readonly Bench[] = [processes, recovery, idle];
