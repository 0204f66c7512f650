import assert from 'node:assert/strict';
import { loopEndWords } from '../../../src/app/views/loopEnd.ts';
import type { Loop, Run } from '../../../src/core/loop/types.ts';
import { aLoop, aProblem, gateOpenState, reader } from '../../builders/scene.ts';

const guards = { target: null, maxBlockers: 3, maxMs: 0 };
const { options } = aLoop();

const [passed] = Object.values(gateOpenState().runs)[0]?.results ?? [];
assert.ok(passed);
const failed: Partial<Run> = { results: [{ ...passed, outcome: 'failed', exitCode: 1 }] };

const rows: readonly (readonly [name: string, loop: Partial<Loop>, run: Partial<Run>, said: string | null])[] = [
  [
    'completed with packets',
    { outcome: 'completed' },
    {},
    'The loop is completed. Waits for your decision: T-2026-0014.',
  ],
  [
    'completed, and a gate closed again',
    { outcome: 'completed' },
    failed,
    'The loop is completed. Gate closed again: T-2026-0014.',
  ],
  [
    'blocked, and a gate closed again',
    { outcome: 'blocked' },
    failed,
    'The loop is blocked. Gate closed again: T-2026-0014.',
  ],
  ['completed with nothing left', { outcome: 'completed' }, { phase: 'ended' }, null],
  [
    'blocked by a question',
    { outcome: 'blocked' },
    { phase: 'needs-you', ask: { kind: 'claims' } },
    'The loop is blocked. Asks you: T-2026-0014.',
  ],
  [
    'blocked by a guard',
    { outcome: 'blocked', halted: aProblem },
    { phase: 'ended' },
    'The loop is blocked. The log at .git/mam can not be read.',
  ],
  ['stopped by a person', { outcome: 'stopped' }, { phase: 'stopped' }, null],
  ['running', { state: 'running', outcome: null }, {}, null],
  ['on one piece of work', { outcome: 'blocked', options }, {}, null],
];

describe('the end of a loop', () => {
  for (const [name, loop, run, said] of rows)
    it(`is told where a person decides: ${name}`, () =>
      assert.equal(
        loopEndWords(reader(), gateOpenState(run), aLoop({ state: 'ended', options: { ...options, guards }, ...loop })),
        said,
      ));
});
