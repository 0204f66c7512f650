import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { emptyState, type State } from '../../../../src/core/state.ts';
import { freePorts, portVariables } from '../../../../src/core/worktree/ports.ts';
import { forbidden, isHalfMade, setUpWorktree, withSetUp } from '../../../../src/core/worktree/setUp.ts';
import type { Worktree } from '../../../../src/core/worktree/types.ts';

const worktree = (id: string, changes: Partial<Worktree> = {}): Worktree => ({
  ...{ id, run: null, purpose: 'person', path: `/w/${id}`, branch: id, commit: 'c', state: 'ready' },
  ...changes,
});
const withAll = (...all: readonly Worktree[]): State => ({
  ...emptyState,
  worktrees: Object.fromEntries(all.map((one) => [one.id, one])),
});

describe('ports of worktrees', () => {
  it('never overlap, whatever the settings were when each was made', () => {
    const range = fc.record({ first: fc.integer({ min: 1024, max: 1100 }), count: fc.integer({ min: 0, max: 12 }) });
    fc.assert(
      fc.property(fc.array(range, { maxLength: 12 }), (ranges) => {
        let state = emptyState;
        for (const [at, one] of ranges.entries()) {
          const ports = freePorts(state, one);
          assert.equal(ports === null, one.count === 0);
          if (ports) state = withAll(...Object.values(state.worktrees), worktree(`w${at}`, { ports }));
        }
        const all = Object.values(state.worktrees).flatMap(({ ports: { first = 0, count = 0 } = {} }) =>
          Array.from({ length: count }, (_, n) => first + n),
        );
        assert.equal(new Set(all).size, all.length);
      }),
      { numRuns: 200 },
    );
  });

  it('are given back with the worktree, and are none where no block is left', () => {
    const one = worktree('one', { ports: { first: 21_000, count: 10 } });
    assert.deepEqual(freePorts(withAll(one), { first: 21_000, count: 10 }), { first: 21_010, count: 10 });
    assert.deepEqual(freePorts(withAll(), { first: 21_000, count: 10 }), { first: 21_000, count: 10 });
    assert.equal(freePorts(withAll(), { first: 65_530, count: 10 }), null);
    assert.deepEqual(freePorts(withAll(one), { first: 21_000, count: 10 }, 'one'), { first: 21_000, count: 10 });
    const taken = [21_009, 21_010, 21_031];
    assert.deepEqual(freePorts(withAll(), { first: 21_000, count: 10, taken }), { first: 21_020, count: 10 });
    assert.deepEqual(freePorts(withAll(), { first: 21_000, count: 9, taken }), { first: 21_000, count: 9 });
  });

  it('are told in the names that servers know', () => {
    assert.deepEqual(portVariables({ first: 21_000, count: 2 }), {
      PORT: '21000',
      MAM_PORT: '21000',
      MAM_PORTS: '21000,21001',
    });
    assert.deepEqual(portVariables(undefined), {});
  });
});

describe('set-up of a worktree', () => {
  const wish = { links: ['.venv'], submodules: false, commands: [['npm', 'ci'], ['make']], timeoutMs: 1000 };
  const asked = (state: State, allowed: readonly (readonly string[])[] = []) =>
    setUpWorktree(state, { type: 'setUpWorktree', worktree: 'one', wish, allowed });

  it('runs only commands that a person or their settings allow, word by word', () => {
    const state = { ...withAll(worktree('one')), allowedChecks: [['npm', 'ci']] };
    const commands = (result: ReturnType<typeof asked>) => {
      const [event] = result.ok ? result.value : [];
      return event?.type === 'effectRequested' && event.effect.kind === 'setUpWorktree'
        ? event.effect.wish.commands
        : [];
    };
    assert.deepEqual(commands(asked(state)), [['npm', 'ci']]);
    assert.deepEqual(commands(asked(state, [['make']])), wish.commands);
    assert.deepEqual(commands(asked(withAll(worktree('one')), [['npm']])), []);
    assert.deepEqual(forbidden(state, [], wish), [['make']]);
  });

  it('fills the submodules that were asked for with the worktree, whoever goes on with it', () => {
    const submodules = (one: Worktree): unknown => {
      const result = asked(withAll(one));
      const [event] = result.ok ? result.value : [];
      return event?.type === 'effectRequested' && event.effect.kind === 'setUpWorktree' && event.effect.wish.submodules;
    };
    assert.equal(submodules(worktree('one', { asked: { submodules: true } })), true);
    assert.equal(submodules(worktree('one', { asked: { submodules: false } })), false);
    assert.equal(submodules(worktree('one')), false);
  });

  it('leaves the worktree half-made until all that was asked for is done', () => {
    const before = worktree('one', { asked: { submodules: true } });
    const after = (...outcomes: readonly ('passed' | 'failed' | 'not-run')[]) =>
      withSetUp(before, {
        ...{ linked: [], copied: [], kept: [] },
        commands: outcomes.map((outcome) => ({ argv: ['x'], outcome, exitCode: null, durationMs: 0, tail: '' })),
      });
    assert.deepEqual(
      [before, after('failed', 'not-run'), after('passed'), after()].map((one) => [isHalfMade(one), one.asked]),
      [
        [true, { submodules: true }],
        [true, { submodules: false }],
        [false, undefined],
        [false, undefined],
      ],
    );
    assert.equal(isHalfMade(worktree('one', { state: 'creating' })), true);
    assert.equal(isHalfMade(worktree('one', { state: 'creating', run: 'r' })), false);
    assert.equal(isHalfMade({ ...before, state: 'failed' }), false);
  });

  it('is for one that is ready', () => {
    for (const state of ['creating', 'removing', 'failed'] as const)
      assert.equal(asked(withAll(worktree('one', { state }))).ok, false);
    assert.equal(asked(withAll()).ok, false);
  });
});
