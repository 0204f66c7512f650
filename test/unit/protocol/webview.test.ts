import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { guardCalls, isPageMessage, type PageHost } from '../../../src/protocol/pageCalls.ts';

const recorder = () => {
  const calls: unknown[] = [];
  const note = (...call: readonly unknown[]): null => {
    calls.push(call);
    return null;
  };
  const host: PageHost = {
    ready: async (...args) => void note('ready', ...args),
    run: async (...args) => void note('run', ...args),
    look: async (...args) => void note('look', ...args),
    event: async (...args) => note('event', ...args),
    timeline: async (...args) => (note('timeline', ...args), []),
    verify: async (...args) => (note('verify', ...args), { mark: { words: '', icon: '', tone: 'none' }, lines: [] }),
    approve: async (...args) => note('approve', ...args),
    giveBack: async (...args) => note('giveBack', ...args),
    ask: async (...args) => note('ask', ...args),
    keepDraft: async (...args) => void note('keepDraft', ...args),
    dropComment: async (...args) => void note('dropComment', ...args),
    openDiff: async (...args) => void note('openDiff', ...args),
    openAll: async (...args) => void note('openAll', ...args),
    tune: async (...args) => note('tune', ...args),
  };
  const guarded = guardCalls(host);
  return {
    calls,
    call: (name: string, ...args: readonly unknown[]): unknown =>
      Reflect.apply(Reflect.get(guarded, name), guarded, args),
  };
};

const refused: readonly (readonly [string, readonly unknown[]])[] = [
  ['run', ['workbench.action.quit', []]],
  ['run', ['startLoop', [1]]],
  ['approve', ['run-1', 'main']],
  ['approve', ['run-1', '1a2b3c4', 'more']],
  ['giveBack', ['run-1', 1]],
  ['ask', ['run-1', 'implementer', ' ']],
  ['keepDraft', ['run-1', 'approve', 'x']],
  ['keepDraft', ['run-1', 'return', 'x'.repeat(20_001)]],
  ['dropComment', ['']],
  ['openDiff', ['run-1', { path: 'x' }, null]],
  ['openDiff', ['run-1', 'x', 0]],
  ['openAll', [1]],
  ['tune', ['approve', 'Reviewer', 'codex']],
  ['tune', ['applyTuning', 'Reviewer']],
  ['timeline', [0, 1e9]],
  ['timeline', [-1, 5]],
  ['timeline', [5]],
  ['look', ['settings']],
  ['event', ['1']],
  ['ready', [1]],
];

describe('calls of a page', () => {
  for (const [name, args] of refused) {
    it(`refuses ${name} ${JSON.stringify(args).slice(0, 60)} and does nothing`, () => {
      const { calls, call } = recorder();
      assert.throws(() => call(name, ...args), /was refused/);
      assert.deepEqual(calls, []);
    });
  }

  it('passes what is as agreed', async () => {
    const { calls, call } = recorder();
    await call('approve', 'run-1', '1a2b3c4d');
    await call('giveBack', 'run-1', ' tidy up ');
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
