import { join } from 'node:path';
import { createLimit } from '../../src/adapters/git/limit.ts';
import { median, timed, type Bench, type Row } from './bench.ts';
import { cores, plain, withRepository } from './repository.ts';

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

/** Judging and removing a clean worktree with everything that a rescue looks for, against git alone, in turn. */
function removePair(files: number, rounds: number): Promise<{ readonly ours: number; readonly more: number }> {
  return withRepository(files, async ({ folder, root, commit, git }) => {
    const samples: { readonly ours: number; readonly theirs: number }[] = [];
    await git.facts();
    const ways = {
      ours: async (path: string) => {
        const sight = await git.lookAtWorktree(path);
        const removed = sight.ok ? await git.removeWholeWorktree(path, 'bench') : sight;
        if (!removed.ok) throw new Error(removed.error.code);
      },
      theirs: (path: string) => plain(root, 'worktree', 'remove', path),
    };
    const one = async (way: keyof typeof ways, round: number): Promise<number> => {
      const path = join(folder, `gone-${way}-${round}`);
      await plain(root, 'worktree', 'add', '-q', '-b', `${way}-${round}`, path, commit);
      return timed(() => ways[way](path));
    };
    for (let round = 0; round < rounds; round += 1) {
      const first = round % 2 === 0 ? await one('ours', round) : null;
      const theirs = await one('theirs', round);
      samples.push({ ours: first ?? (await one('ours', round)), theirs });
      await git.settled();
    }
    return {
      ours: median(samples.map((sample) => sample.ours)),
      more: median(samples.map((sample) => sample.ours - sample.theirs)),
    };
  });
}

const removal: Bench = {
  name: 'worktree removal',
  async run() {
    const small = await removePair(100, 15);
    return [
      { label: '100 files, clean', value: small.ours, unit: 'ms' },
      { label: '100 files, clean, more than git worktree remove', value: small.more, unit: 'ms', bar: 40 },
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

export const benches: readonly Bench[] = [creation, removal, refresh];
