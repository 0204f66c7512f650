import { createNodeFiles } from '../../src/adapters/files/nodeFiles.ts';
import { createGit } from '../../src/adapters/git/createGit.ts';
import { runProcess } from '../../src/adapters/process/run.ts';
import { sequenceOf } from '../../src/app/projections/events.ts';
import type { Files } from '../../src/app/ports/files.ts';
import type { DomainEvent } from '../../src/core/event.ts';
import { createHarness, person } from '../builders/appHarness.ts';
import { createMemoryGit } from '../fakes/memoryGit.ts';
import { createMemoryStore } from '../fakes/memoryStore.ts';
import { hostEnvironment, makeRepository } from '../integration/app/support.ts';
import { median, type Bench } from './bench.ts';

interface Size {
  readonly sessions: number;
  readonly leases: number;
  readonly worktrees: number;
}

const small: Size = { sessions: 25, leases: 25, worktrees: 12 };
const large: Size = { sessions: 100, leases: 100, worktrees: 50 };
/** Worktrees in which something is changed. */
const changed = 3;
const rounds = 9;
const at = '2026-01-31T12:00:00Z';

/** Sessions that report themselves, and leases of people, none of which meets another. */
const events = ({ sessions, leases, worktrees }: Size): readonly DomainEvent[] => [
  ...Array.from({ length: sessions }, (_, i): DomainEvent => {
    const session = `session-${i}`;
    return { type: 'sessionBeat', session, role: `Role ${i}`, task: null, status: 'running', agent: null };
  }),
  ...Array.from({ length: leases }, (_, i): DomainEvent => ({
    type: 'leaseClaimed',
    lease: {
      id: `lease-${i}`,
      run: null,
      task: `T-2026-${String(i).padStart(4, '0')}`,
      issue: String(1000 + i),
      branch: `feat/issue-${1000 + i}-x`,
      worktree: `wt/${i % worktrees}`,
      session: `session-${i % sessions}`,
      agent: 'codex',
      claims: [`src/part-${i}/**`],
      epoch: i + 1,
      claimedAt: at,
      ttlMs: 1e9,
      expiresAwake: 1e12,
      state: 'active',
      borrower: null,
    },
  })),
];

interface Spent {
  readonly processes: number;
  /** Own processor time, in milliseconds. */
  readonly cpu: number;
}

/** What one dry tick takes, of files that somebody names and of those that git names, on real files and a real repository. */
async function measure(size: Size): Promise<{ readonly named: Spent; readonly fromGit: Spent }> {
  const repository = makeRepository({ 'README.md': 'x\n', 'tasks/queue.md': '# Queue\n' });
  try {
    for (let i = 0; i < size.worktrees; i += 1)
      repository.git('worktree', 'add', '-q', '-b', `feat/issue-${1000 + i}-x`, `wt/${i}`);
    for (let i = 0; i < changed; i += 1) repository.write(`wt/${i}/new.txt`, 'x\n');
    repository.git('checkout', '-q', '-b', 'feat/issue-7-tick');
    repository.write('own.txt', 'x\n');
    repository.git('add', 'own.txt');
    repository.git('commit', '-q', '-m', 'own');
    repository.write('own.txt', 'y\n');
    let processes = 0;
    const git = createGit({
      folder: repository.root,
      env: hostEnvironment(repository.root),
      run: (spec, signal) => {
        processes += 1;
        return runProcess(spec, signal);
      },
    });
    const store = createMemoryStore();
    const drafts = events(size).map((event) => ({ at, actor: 'host:bench', event }));
    await store.transact(0, () => ({ drafts, result: null }));
    const files = createNodeFiles({ roots: [repository.root] });
    const h = await createHarness({
      queue: '',
      store,
      git: createMemoryGit({ root: repository.root }),
      wrap: (ports) => ({ ...ports, git, files }),
    });
    const request = { execute: false, task: null, issue: null, branch: null, topology: 'four-role' };
    const more = { claimText: null, prBody: null, leaseTtlMs: null, unused: [], handedIn: [] };
    const ticks = async (which: { readonly files: readonly string[]; readonly fromGit: boolean }): Promise<Spent> => {
      const samples: Spent[] = [];
      for (let i = -2; i < rounds; i += 1) {
        await written(files, repository.root, () => h.app.state.seq);
        processes = 0;
        const spent = process.cpuUsage();
        const done = await h.app.tick({ ...request, ...more, ...which }, person);
        const { user, system } = process.cpuUsage(spent);
        if (!done.ok) throw new Error(done.error.code);
        if (i >= 0) samples.push({ processes, cpu: (user + system) / 1000 });
      }
      return { processes: median(samples.map((one) => one.processes)), cpu: median(samples.map((one) => one.cpu)) };
    };
    const named = await ticks({ files: ['README.md'], fromGit: false });
    const fromGit = await ticks({ files: [], fromGit: true });
    await h.app.close();
    await git.settled();
    return { named, fromGit };
  } finally {
    await repository.dispose();
  }
}

/** Resolves when the files of the ledger say what the log says: what the host writes after a tick is no part of the next. */
async function written(files: Files, root: string, seq: () => number): Promise<void> {
  const deadline = performance.now() + 60_000;
  for (;;) {
    const last = await files.lastLine(`${root}/reports/agent_loop/active/events.jsonl`);
    if (last.ok && last.value !== null && sequenceOf(last.value) === seq()) return;
    if (performance.now() > deadline) throw new Error('the ledger is not written');
    await new Promise((resolve) => void setTimeout(resolve, 5));
  }
}

const dryTick: Bench = {
  name: 'dry tick',
  async run() {
    const [few, many] = [await measure(small), await measure(large)];
    return [
      {
        label: 'git processes, 100 sessions, 100 leases, 50 worktrees',
        value: many.named.processes,
        unit: 'count',
        bar: 3 + changed,
      },
      { label: 'own processor time of that', value: many.named.cpu, unit: 'ms', bar: 30 },
      {
        label: 'that against four times 25, 25 and 12',
        value: many.named.cpu / (4 * few.named.cpu),
        unit: 'ratio',
        bar: 1.2,
      },
      { label: 'git processes with --from-git', value: many.fromGit.processes, unit: 'count', bar: 3 + changed },
      { label: 'own processor time with --from-git', value: many.fromGit.cpu, unit: 'ms' },
    ];
  },
};

export const benches: readonly Bench[] = [dryTick];
