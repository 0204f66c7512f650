import assert from 'node:assert/strict';
import { windowContext, type Trouble } from '../../../src/app/views/windowContext.ts';
import { problem } from '../../../src/base/problem.ts';
import { aScene, aState, gateOpenState } from '../../builders/scene.ts';

describe('what the conditions of a window know', () => {
  const troubles: readonly (readonly [string, Trouble])[] = [
    ['git.missing', 'noGit'],
    ['git.tooOld', 'oldGit'],
    ['git.unsafe', 'other'],
    ['store.damaged', 'database'],
    ['store.newer', 'newer'],
    ['store.full', 'other'],
    ['ledger.foreign', 'foreignLedger'],
  ];
  for (const [code, trouble] of troubles)
    it(`tells ${code} as ${trouble}, before the engine opens and after`, () => {
      const why = problem(code, 'It is so.');
      assert.equal(windowContext(why, null).trouble, trouble);
      assert.equal(windowContext(null, { ...aScene(aState()), problem: why }).trouble, trouble);
    });

  it('has no trouble where there is none', () => {
    assert.equal(windowContext(null, null).trouble, 'none');
    assert.equal(windowContext(null, aScene(aState())).trouble, 'none');
  });

  it('knows of a decision once there is one', () => {
    const open = gateOpenState();
    assert.equal(windowContext(null, aScene(open)).decided, false);
    const decision = { kind: 'approved', by: 'editor', at: '2026-11-30T14:00:00Z', head: 'a', merged: false } as const;
    const decided = gateOpenState({ decision });
    assert.equal(windowContext(null, aScene(decided)).decided, true);
  });
});
