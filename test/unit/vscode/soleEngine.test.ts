import assert from 'node:assert/strict';
import { createSole } from '../../../src/vscode/soleEngine.ts';

/** Things that are opened when the test says so, and what became of each. */
function scene() {
  const waiting: ((opens: boolean) => void)[] = [];
  const told: string[] = [];
  let count = 0;
  const sole = createSole<string>({
    open: async () => {
      count += 1;
      const name = `engine ${count}`;
      return (await new Promise<boolean>((resolve) => waiting.push(resolve))) ? name : null;
    },
    close: async (name) => void told.push(`closed ${name}`),
    onOpen: (name) => void told.push(`open ${name}`),
  });
  return { sole, told, finish: (opens: boolean) => waiting.shift()?.(opens) };
}

describe('the one engine of a window', () => {
  it('is opened once for all who need it', async () => {
    const { sole, told, finish } = scene();
    const both = [sole.need(), sole.need()];
    finish(true);
    assert.deepEqual(await Promise.all(both), ['engine 1', 'engine 1']);
    assert.deepEqual([sole.current, told], ['engine 1', ['open engine 1']]);
    await sole.close();
    assert.deepEqual([sole.current, told], [null, ['open engine 1', 'closed engine 1']]);
  });

  it('is closed also where it was only on its way, and before the close resolves', async () => {
    const { sole, told, finish } = scene();
    const first = sole.need();
    const closing = sole.close();
    const second = sole.need();
    finish(true);
    await closing;
    assert.deepEqual([await first, sole.current, told], [null, null, ['closed engine 1']]);
    finish(true);
    assert.equal(await second, 'engine 2');
    assert.deepEqual([sole.current, told], ['engine 2', ['closed engine 1', 'open engine 2']]);
  });

  it('is tried again after a failure, also one of which nobody wants to know any more', async () => {
    const { sole, finish } = scene();
    const first = sole.need();
    finish(false);
    assert.equal(await first, null);
    const second = sole.need();
    const closing = sole.close();
    const third = sole.need();
    finish(false);
    finish(true);
    await closing;
    assert.deepEqual([await second, await third, sole.current], [null, 'engine 3', 'engine 3']);
  });
});
