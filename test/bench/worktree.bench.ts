import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createGit, type GitAdapter } from '../../src/adapters/git/createGit.ts';
import { createLimit } from '../../src/adapters/git/limit.ts';
import { runProcess } from '../../src/adapters/process/run.ts';
import { median, timed, type Bench, type Row } from './bench.ts';

const cores = Math.max(2, availableParallelism());
const run = promisify(execFile);
const plain = (cwd: string, ...args: readonly string[]) => run('git', [...args], { cwd, maxBuffer: 64 * 1024 * 1024 });

interface Subject {
  readonly folder: string;
  readonly root: string;
  readonly commit: string;
  readonly git: GitAdapter;
}

/** A repository of small files, below the project: the system's folder for temporary files may be memory, which no one checks out on. */
async function withRepository<T>(files: number, use: (subject: Subject) => Promise<T>): Promise<T> {
  const build = join(import.meta.dirname, '../../.build');
  mkdirSync(build, { recursive: true });
  const folder = mkdtempSync(join(build, 'bench-'));
  try {
    const root = join(folder, 'repo');
    await run('git', ['init', '-q', '-b', 'main', root]);
    const stream = Array.from(
      { length: files },
      (_, i) => `M 644 inline d${i % 100}/f${i}\ndata <<END\nfile ${i}\nEND\n`,
    ).join('\n');
    const importer = spawn('git', ['fast-import', '--quiet'], { cwd: root, stdio: ['pipe', 'ignore', 'inherit'] });
    importer.stdin.end(`commit refs/heads/main\ncommitter b <b@example.invalid> 0 +0000\ndata 1\nb\n${stream}`);
    await once(importer, 'exit');
    await plain(root, 'read-tree', 'HEAD');
    const commit = (await plain(root, 'rev-parse', 'HEAD')).stdout.trim();
    return await use({ folder, root, commit, git: createGit({ folder: root, env: process.env, run: runProcess }) });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Both ways in turn, round by round, each time into a fresh folder that is deleted before the next one. */
function createPair(
  files: number,
  rounds: number,
): Promise<{ readonly ours: number; readonly theirs: number; readonly ratio: number; readonly more: number }> {
  return withRepository(files, async ({ folder, root, commit, git }) => {
    const samples: { readonly ours: number; readonly theirs: number }[] = [];
    await git.facts();
    const ways = {
      ours: async (path: string) => {
        const made = await git.createWorktree({ path, branch: null, commit });
        if (!made.ok) throw new Error(made.error.code);
      },
      theirs: (path: string) => plain(root, 'worktree', 'add', '--detach', path, commit),
    };
    const one = async (way: keyof typeof ways, round: number): Promise<number> => {
      const path = join(folder, `${way}-${round}`);
      const ms = await timed(() => ways[way](path));
      await plain(root, 'worktree', 'remove', '--force', path);
      return ms;
    };
    for (let round = 0; round < rounds; round += 1) {
      const first = round % 2 === 0 ? await one('ours', round) : null;
      const theirs = await one('theirs', round);
      samples.push({ ours: first ?? (await one('ours', round)), theirs });
    }
    return {
      ours: median(samples.map((sample) => sample.ours)),
      theirs: median(samples.map((sample) => sample.theirs)),
      ratio: median(samples.map((sample) => sample.ours / sample.theirs)),
      more: median(samples.map((sample) => sample.ours - sample.theirs)),
    };
  });
}

const creation: Bench = {
  name: 'worktree creation',
  async run() {
    const small = await createPair(100, 15);
    const middle = await createPair(1000, 7);
    const large = await createPair(10_000, 5);
    return [
      { label: '100 files', value: small.ours, unit: 'ms' },
      { label: '100 files, more than git worktree add', value: small.more, unit: 'ms', bar: 25 },
      { label: '1,000 files, against git worktree add', value: middle.ratio, unit: 'ratio' },
      { label: '10,000 files', value: large.ours, unit: 'ms' },
      { label: '10,000 files, against git worktree add', value: large.ratio, unit: 'ratio', bar: 0.6 },
    ];
  },
};

function refreshPair(worktrees: number, rounds: number): Promise<readonly Row[]> {
  return withRepository(100, async ({ folder, root, commit, git }) => {
    await plain(root, 'reset', '--hard', '-q');
    const paths = Array.from({ length: worktrees - 1 }, (_, i) => join(folder, `wt${i}`));
    for (const path of paths) await plain(root, 'worktree', 'add', '--detach', path, commit);
    const theirs = async () => {
      const limit = createLimit(cores);
      await plain(root, 'worktree', 'list', '--porcelain', '-z');
      await Promise.all(
        [root, ...paths].map((path) => limit(() => plain(path, 'status', '--porcelain=v2', '-z', '--branch'))),
      );
    };
    const ours = async () => {
      const listed = await git.listWorktrees();
      if (!listed.ok || listed.value.length !== worktrees) throw new Error('not every worktree was listed');
    };
    const samples: { readonly ours: number; readonly theirs: number }[] = [];
    await ours();
    for (let round = 0; round < rounds; round += 1) {
      const first = round % 2 === 0 ? await timed(ours) : null;
      const second = await timed(theirs);
      samples.push({ ours: first ?? (await timed(ours)), theirs: second });
    }
    return [
      { label: `${worktrees} worktrees`, value: median(samples.map((sample) => sample.ours)), unit: 'ms' },
      {
        label: `${worktrees} worktrees, against the same bare git commands`,
        value: median(samples.map((sample) => sample.ours / sample.theirs)),
        unit: 'ratio',
        bar: 1.5,
      },
    ];
  });
}

const refresh: Bench = {
  name: 'worktree status',
  run: async () => [...(await refreshPair(10, 9)), ...(await refreshPair(100, 5))],
};

export const benches: readonly Bench[] = [creation, refresh];
