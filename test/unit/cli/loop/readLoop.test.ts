import assert from 'node:assert/strict';
import type { LoopWish } from '../../../../src/app/loop/loopWish.ts';
import { loopOptions } from '../../../../src/cli/loop/loopOptions.ts';
import { readLoop } from '../../../../src/cli/loop/readLoop.ts';
import { parseVerb } from '../../../../src/cli/parseVerb.ts';

type Env = Readonly<Record<string, string>>;

const shape = { name: 'loop', options: loopOptions, positionals: [0, 0], positional: '' } as const;
const least = ['--creator', 'claude', '--task', 'Mend it'];

function read(args: readonly string[], env: Env = {}) {
  const call = parseVerb(shape, args);
  return call.ok ? readLoop(call.value, env, '/here') : call;
}
const codeOf = (args: readonly string[], env: Env = {}): string => {
  const done = read(args, env);
  return done.ok ? 'ok' : done.error.code;
};
function wishOf(args: readonly string[], env: Env = {}): LoopWish {
  const done = read([...least, ...args], env);
  assert.ok(done.ok, JSON.stringify(done));
  return done.value.wish;
}

describe('the options of mam loop', () => {
  const refusals: readonly (readonly [what: string, args: readonly string[], code: string, env?: Env])[] = [
    ['no creator', ['--task', 'x'], 'cli.argumentMissing'],
    ['an empty creator', ['--creator', ' ', '--task', 'x'], 'cli.argumentMissing'],
    ['no task', ['--creator', 'claude'], 'cli.argumentMissing'],
    ['an empty task', ['--creator', 'claude', '--task', '\n'], 'cli.argumentMissing'],
    ['the option that is gone', [...least, '--target-agent', 'codex'], 'loop.targetAgentGone'],
    ['the same without a creator', ['--target-agent', 'codex'], 'loop.targetAgentGone'],
    ['an unknown option', [...least, '--targets', 'x'], 'cli.unknownOption'],
    ['a word that is no option', [...least, 'more'], 'cli.argumentExtra'],
    ['a creator twice', [...least, '--creator', 'codex'], 'cli.twice'],
    ['a value for a flag', [...least, '--all-reviewer=codex'], 'cli.noValue'],
    ['a planner without a plan', [...least, '--planner', 'codex'], 'loop.plannerAlone'],
    ['a planner with a dialogue alone', [...least, '--plan-talk', '--planner', 'codex'], 'loop.plannerAlone'],
    ['only a review without a base', [...least, '--review-only'], 'loop.baseMissing'],
    ['the same in a worktree', [...least, '--review-only', '--worktree', '/wt'], 'loop.baseMissing'],
    ['only a review, with a plan', [...least, '--review-only', '--base', 'x', '--plan'], 'loop.planRefused'],
    ['only a review, with a dialogue', [...least, '--review-only', '--base', 'x', '--plan-talk'], 'loop.planRefused'],
    ['an empty worktree', [...least, '--worktree', ''], 'loop.emptyOption'],
    ['an empty base', [...least, '--base', ' '], 'loop.emptyOption'],
    ['a base from an option that lacks its value', [...least, '--base', '--review-only'], 'cli.valueMissing'],
    ['no rounds', [...least, '--max-loop', '0'], 'cli.badCount'],
    ['half a round', [...least, '--max-loop', '1.5'], 'cli.badCount'],
    ['rounds in another form', [...least, '--max-loop', '1e1'], 'cli.badCount'],
    ['fewer rebuttals than none', [...least, '--max-rebut=-1'], 'cli.badCount'],
    ['a creator that reviews itself', [...least, '--reviewer', 'codex,claude'], 'loop.ownReview'],
    ['a check for a shell', [...least, '--check', 'npm test | tee log'], 'check.needsShell'],
    ['the older engine', least, 'loop.noOlderEngine', { MAM_LOOP_PY: '0' }],
    ['the older engine, whatever else is wrong', [], 'loop.noOlderEngine', { MAM_LOOP_PY: '0' }],
  ];
  for (const [what, args, code, env = {}] of refusals)
    it(`refuse ${what}`, () => assert.equal(codeOf(args, env), code));

  const accepted: readonly (readonly [what: string, args: readonly string[], env?: Env])[] = [
    ['the least', []],
    ['a plan with its planner', ['--plan', '--planner', 'codex']],
    ['a dialogue', ['--plan-talk']],
    ['no rebuttals', ['--max-rebut', '0']],
    ['another engine that was asked for', [], { MAM_LOOP_PY: '1' }],
    ['a creator among all', ['--all-reviewer', '--reviewer', 'claude']],
  ];
  for (const [what, args, env = {}] of accepted)
    it(`take ${what}`, () => assert.equal(codeOf([...least, ...args], env), 'ok'));

  it('take a sentence as the task, and an id as the entry of the queue', () => {
    const { task } = wishOf([]);
    assert.deepEqual(task, { title: 'Mend it', body: 'Mend it', checks: [] });
    assert.equal(wishOf([]).maxRounds, null);
    const queued = read(['--creator', 'claude', '--task', 'T-2026-0001']);
    assert.equal(queued.ok ? queued.value.wish.task : '', 'T-2026-0001');
    const long = read(['--creator', 'claude', '--task', `\n${'word '.repeat(40)}\nmore`]);
    const given = long.ok ? long.value.wish.task : '';
    assert.ok(typeof given !== 'string' && given.title.length <= 72 && given.body.endsWith('more'));
  });

  it('name reviewers once each; all of them beat those that are named, with a warning', () => {
    assert.equal(wishOf([]).reviewers, null);
    assert.deepEqual(wishOf(['--reviewer', 'codex, gemini', '--reviewer', 'codex']).reviewers, ['codex', 'gemini']);
    const both = read([...least, '--all-reviewer', '--reviewer', 'codex']);
    assert.ok(both.ok);
    assert.equal(both.value.wish.reviewers, 'all');
    assert.deepEqual(
      both.value.warnings.map(({ code }) => code),
      ['loop.reviewersIgnored'],
    );
    const one = read([...least, '--all-reviewer']);
    assert.deepEqual(one.ok ? one.value.warnings : null, []);
  });

  const places: readonly (readonly [args: readonly string[], env: Env, place: LoopWish['place']])[] = [
    [[], {}, null],
    [['--worktree', '/wt/a b'], {}, { path: '/wt/a b', base: null, reviewOnly: false }],
    [['--worktree', '../wt'], {}, { path: '/wt', base: null, reviewOnly: false }],
    [[], { MAM_LOOP_WORKTREE: '/wt/env' }, { path: '/wt/env', base: null, reviewOnly: false }],
    [[], { MAM_LOOP_WORKTREE: '' }, null],
    [['--worktree', '/wt/cli'], { MAM_LOOP_WORKTREE: '/wt/env' }, { path: '/wt/cli', base: null, reviewOnly: false }],
    [['--base', 'HEAD~1'], {}, { path: null, base: 'HEAD~1', reviewOnly: false }],
    [['--base', 'v1', '--review-only'], {}, { path: null, base: 'v1', reviewOnly: true }],
    // An old base in the environment would widen what is reviewed, and nobody would notice.
    [[], { MAM_LOOP_BASE: 'abc', MAM_BASE: 'abc' }, null],
    [[], { MAM_LOOP_WORKTREE: '/wt', MAM_LOOP_BASE: 'abc' }, { path: '/wt', base: null, reviewOnly: false }],
  ];
  for (const [args, env, place] of places)
    it(`name the place by ${JSON.stringify(args)} and ${JSON.stringify(env)}`, () =>
      assert.deepEqual(wishOf(args, env).place, place));

  it('count rounds and rebuttals, and say who plans', () => {
    const done = read([...least, '--max-loop', '3', '--max-rebut', '2', '--plan', '--planner', 'codex']);
    assert.ok(done.ok);
    assert.equal(done.value.wish.maxRounds, 3);
    assert.deepEqual(done.value.wish.steps, { plan: true, maxRebuttals: 2 });
    assert.equal(done.value.wish.planner, 'codex');
    assert.deepEqual(wishOf(['--plan-talk']).steps, { plan: true, planTalks: 2 });
    assert.deepEqual(wishOf([]).steps, {});
    assert.deepEqual(wishOf(['--max-rebut', '0']).steps, { maxRebuttals: 0 });
  });
});
