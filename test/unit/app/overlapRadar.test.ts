import assert from 'node:assert/strict';
import { createOverlapRadar } from '../../../src/app/overlap/radar.ts';
import type { Sighting } from '../../../src/app/worktreeWatch.ts';
import type { WorkComparison } from '../../../src/app/ports/git.ts';
import { problem } from '../../../src/base/problem.ts';
import { ManualClock, settle } from '../../fakes/manualClock.ts';
import { createMemoryGit } from '../../fakes/memoryGit.ts';

const names = ['/w/a', '/w/b', '/w/c'] as const;

const open = async () => {
  const git = createMemoryGit({ files: { 'a.txt': 'one\n', Dockerfile: 'FROM x\n' } });
  const found = await git.resolveBase(null);
  assert.ok(found.ok);
  const base = found.value.commit;
  for (const path of names) await git.createWorktree({ path, branch: path.slice(1), commit: base });
  const looked: string[][] = [];
  const forecast: number[] = [];
  let disposed = 0;
  let held: Promise<void> | null = null;
  const compareWork = async () => {
    const made = await git.compareWork();
    if (!made.ok) return made;
    const spied: WorkComparison = {
      look: async (asked) => {
        looked.push(asked.map((one) => one.path));
        await held;
        return made.value.look(asked);
      },
      forecast: (pairs) => {
        forecast.push(pairs.length);
        return made.value.forecast(pairs);
      },
      dispose: async () => void (disposed += 1),
    };
    return { ok: true, value: spied } as const;
  };
  const clock = new ManualClock();
  const failures: string[] = [];
  let changes = 0;
  const radar = createOverlapRadar(
    {
      git: { compareWork },
      clock,
      loadBearing: () => (path) => path === 'Dockerfile',
      onFailure: (reason) => void failures.push(reason),
    },
    () => void (changes += 1),
  );
  const see = (
    touched: readonly string[] = [],
    heads: readonly string[] = names,
    at: string | null = base,
    more: Partial<Sighting> = {},
  ): void =>
    radar.see({
      heads: new Map(heads.map((path) => [path, base])),
      touched: new Set(touched),
      others: new Map(),
      dirty: new Map(),
      base: at,
      ...more,
    });
  const shown = (path: string) =>
    radar.overlaps.get(path)?.map(({ other, files, forecast: { kind } }) => [other, files, kind]);
  return {
    git,
    base,
    radar,
    see,
    shown,
    looked,
    forecast,
    clock,
    failures,
    changes: () => changes,
    disposed: () => disposed,
    hold: (until: Promise<void>) => void (held = until),
  };
};

describe('overlap radar', () => {
  it('compares all pairs, seen from both sides, and marks what bears load', async () => {
    const { git, radar, see, shown } = await open();
    git.files('/w/a').set('a.txt', 'of a\n');
    git.files('/w/b').set('a.txt', 'of b\n').set('Dockerfile', 'FROM y\n');
    git.files('/w/c').set('Dockerfile', 'FROM y\n');
    radar.start();
    see();
    await radar.settled();
    assert.deepEqual(shown('/w/a'), [['/w/b', ['a.txt'], 'conflict']]);
    assert.deepEqual(shown('/w/b'), [
      ['/w/a', ['a.txt'], 'conflict'],
      ['/w/c', ['Dockerfile'], 'clean'],
    ]);
    assert.deepEqual(radar.overlaps.get('/w/c')?.[0]?.loadBearing, ['Dockerfile']);
    await radar.close();
  });

  it('looks again only at what was touched, and asks for no forecast when nothing came of it', async () => {
    const { git, radar, see, shown, looked, forecast, clock } = await open();
    for (const path of names) git.files(path).set('a.txt', `of ${path}\n`);
    radar.start();
    see();
    await radar.settled();
    see(['/w/b']);
    await radar.settled();
    git.files('/w/b').delete('a.txt');
    git.files('/w/b').set('new.txt', 'x\n');
    see(['/w/b']);
    await radar.settled();
    assert.deepEqual(looked, [[...names], ['/w/b'], ['/w/b']]);
    assert.deepEqual(forecast, [3, 2]);
    assert.deepEqual(shown('/w/b'), [
      ['/w/a', ['a.txt'], 'conflict'],
      ['/w/c', ['a.txt'], 'conflict'],
    ]);
    await radar.close();
    assert.equal(clock.waiting, 0);
  });

  it('rests between two comparisons, and misses nothing of what was touched meanwhile', async () => {
    const { radar, see, looked, clock } = await open();
    radar.start();
    see();
    await settle();
    see(['/w/a']);
    see(['/w/c']);
    await settle();
    assert.equal(looked.length, 1);
    await clock.advance(1000);
    assert.deepEqual(looked[1], ['/w/a', '/w/c']);
    await radar.close();
  });

  it('does nothing before it is started, and forgets worktrees that are gone', async () => {
    const { git, radar, see, shown, looked } = await open();
    for (const path of names) git.files(path).set('a.txt', `of ${path}\n`);
    see();
    await settle();
    assert.deepEqual([looked, radar.overlaps.size], [[], 0]);
    radar.start();
    await radar.settled();
    see([], ['/w/a', '/w/b']);
    await radar.settled();
    assert.deepEqual(shown('/w/a'), [['/w/b', ['a.txt'], 'conflict']]);
    assert.equal(shown('/w/c'), undefined);
    await radar.close();
  });

  it('shows what can’t be read as unknown, and tries it again', async () => {
    const { git, radar, see, shown, looked } = await open();
    radar.start();
    see([], ['/w/a', '/w/gone']);
    await radar.settled();
    assert.deepEqual(shown('/w/a'), [['/w/gone', null, 'unknown']]);
    see([], ['/w/a', '/w/gone']);
    await radar.settled();
    assert.deepEqual(looked[1], ['/w/gone']);
    git.failNext('compareWork', problem('git.failed', 'Git could not {action}: {reason}', {}));
    see([], ['/w/a', '/w/b'], 'another base');
    await radar.settled();
    assert.deepEqual(shown('/w/a'), [['/w/b', null, 'unknown']]);
    await radar.close();
  });

  it('knows nothing without a base, and reads all anew from another one', async () => {
    const { git, radar, see, looked, disposed } = await open();
    radar.start();
    see();
    await radar.settled();
    see([], names, null);
    await radar.settled();
    assert.equal(radar.overlaps.size, 0);
    see([], names, git.commitOn('main', { 'z.txt': 'z\n' }));
    await radar.settled();
    assert.deepEqual([looked.length, looked[1]?.length, disposed()], [2, 3, 1]);
    await radar.close();
    assert.equal(disposed(), 2);
  });

  it('drops what it knew when a comparison breaks off', async () => {
    const { radar, see, failures } = await open();
    radar.start();
    see();
    await radar.settled();
    assert.equal(radar.overlaps.size, 3);
    see(['/w/a'], names, 'no commit of this repository');
    await radar.settled();
    assert.deepEqual([radar.overlaps.size, failures.length], [0, 1]);
    await radar.close();
  });

  it('compares what is not MAM’s with what is, and reads it anew as long as it is dirty', async () => {
    const { git, base, radar, see, looked, forecast } = await open();
    for (const path of names) git.files(path).set('a.txt', `of ${path}\n`);
    const others: Sighting['others'] = new Map([
      ['/w/b', { head: base, branch: 'main', kind: 'main' }],
      ['/w/c', { head: base, branch: null, kind: 'foreign' }],
    ]);
    const dirty = new Map([
      ['/w/b', ['a.txt']],
      ['/w/c', []],
    ]);
    radar.start();
    see([], ['/w/a'], base, { others, dirty });
    await radar.settled();
    assert.deepEqual(
      radar.overlaps.get('/w/a')?.map(({ other, kind, branch }) => [other, kind, branch]),
      [
        ['/w/b', 'main', 'main'],
        ['/w/c', 'foreign', null],
      ],
    );
    assert.deepEqual([[...radar.overlaps.keys()], forecast], [['/w/a'], [2]]);
    see([], ['/w/a'], base, { others, dirty });
    await radar.settled();
    assert.deepEqual(looked[1], ['/w/b']);
    // One that becomes MAM's is compared with the others from then on.
    see([], ['/w/a', '/w/c'], base, { others: new Map([...others].slice(0, 1)), dirty });
    await radar.settled();
    assert.deepEqual(
      radar.overlaps.get('/w/c')?.map(({ other, kind }) => [other, kind]),
      [
        ['/w/a', 'mam'],
        ['/w/b', 'main'],
      ],
    );
    await radar.close();
  });

  it('rests the longer, the longer a comparison takes', async () => {
    const { radar, see, looked, clock, hold } = await open();
    radar.start();
    const { promise, resolve } = Promise.withResolvers<void>();
    hold(promise);
    see();
    await settle();
    await clock.advance(2000);
    resolve();
    await settle();
    see(['/w/a']);
    await clock.advance(5000);
    assert.equal(looked.length, 1);
    await clock.advance(1000);
    assert.equal(looked.length, 2);
    await radar.close();
  });
});
