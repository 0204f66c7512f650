import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLimit } from '../../src/adapters/git/limit.ts';
import { createOverlapRadar } from '../../src/app/overlap/radar.ts';
import { median, timed, type Bench } from './bench.ts';
import { cores, plain, withRepository } from './repository.ts';

const worktrees = 50;
const changes = 20;
const rounds = 3;
const who = ['-c', 'user.name=b', '-c', 'user.email=b@example.invalid'];

/** Merges pairs of commits in one process of plain git; what merging writes goes to a fresh folder, as nobody merged them before. */
async function mergeAll(root: string, objects: string, pairs: readonly string[]): Promise<void> {
  mkdirSync(objects);
  const merging = spawn('git', ['merge-tree', '--write-tree', '--stdin', '--name-only', '-z'], {
    cwd: root,
    env: {
      ...process.env,
      GIT_OBJECT_DIRECTORY: objects,
      GIT_ALTERNATE_OBJECT_DIRECTORIES: join(root, '.git/objects'),
    },
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  merging.stdin.end(pairs.join(''));
  const [code] = await once(merging, 'exit');
  if (code !== 0) throw new Error('plain git could not merge');
  rmSync(objects, { recursive: true });
}

const radar: Bench = {
  name: 'overlap radar',
  run: () =>
    withRepository(1000, async ({ folder, root, commit, git }) => {
      await plain(root, 'reset', '--hard', '-q');
      const paths = Array.from({ length: worktrees }, (_, i) => join(folder, `wt${i}`));
      const commits: string[] = [];
      for (const [index, path] of paths.entries()) {
        await plain(root, 'worktree', 'add', '--detach', '-q', path, commit);
        mkdirSync(join(path, 'own'));
        // Half of the files are changed in the neighbour, too; some are new.
        for (let file = 0; file < changes - 2; file += 1)
          writeFileSync(join(path, `d${(index * 9 + file) % 100}/f${(index * 9 + file) % 100}`), `${index} changed\n`);
        for (const name of ['a', 'b']) writeFileSync(join(path, 'own', `${name}${index}`), `${index}\n`);
        // What plain git merges are commits: the same work, committed beside the worktree.
        await plain(path, 'add', '-A');
        const tree = (await plain(path, 'write-tree')).stdout.trim();
        await plain(path, 'reset', '-q');
        commits.push((await plain(path, ...who, 'commit-tree', tree, '-p', commit, '-m', 'x')).stdout.trim());
      }
      const dirty = new Map(
        paths.map((path, index) => [
          path,
          [
            ...Array.from(
              { length: changes - 2 },
              (_, file) => `d${(index * 9 + file) % 100}/f${(index * 9 + file) % 100}`,
            ),
            'own/',
          ],
        ]),
      );
      const pairs = commits.flatMap((a, index) => commits.slice(index + 1).map((b) => `${a} ${b}\n`));
      const theirs = async (): Promise<void> => {
        const limit = createLimit(cores);
        await Promise.all(paths.map((path) => limit(() => plain(path, 'status', '--porcelain=v2', '-z'))));
        await mergeAll(root, join(folder, 'merged'), pairs);
      };
      const heads = new Map(paths.map((path) => [path, commit]));
      const samples: { readonly whole: number; readonly one: number; readonly theirs: number }[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const failures: string[] = [];
        const watched = createOverlapRadar(
          {
            git,
            clock: { now: Date.now, after: () => ({ dispose: () => undefined }) },
            loadBearing: () => () => false,
            onFailure: (reason) => void failures.push(reason),
          },
          () => undefined,
        );
        watched.start();
        const see = async (touched: readonly string[]): Promise<void> => {
          watched.see({ heads, touched: new Set(touched), others: new Map(), dirty, base: commit });
          await watched.settled();
        };
        const plainMs = round % 2 === 0 ? await timed(theirs) : null;
        const whole = await timed(() => see([]));
        const found = [...watched.overlaps.values()].flat();
        if (failures.length > 0 || !found.some((one) => one.forecast.kind === 'conflict'))
          throw new Error(failures[0] ?? 'no conflict was found');
        const [first = ''] = paths;
        writeFileSync(join(first, 'd0/f0'), `round ${round}\n`);
        const one = await timed(() => see([first]));
        await watched.close();
        samples.push({ whole, one, theirs: plainMs ?? (await timed(theirs)) });
      }
      const title = `${worktrees} worktrees with ${changes} changed files each`;
      return [
        { label: title, value: median(samples.map((one) => one.whole)), unit: 'ms' },
        {
          label: `${title}, against one status each and one merge-tree of all pairs`,
          value: median(samples.map((one) => one.whole / one.theirs)),
          unit: 'ratio',
          bar: 2,
        },
        {
          label: `${worktrees} worktrees after a change in one, against all of them`,
          value: median(samples.map((one) => one.one / one.whole)),
          unit: 'ratio',
          bar: 0.1,
        },
      ];
    }),
};

export const benches: readonly Bench[] = [radar];
