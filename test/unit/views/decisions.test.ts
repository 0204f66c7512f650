import assert from 'node:assert/strict';
import { decisionsOf } from '../../../src/app/views/decisions.ts';
import { inboxView } from '../../../src/app/views/inbox.ts';
import type { State } from '../../../src/core/state.ts';
import { aScene, gateOpenState, reader } from '../../builders/scene.ts';

const decisions = (state: State) => decisionsOf(reader(), aScene(state), inboxView(reader(), aScene(state)));

describe('what waits for a decision', () => {
  const [asked] = decisions(gateOpenState());
  assert.ok(asked);

  it('is the same question as long as nothing was done about it', () => {
    assert.deepEqual(decisions(gateOpenState()), [asked]);
  });

  it('is another one in the same words after more work, and after a yes that lapsed', () => {
    const lapsed = { kind: 'approved', by: 'test', at: '', head: 'h', merged: false } as const;
    for (const change of [{ round: 2 }, { lapsed }]) {
      const [again] = decisions(gateOpenState(change));
      assert.ok(again);
      assert.equal(again.label, asked.label);
      assert.notEqual(again.id, asked.id);
    }
  });
});
