import assert from 'node:assert/strict';
import { problem } from '../../../../src/base/problem.ts';
import { err, ok } from '../../../../src/base/result.ts';
import {
  compareWorktrees,
  sortOverlaps,
  type MergeForecast,
  type Overlap,
  type WorktreeWork,
} from '../../../../src/core/overlap/radar.ts';

const work = (...files: readonly string[]): WorktreeWork => ok({ files, unread: [] });
/** One of the files is too large to be read. */
const unread = (file: string, ...files: readonly string[]): WorktreeWork =>
  ok({ files: [file, ...files], unread: [file] });
const tooLarge = (path: string): MergeForecast => ({
  kind: 'unknown',
  why: problem('overlap.tooLarge', '{path} is too large to compare.', { path }),
});
const why = problem('git.failed', 'Git could not {action}: {reason}', { action: 'read', reason: 'no' });
const clean: MergeForecast = { kind: 'clean' };
const conflict: MergeForecast = { kind: 'conflict', files: ['Dockerfile', 'b'] };
const unknown: MergeForecast = { kind: 'unknown', why };
const bearing = (path: string): boolean => path === 'Dockerfile' || path === 'a';

const cases: readonly (readonly [string, WorktreeWork, WorktreeWork, MergeForecast, Overlap | null])[] = [
  ['no file in common, merging', work('a'), work('b'), clean, null],
  ['one that changed nothing', work(), work('b'), conflict, null],
  [
    'a file in common, merging',
    work('c', 'a'),
    work('a', 'd'),
    clean,
    { files: ['a'], loadBearing: ['a'], forecast: clean },
  ],
  [
    'conflicts without a file in common, as of a renamed folder',
    work('x'),
    work('b'),
    conflict,
    { files: [], loadBearing: ['Dockerfile'], forecast: conflict },
  ],
  [
    'no file in common, and no forecast',
    work('x'),
    work('b'),
    unknown,
    { files: [], loadBearing: [], forecast: unknown },
  ],
  [
    'a file in common that is too large to be read',
    unread('big', 'x'),
    work('big'),
    clean,
    { files: ['big'], loadBearing: [], forecast: tooLarge('big') },
  ],
  [
    'a file that is too large to be read where the other has a folder',
    work('big/a', 'x'),
    unread('big'),
    clean,
    { files: [], loadBearing: [], forecast: tooLarge('big') },
  ],
  ['a file that is too large to be read, and nothing in its place', unread('big'), work('bigger', 'x'), clean, null],
  [
    'a conflict beside a file that is too large to be read',
    unread('a'),
    work('a', 'b'),
    conflict,
    { files: ['a'], loadBearing: ['Dockerfile', 'a'], forecast: conflict },
  ],
  ['one that can’t be read', work('a'), err(why), clean, { files: null, loadBearing: [], forecast: unknown }],
  [
    'one that can’t be read, beside one without changes',
    err(why),
    work(),
    clean,
    { files: null, loadBearing: [], forecast: unknown },
  ],
];

describe('overlap of two worktrees', () => {
  for (const [name, a, b, forecast, expected] of cases)
    it(`of ${name}`, () => {
      assert.deepEqual(
        compareWorktrees(a, b, () => forecast, bearing),
        expected,
      );
      assert.deepEqual(
        compareWorktrees(b, a, () => forecast, bearing),
        expected,
      );
    });

  it('shows conflicts first, then what is unknown', () => {
    const one = (other: string, forecast: MergeForecast) => ({
      ...{ other, files: ['a'], loadBearing: [], forecast },
      ...({ kind: 'mam', branch: null } as const),
    });
    const sorted = sortOverlaps([one('/c', clean), one('/b', clean), one('/d', unknown), one('/e', conflict)]);
    assert.deepEqual(
      sorted.map(({ other }) => other),
      ['/e', '/d', '/b', '/c'],
    );
  });
});
