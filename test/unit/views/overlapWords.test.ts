import assert from 'node:assert/strict';
import { leasesView } from '../../../src/app/views/leases.ts';
import { radarView } from '../../../src/app/views/radar.ts';
import { worktreesView } from '../../../src/app/views/worktrees.ts';
import { problem } from '../../../src/base/problem.ts';
import type { OverlapWith } from '../../../src/core/overlap/radar.ts';
import type { Worktree } from '../../../src/core/worktree/types.ts';
import { aScene, commits, reader, workingState } from '../../builders/scene.ts';

const writer: Worktree = {
  id: 'wt-1',
  run: 'run-1',
  purpose: 'write',
  path: '/w/1',
  branch: null,
  commit: commits.base,
  state: 'ready',
};
const mine: Worktree = { ...writer, id: 'wt-2', run: null, purpose: 'person', path: '/w/2', branch: 'feature/login' };
const check: Worktree = { ...writer, id: 'wt-3', purpose: 'check', path: '/w/3' };
const state = { ...workingState(), worktrees: { 'wt-1': writer, 'wt-2': mine, 'wt-3': check } };

const overlap = (change: Partial<OverlapWith>): OverlapWith => ({
  other: '/w/2',
  kind: 'mam',
  branch: null,
  files: ['a.ts', 'b*.ts'],
  loadBearing: [],
  forecast: { kind: 'clean' },
  ...change,
});
const why = problem('git.noForecast', 'Git {version} is too old.', { version: '2.30.0' });

const row = (overlaps: readonly OverlapWith[]) => {
  const [node] = worktreesView(reader(), aScene(state, { overlaps: new Map([['/w/1', overlaps]]) }));
  assert.ok(node);
  return node;
};
/** Behind what it is for, and how its lease stands. */
const words = (overlaps: readonly OverlapWith[]): string | undefined =>
  row(overlaps).description.split(' · ').slice(2, -1).join(' · ');

const cases: readonly (readonly [string, readonly OverlapWith[], string])[] = [
  ['none', [], ''],
  ['one that merges', [overlap({})], 'with feature/login: 2 files in common, merges cleanly'],
  [
    'the main checkout',
    [overlap({ other: '/repo', kind: 'main', branch: 'main' })],
    'with the main checkout (main): 2 files in common, merges cleanly',
  ],
  [
    'the main checkout without a branch',
    [overlap({ other: '/repo', kind: 'main' })],
    'with the main checkout: 2 files in common, merges cleanly',
  ],
  [
    'a worktree of somebody else',
    [overlap({ other: '/else/w', kind: 'foreign', branch: 'theirs' })],
    'with theirs (not made by MAM): 2 files in common, merges cleanly',
  ],
  [
    'a detached worktree of somebody else',
    [overlap({ other: '/else/w', kind: 'foreign' })],
    'with w (not made by MAM): 2 files in common, merges cleanly',
  ],
  [
    'a conflict in one file that bears load',
    [overlap({ files: ['a.ts'], loadBearing: ['a.ts'], forecast: { kind: 'conflict', files: ['a.ts'] } })],
    'with feature/login: 1 file in common, load-bearing, would conflict',
  ],
  [
    'a conflict without a file in common',
    [overlap({ files: [], forecast: { kind: 'conflict', files: ['c.ts'] } })],
    'with feature/login: no file in common, would conflict',
  ],
  [
    'no forecast',
    [overlap({ forecast: { kind: 'unknown', why } })],
    'with feature/login: 2 files in common, merge unknown',
  ],
  [
    'one that could not be read, and another',
    [overlap({ files: null, forecast: { kind: 'unknown', why }, other: '/w/else' }), overlap({})],
    'overlap with else unknown · 1 more overlap',
  ],
];

describe('overlaps in the trees', () => {
  for (const [name, overlaps, expected] of cases) it(`tells of ${name}`, () => assert.equal(words(overlaps), expected));

  it('lists the files in the tooltip, load-bearing ones in front, with the reason of what is unknown', () => {
    const { tooltip, tone } = row([
      overlap({ loadBearing: ['b*.ts'], forecast: { kind: 'conflict', files: ['c.ts'] } }),
      overlap({ other: '/w/4', forecast: { kind: 'unknown', why } }),
    ]);
    assert.match(tooltip, /b\\\*\\\.ts \\\(load\\-bearing\\\), a\\\.ts, c\\\.ts/);
    assert.match(tooltip, /Git 2\\\.30\\\.0 is too old/);
    assert.equal(tone, 'attention');
    assert.equal(row([overlap({})]).tone, 'none');
  });

  it('stand behind the lease by which the worktree is written', () => {
    const { description, tooltip } = row([]);
    assert.match(description, /^for the implementer · lease: advisory/);
    assert.match(tooltip, /Leased by Implementer/);
  });

  it('shows them at the lease of the writer, too', () => {
    const overlaps = new Map([['/w/1', [overlap({ forecast: { kind: 'conflict', files: ['a.ts'] } })]]]);
    const [node] = leasesView(reader(), aScene(state, { overlaps }));
    assert.match(node?.description ?? '', / · with feature\/login: 2 files in common, would conflict$/);
    assert.match(node?.tooltip ?? '', /a\\\.ts, b\\\*\\\.ts/);
    assert.equal(node?.tone, 'attention');
  });

  it('never takes what nobody has looked at for clear, and says nothing of what only reads', () => {
    const nodes = worktreesView(reader(), aScene(state, { overlaps: new Map() }));
    assert.deepEqual(
      nodes.map((node) => node.description.includes('overlaps not known yet')),
      [true, true, false],
    );
    const unfollowed = worktreesView(reader(), aScene(state, { overlaps: null }));
    assert.ok(unfollowed.every((node) => !node.description.includes('overlap')));
  });
});

describe('overlaps on the dashboard', () => {
  const radar = (overlaps: ReadonlyMap<string, readonly OverlapWith[]> | null) =>
    radarView(reader(), aScene(state, { overlaps }));

  it('has a row for each worktree in which somebody works, what would conflict in front', () => {
    const conflict = overlap({ other: '/w/1', files: ['a.ts'], forecast: { kind: 'conflict', files: ['a.ts'] } });
    const { note, rows } = radar(
      new Map([
        ['/w/1', []],
        ['/w/2', [conflict]],
      ]),
    );
    assert.equal(note, '');
    assert.deepEqual(
      rows.map(({ path, note: said, overlaps }) => [path, said, overlaps.map(({ alarming }) => alarming)]),
      [
        ['/w/2', '', [true]],
        ['/w/1', 'in nobody’s way', []],
      ],
    );
    assert.deepEqual(rows[0]?.overlaps[0], {
      words: 'with T-2026-0014: 1 file in common, would conflict',
      files: 'a.ts',
      why: '',
      alarming: true,
    });
  });

  it('says why a merge is not known, and what nobody has looked at yet', () => {
    const { rows } = radar(new Map([['/w/1', [overlap({ forecast: { kind: 'unknown', why } })]]]));
    assert.equal(rows[0]?.overlaps[0]?.why, 'Git 2.30.0 is too old.');
    assert.deepEqual([rows[1]?.path, rows[1]?.note], ['/w/2', 'overlaps not known yet']);
  });

  it('says that it is being compared before the first look', () => {
    const { note, rows } = radar(null);
    assert.equal(note, 'The worktrees are being compared…');
    assert.deepEqual(
      rows.map((one) => one.note),
      ['overlaps not known yet', 'overlaps not known yet'],
    );
  });
});
