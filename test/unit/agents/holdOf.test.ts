import assert from 'node:assert/strict';
import type { Limits } from '../../../src/adapters/agents/agent.ts';
import { holdOf } from '../../../src/adapters/agents/holdOf.ts';
import type { Hold } from '../../../src/core/job/types.ts';

const writer = (claims: readonly string[]) => ({ access: 'write', policy: { claims, controlRoot: '/repo' } }) as const;
const reader = { access: 'read' } as const;
const narrow = writer(['src/**']);
const hooked: Limits = { worktree: 'hook', claim: 'hook' };
const boxed: Limits = { worktree: 'sandbox', claim: null };
const both: Limits = { worktree: 'sandbox', claim: 'hook' };

const cases: readonly (readonly [
  string,
  Parameters<typeof holdOf>[1],
  Limits | undefined,
  boolean,
  Hold['level'],
  Hold['by'],
  string | null,
])[] = [
  ['nothing at all', narrow, undefined, false, 'advisory', [], 'lane.notHeld'],
  ['nothing, whoever else writes its log', narrow, undefined, true, 'advisory', [], 'lane.notHeld'],
  ['a hook that is silent', narrow, hooked, false, 'advisory', [], 'lane.hookSilent'],
  ['a hook that answered', narrow, hooked, true, 'enforced', ['hook'], null],
  ['a sandbox alone', narrow, boxed, true, 'advisory', ['sandbox'], 'lane.notHeld'],
  ['a sandbox and a silent hook', narrow, both, false, 'advisory', ['sandbox'], 'lane.hookSilent'],
  ['a sandbox and a hook', narrow, both, true, 'enforced', ['sandbox', 'hook'], null],
  ['a sandbox where everything is claimed', writer(['**']), boxed, false, 'enforced', ['sandbox'], null],
  ['a reader with rules', reader, { worktree: 'rules', claim: null }, false, 'enforced', ['rules'], null],
  ['a reader with nothing', reader, undefined, false, 'advisory', [], 'lane.notHeld'],
];

describe('How far a lane is held', () => {
  for (const [title, spec, limits, answered, level, by, why] of cases)
    it(`${title}: ${level}`, () => {
      const hold = holdOf('Agent', spec, limits, answered);
      assert.deepEqual([hold.level, hold.by, hold.why?.code ?? null], [level, by, why]);
    });
});
