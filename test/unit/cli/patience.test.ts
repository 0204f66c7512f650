import assert from 'node:assert/strict';
import { onlyLoop } from '../../../src/cli/followLoop.ts';
import { createPatience } from '../../../src/cli/patience.ts';
import { fill } from '../../../src/base/problem.ts';
import type { Effect } from '../../../src/core/effect.ts';
import type { State } from '../../../src/core/state.ts';
import { workingState } from '../../builders/scene.ts';

describe('a step that takes long', () => {
  const capture: Effect = { kind: 'capturePatch', id: 'e1', run: 'run-1', path: '/w', seed: 's', base: 'b' };
  const lane: Effect = { kind: 'runLane', id: 'e2', run: 'run-1', job: 'job-1' };
  const withEffects = (...effects: readonly Effect[]): State => ({
    ...workingState(),
    effects: Object.fromEntries(effects.map((effect) => [effect.id, { effect, startedBy: 1 }])),
  });

  it('gives a line every ten seconds, and starts anew when it runs again', () => {
    const look = createPatience(fill, onlyLoop('loop-1'));
    const state = withEffects(capture, lane);
    const told = [0, 9_999, 10_000, 15_000, 20_500, 41_000].map((now) => look(state, now));
    assert.deepEqual(told, [
      [],
      [],
      ['T-2026-0014  still capturing, 10 s'],
      [],
      ['T-2026-0014  still capturing, 20 s'],
      ['T-2026-0014  still capturing, 40 s'],
    ]);
    assert.deepEqual(look(withEffects(), 42_000), []);
    assert.deepEqual(look(state, 43_000), []);
  });

  it('is no business of another loop, and not begun before it is started', () => {
    const open = { ...workingState(), effects: { e1: { effect: capture, startedBy: null } } };
    const look = createPatience(fill, onlyLoop('loop-1'));
    look(open, 0);
    assert.deepEqual(look(open, 20_000), []);
    const other = createPatience(fill, onlyLoop('loop-2'));
    other(withEffects(capture), 0);
    assert.deepEqual(other(withEffects(capture), 20_000), []);
  });
});
