import assert from 'node:assert/strict';
import { nextPosition } from '../../../webview-ui/dashboard/moveFocus.ts';

const counts = [2, 0, 1, 3];

const moves: readonly (readonly [string, number, number, readonly [number, number] | null])[] = [
  ['ArrowDown', 0, 0, [0, 1]],
  ['ArrowDown', 0, 1, null],
  ['ArrowUp', 0, 1, [0, 0]],
  ['ArrowUp', 0, 0, null],
  ['ArrowRight', 0, 1, [2, 0]],
  ['ArrowRight', 3, 0, null],
  ['ArrowLeft', 2, 0, [0, 0]],
  ['ArrowLeft', 3, 2, [2, 0]],
  ['End', 3, 0, [3, 2]],
  ['Home', 3, 2, [3, 0]],
  ['x', 0, 0, null],
];

describe('moving between cards', () => {
  for (const [key, column, card, to] of moves) {
    it(`${key} from ${column}/${card}`, () => {
      const next = nextPosition(counts, { column, card }, key);
      assert.deepEqual(next, to === null ? null : { column: to[0], card: to[1] });
    });
  }
});
