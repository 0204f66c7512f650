import assert from 'node:assert/strict';
import type { Limits } from '../../../src/adapters/agents/agent.ts';
import { holdOf } from '../../../src/adapters/agents/holdOf.ts';
import type { Hold } from '../../../src/core/job/types.ts';

const writer = (claims: readonly string[]) => ({ access: 'write', policy: { claims, controlRoot: '/repo' } }) as const;
const reader = { access: 'read' } as const;
const narrow = writer(['src/**']);
const hooked: Limits = { worktree: 'hook', claim: 'hook', freeShell: false };
const boxed: Limits = { worktree: 'sandbox', claim: null, freeShell: true };
const both: Limits = { worktree: 'sandbox', claim: 'hook', freeShell: false };
const ruled: Limits = { worktree: 'rules', claim: null, freeShell: false };
const free = (limits: Limits): Limits => ({ ...limits, freeShell: true });

const [yes, no] = ['enforced', 'advisory'] as const;

const cases: readonly (readonly [
  string,
  Parameters<typeof holdOf>[1],
  Limits | undefined,
  boolean,
  readonly [Hold['level'], worktree: Hold['worktree'], claim: Hold['claim']],
  Hold['by'],
  string | null,
])[] = [
  ['nothing at all', narrow, undefined, false, [no, no, no], [], 'lane.notHeld'],
  ['nothing, whoever else writes its log', narrow, undefined, true, [no, no, no], [], 'lane.notHeld'],
  ['a hook that is silent', narrow, hooked, false, [no, no, no], [], 'lane.hookSilent'],
  ['a hook that answered, and no shell', narrow, hooked, true, [yes, yes, yes], ['hook'], null],
  ['a hook that answered, and a shell', narrow, free(hooked), true, [no, no, no], ['hook'], 'lane.shellFree'],
  [
    'the same where everything is claimed',
    writer(['**']),
    free(hooked),
    true,
    [no, no, null],
    ['hook'],
    'lane.shellFree',
  ],
  ['a sandbox alone', narrow, boxed, true, [no, yes, no], ['sandbox'], 'lane.notHeld'],
  ['a sandbox and a silent hook', narrow, both, false, [no, yes, no], ['sandbox'], 'lane.hookSilent'],
  ['a sandbox and a hook, and no shell', narrow, both, true, [yes, yes, yes], ['sandbox', 'hook'], null],
  ['a sandbox, a hook and a shell', narrow, free(both), true, [no, yes, no], ['sandbox', 'hook'], 'lane.shellFree'],
  ['a sandbox where everything is claimed', writer(['**']), boxed, false, [yes, yes, null], ['sandbox'], null],
  ['a reader with rules', reader, ruled, false, [yes, yes, null], ['rules'], null],
  [
    'a reader with rules that may run anything',
    reader,
    free(ruled),
    false,
    [no, no, null],
    ['rules'],
    'lane.shellFree',
  ],
  ['a reader in a sandbox', reader, boxed, false, [yes, yes, null], ['sandbox'], null],
  ['a reader with nothing', reader, undefined, false, [no, no, null], [], 'lane.notHeld'],
];

describe('How far a lane is held', () => {
  for (const [title, spec, limits, answered, levels, by, why] of cases)
    it(`${title}: ${levels[0]}`, () => {
      const hold = holdOf('Agent', spec, limits, answered);
      assert.deepEqual([hold.level, hold.worktree, hold.claim], levels);
      assert.deepEqual([hold.by, hold.why?.code ?? null], [by, why]);
    });
});
