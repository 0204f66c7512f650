import { join } from 'node:path';
import { createGit } from '../../src/adapters/git/createGit.ts';
import { createLimit } from '../../src/adapters/git/limit.ts';
import { runProcess } from '../../src/adapters/process/run.ts';
import { worktreesView } from '../../src/app/views/worktrees.ts';
import { createWorktreeWatch } from '../../src/app/worktreeWatch.ts';
import { emptyState, type State } from '../../src/core/state.ts';
import type { Worktree } from '../../src/core/worktree/types.ts';
import { aScene, reader } from '../builders/scene.ts';
import { createMemoryFiles } from '../fakes/memoryFiles.ts';
import { median, timed, type Bench, type Row } from './bench.ts';
import { cores, plain, withRepository, type Subject } from './repository.ts';

const rows = 200;

/** As many worktrees of a person as there are rows, each with a commit and a new file of its own. */
async function makeWorktrees({ folder, root, commit }: Subject): Promise<State> {
  await plain(root, 'reset', '--hard', '-q');
  const tree = (await plain(root, 'rev-parse', `${commit}^{tree}`)).stdout.trim();
  const worktrees: Record<string, Worktree> = {};
  for (let index = 0; index < rows; index += 1) {
    const [id, path] = [`w${index}`, join(folder, `wt${index}`)];
    const who = ['-c', 'user.name=b', '-c', 'user.email=b@example.invalid'];
    const own = (await plain(root, ...who, 'commit-tree', tree, '-p', commit, '-m', id)).stdout.trim();
    await plain(root, 'worktree', 'add', '-q', '-b', id, path, own);
    worktrees[id] = { id, run: null, purpose: 'person', path, branch: id, commit, state: 'ready' };
  }
  return { ...emptyState, worktrees };
}

/** The watch of a view on real git, whose processes are counted; the bench says itself what changed. */
function watchOf({ root }: Subject, state: State) {
  const counted = { processes: 0 };
  const git = createGit({
    folder: root,
    env: process.env,
    run: (spec, signal) => {
      counted.processes += 1;
      return runProcess(spec, signal);
    },
  });
  const changes: (() => void)[] = [];
  const files = {
    ...createMemoryFiles(),
    watchTree: (_path: string, onChange: () => void) => {
      changes.push(onChange);
      return { dispose: () => undefined };
    },
  };
  const onFailure = (reason: string): void => {
    throw new Error(reason);
  };
  const watch = createWorktreeWatch(
    { git, files, preferredBase: () => 'main', main: root, onFailure },
    () => undefined,
  );
  watch.follow(state);
  /** Looks and makes all rows. */
  const show = async (): Promise<void> => {
    watch.show(true);
    await watch.settled();
    const shown = worktreesView(reader(), aScene(state, { worktrees: watch.statuses }));
    const telling = shown.filter((row) => row.description.includes('↑1')).length;
    if (telling !== rows) throw new Error(`${telling} rows tell how they stand`);
  };
  return { counted, changes, watch, show };
}

const tree: Bench = {
  name: 'worktree tree',
  run: () =>
    withRepository(100, async (subject): Promise<readonly Row[]> => {
      const { root } = subject;
      const state = await makeWorktrees(subject);
      const paths = Object.values(state.worktrees).map(({ path }) => path);
      const { counted, changes, watch, show } = watchOf(subject, state);
      const processesOf = async (task: () => unknown): Promise<number> => {
        counted.processes = 0;
        await task();
        return counted.processes;
      };
      /** Everything changed, and nothing that was read before may be shown again. */
      const changeAll = (): void => {
        watch.show(false);
        for (const change of changes) change();
      };
      const refresh = async (): Promise<number> => {
        changeAll();
        return timed(show);
      };
      const bare = async (): Promise<void> => {
        const limit = createLimit(cores);
        await plain(root, 'worktree', 'list', '--porcelain', '-z');
        await Promise.all(paths.map((path) => limit(() => plain(path, 'status', '--porcelain=v2', '-z', '--branch'))));
      };
      const first = await timed(show);
      const samples: { readonly ours: number; readonly theirs: number }[] = [];
      for (let round = 0; round < 5; round += 1) {
        const before = round % 2 === 0 ? await refresh() : null;
        const theirs = await timed(bare);
        samples.push({ ours: before ?? (await refresh()), theirs });
      }
      const hidden = await processesOf(async () => {
        changeAll();
        watch.follow({ ...state, refs: { 'refs/heads/main': 'moved' } });
        await watch.settled();
      });
      await show();
      const afterOne = await processesOf(async () => {
        changes[0]?.();
        await watch.settled();
      });
      watch.dispose();
      return [
        { label: `first look, ${rows} rows`, value: first, unit: 'ms' },
        { label: `refresh, ${rows} rows`, value: median(samples.map((one) => one.ours)), unit: 'ms' },
        {
          label: `refresh, ${rows} rows, against git worktree list and one status for each`,
          value: median(samples.map((one) => one.ours / one.theirs)),
          unit: 'ratio',
          bar: 1.5,
        },
        { label: `git processes after a change in one of ${rows}`, value: afterOne, unit: 'count', bar: 5 },
        { label: `git processes after changes in ${rows} that nobody sees`, value: hidden, unit: 'count', bar: 0 },
      ];
    }),
};

export const benches: readonly Bench[] = [tree];
