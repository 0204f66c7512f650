import assert from 'node:assert/strict';
import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createNodeFiles } from '../../../src/adapters/files/nodeFiles.ts';
import { createGit, type GitAdapter } from '../../../src/adapters/git/createGit.ts';
import { runProcess } from '../../../src/adapters/process/run.ts';
import type { App } from '../../../src/app/app.ts';
import { createHarness, person } from '../appHarness.ts';
import { folderSnapshot } from '../folderSnapshot.ts';
import { gitEnvironment, type Maker } from './maker.ts';
import type { Scene } from './state.ts';

/** What came of each step in a repository: `works`, a number of files, or the codes of what was said instead. */
export interface Row {
  readonly open: string;
  readonly prepare: string;
  readonly write: string;
  readonly review: string;
  readonly remove: string;
  readonly rescue: string;
}

const none: Row = { open: '', prepare: '', write: '', review: '', remove: '', rescue: '' };
const works = 'works';
const code = (...codes: readonly string[]): string => codes.map((one) => `\`${one}\``).join(', ');

/** Opens, prepares, writes, reviews and removes, and proves on the way that nothing is left behind and nothing is lost. */
export async function walkThrough(scene: Scene, maker: Maker): Promise<Row> {
  const env = { ...gitEnvironment(maker.folder), ...scene.env };
  const git = createGit({ folder: scene.open, env, run: runProcess });
  const facts = await git.facts();
  if (!facts.ok) return { ...none, open: code(facts.error.code) };
  const files = createNodeFiles({ roots: [facts.value.controlRoot, facts.value.commonDir] });
  const { app } = await createHarness({ queue: '', wrap: (ports) => ({ ...ports, git, files }) });
  try {
    return { ...(await work(scene, maker, app, git)), open: works };
  } finally {
    await app.close();
    await git.settled();
  }
}

async function work(scene: Scene, maker: Maker, app: App, git: GitAdapter): Promise<Row> {
  const path = scene.path ?? maker.at('wt');
  const branch = scene.branch ?? 'fix/one';
  const before = await traces(maker, app, scene);
  const prepared = scene.there === true ? null : await prepare(scene, app, path, branch);
  if (typeof prepared === 'string') {
    assert.deepEqual(await traces(maker, app, scene), before, 'a failure left something behind');
    await scene.holds?.(null);
    return { ...none, prepare: code(prepared) };
  }
  assert.ok((await git.proveIsolation(path)).ok, 'not isolated');
  await write(path);
  await scene.write?.(path);
  const review = await judge(git, path, prepared?.commit ?? (await maker.git(scene.main, 'rev-parse', 'main')));
  const [held, status] = [await folderSnapshot(path), await statusOf(maker, path)];

  const request = { path, rescue: false, stop: false, anySize: false, dryRun: false };
  const kept = await app.removeWorktree(request, person);
  assert.ok(kept.ok && !kept.value.removed, 'work was removed without a rescue');
  assert.deepEqual(await folderSnapshot(path), held, 'a refusal changed something');
  const row: Row = {
    ...none,
    prepare: prepared === null ? 'was there' : works,
    write: works,
    review,
    remove: code(...kept.value.blockers.map((one) => one.code)),
  };
  const removed = await app.removeWorktree({ ...request, rescue: true }, person);
  assert.ok(removed.ok, removed.ok ? '' : `${removed.error.code} ${JSON.stringify(removed.error.params)}`);
  if (!removed.value.removed) {
    assert.deepEqual(await folderSnapshot(path), held);
    return { ...row, rescue: code(...removed.value.blockers.map((one) => one.code)) };
  }
  await git.settled();
  const left = await traces(maker, app, scene);
  assert.ok(!existsSync(path) || scene.path !== undefined, 'the folder is still there');
  assert.deepEqual(
    left.entries,
    before.entries.filter((one) => one !== 'wt' || scene.there !== true),
  );
  for (const part of ['main', 'status', 'refs'] as const) assert.deepEqual(left[part], before[part], `${part} changed`);
  await scene.holds?.(prepared?.commit ?? null);

  // By the name that the person is told.
  const restored = await app.rescues.restore(removed.value.rescue ?? '', person);
  assert.ok(restored.ok, restored.ok ? '' : `${restored.error.code} ${JSON.stringify(restored.error.params)}`);
  await scene.again?.(restored.value.path);
  assert.deepEqual(await folderSnapshot(restored.value.path), held, 'what came back is not what was there');
  assert.equal(await statusOf(maker, restored.value.path), status);
  return { ...row, rescue: 'comes back as it was' };
}

/** The commit that it began at, or the code of what kept it from being made. */
async function prepare(
  scene: Scene,
  app: App,
  path: string,
  branch: string,
): Promise<{ readonly commit: string } | string> {
  const bases = await app.worktreeBases();
  if (!bases.ok) return bases.error.code;
  const base = bases.value.find(({ kind }) => kind === scene.base) ?? bases.value[0];
  assert.ok(base);
  const beside = Array.from({ length: scene.beside ?? 0 }, (_, n) => `-${n}`);
  const all = await Promise.all(
    ['', ...beside].map((end) =>
      app.prepareWorktree({ path: `${path}${end}`, branch: `${branch}${end}`, base, prepares: null }, person),
    ),
  );
  const failed = all.find((one) => !one.ok);
  if (failed && !failed.ok) return failed.error.code;
  const [first] = all;
  assert.ok(first?.ok);
  for (const end of beside) {
    const gone = await app.removeWorktree(
      { path: `${path}${end}`, rescue: false, stop: false, anySize: false, dryRun: false },
      person,
    );
    assert.ok(gone.ok && gone.value.removed, 'a clean worktree was not removed');
  }
  return { commit: first.value.base.commit };
}

/** What an agent leaves that was stopped in the middle: changed, staged, new and ignored files. */
async function write(path: string): Promise<void> {
  if (existsSync(join(path, 'a.txt'))) await appendFile(join(path, 'a.txt'), 'work\n');
  await writeFile(join(path, 'added.bin'), Buffer.from([0, 1, 255, 13, 10]), { mode: 0o600 });
  await writeFile(join(path, '.env'), 'KEY=mine\n');
}

/** What a reviewer gets to see, and whether it would merge with what main has. */
async function judge(git: GitAdapter, path: string, base: string): Promise<string> {
  const captured = await git.capture(path, base, base);
  if (!captured.ok) return code(captured.error.code);
  const { files, refused } = captured.value;
  const checkouts = await git.listCheckouts();
  const head = (checkouts.ok ? checkouts.value.find((one) => one.path === path)?.head : null) ?? base;
  const forecast = head === base ? null : await git.forecast(base, head);
  return [
    files.length === 1 ? '1 file' : `${files.length} files`,
    ...refused.map(({ why }) => code(why.code)),
    ...(forecast?.clean === false ? [`conflict in ${forecast.conflicts.join(', ')}`] : []),
  ].join(', ');
}

const statusOf = (maker: Maker, path: string): Promise<string> =>
  maker.git(path, '-c', 'core.fsmonitor=false', 'status', '--porcelain=v2', '--untracked-files=all', '--ignored');

/** Everything that a step could leave behind or take away. */
async function traces({ git, folder }: Maker, { facts }: App, { main, path = '', branch = 'fix/one' }: Scene) {
  const refs = await git(facts.commonDir, 'for-each-ref', '--format=%(refname) %(objectname)');
  const own = (line: string): boolean =>
    /^refs\/(?:mam|remotes)\//.test(line) || line.startsWith(`refs/heads/${branch}`);
  return {
    refs: refs.split('\n').filter((line) => !own(line)),
    entries: (await readdir(folder)).toSorted(),
    // The folder that is asked for is the worktree's, also where it was there before.
    main: Object.entries(await folderSnapshot(main)).filter(([name]) => join(main, name) !== path),
    // A filter that is missing keeps git from telling.
    status: await git(main, '-c', 'core.fsmonitor=false', 'status', '--porcelain=v2', '-uall').catch(() => ''),
    head: await readFile(join(facts.commonDir, 'HEAD'), 'utf8'),
  };
}
