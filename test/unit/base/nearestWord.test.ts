import assert from 'node:assert/strict';
import { nearestWord } from '../../../src/base/nearestWord.ts';

describe('the word that was meant', () => {
  const known = ['start', 'status', 'stop', 'approve', 'merge', 'active-worktree-prepare'];
  const rows: Readonly<Record<string, string | null>> = {
    aprove: 'approve',
    approove: 'approve',
    megre: 'merge',
    strat: 'start',
    satus: 'status',
    'active-worktree-preprae': 'active-worktree-prepare',
    start: 'start',
    ship: null,
    deploy: null,
    x: null,
    '': null,
  };
  for (const [typed, meant] of Object.entries(rows))
    it(`of ${typed || 'nothing'} is ${meant ?? 'unknown'}`, () => assert.equal(nearestWord(typed, known), meant));
});
