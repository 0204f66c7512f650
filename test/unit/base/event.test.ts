import assert from 'node:assert/strict';
import { Emitter } from '../../../src/base/event.ts';
import { rejections } from '../../unhandled.ts';

describe('an event', () => {
  it('is told to everybody although one listener throws, and the bug is told to the host', async () => {
    const emitter = new Emitter<number>();
    const heard: number[] = [];
    emitter.event(() => {
      throw new Error('a view is broken');
    });
    emitter.event((value) => heard.push(value));
    const bugs = rejections(1);
    emitter.fire(1);
    assert.deepEqual(heard, [1]);
    assert.deepEqual(
      (await bugs).map(({ message }) => message),
      ['a view is broken'],
    );
  });
});
