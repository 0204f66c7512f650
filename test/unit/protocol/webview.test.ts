import assert from 'node:assert/strict';
import fc from 'fast-check';
import { guardCalls, isPageMessage, pageCalls, type PageHost } from '../../../src/protocol/webview.ts';

const recorder = () => {
  const calls: unknown[] = [];
  const host = Object.fromEntries(
    Object.keys(pageCalls).map((name) => [name, async (...args: unknown[]) => void calls.push([name, ...args])]),
  ) as unknown as PageHost;
  return { calls, guarded: guardCalls(host) as unknown as Record<string, (...args: unknown[]) => unknown> };
};

const refused: readonly (readonly [string, readonly unknown[]])[] = [
  ['run', ['workbench.action.quit', []]],
  ['run', ['startLoop', [1]]],
  ['approve', ['run-1', 'main']],
  ['approve', ['run-1', '1a2b3c4', 'more']],
  ['giveBack', ['run-1', '   ']],
  ['openDiff', ['run-1', { path: 'x' }]],
  ['timeline', [1e9]],
  ['ready', [1]],
];

describe('calls of a page', () => {
  for (const [name, args] of refused) {
    it(`refuses ${name} ${JSON.stringify(args)} and does nothing`, () => {
      const { calls, guarded } = recorder();
      assert.throws(() => guarded[name]?.(...args), /was refused/);
      assert.deepEqual(calls, []);
    });
  }

  it('passes what is as agreed', async () => {
    const { calls, guarded } = recorder();
    await guarded['approve']?.('run-1', '1a2b3c4d');
    await guarded['giveBack']?.('run-1', ' tidy up ');
    assert.deepEqual(calls, [
      ['approve', 'run-1', '1a2b3c4d'],
      ['giveBack', 'run-1', 'tidy up'],
    ]);
  });

  it('takes nothing for a call that is none', () => {
    assert.ok(isPageMessage({ t: 'q', i: 'x', m: 'ready', a: [] }));
    fc.assert(fc.property(fc.anything(), (message) => !isPageMessage(message)));
    for (const m of ['toString', 'constructor', '__proto__']) assert.ok(!isPageMessage({ t: 'q', m, a: [] }));
  });
});
