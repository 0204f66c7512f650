import { isAbsolute, resolve } from 'node:path';
import type { LoopWish } from '../../app/loop/loopWish.ts';
import { ownReview } from '../../app/loop/namedLoop.ts';
import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { needsShell, parseCheck } from '../../core/evidence/checks.ts';
import { isTaskId } from '../../core/task/taskId.ts';
import type { Environment } from '../cli.ts';
import { splitList } from '../questions.ts';
import type { Call } from '../verb.ts';
import { countOf } from './countOf.ts';
import { planOf } from './planOf.ts';

/** What `mam loop` was called with, once nothing in it contradicts itself. */
export interface LoopCall {
  readonly wish: LoopWish;
  /** What was given and doesn't count. */
  readonly warnings: readonly Problem[];
}

/** Reads the options of `mam loop`. Every refusal here comes before a repository is opened or a lock is taken. */
export function readLoop(call: Call, env: Environment, cwd: string): Result<LoopCall, Problem> {
  if (env['MAM_LOOP_PY'] === '0') return err(noOlderEngine);
  if (call.text('target-agent') !== null) return err(targetAgentGone);
  const [creator, task] = [call.text('creator')?.trim(), call.text('task')?.trim()];
  if (!creator) return err(missing('--creator'));
  if (!task) return err(missing('--task'));
  const plan = planOf(call);
  if (!plan.ok) return plan;
  const place = placeOf(call, env, cwd, plan.value.steps.plan === true);
  if (!place.ok) return place;
  const maxRounds = countOf(call, 'max-loop', 1);
  if (!maxRounds.ok) return maxRounds;
  const checks = call.texts('check');
  const impossible = checks.map(parseCheck).find(({ argv }) => argv.length === 0);
  if (impossible) return err(needsShell(impossible));
  const named = [...new Set(call.texts('reviewer').flatMap(splitList))];
  const isAll = call.flag('all-reviewer');
  if (!isAll && named.includes(creator)) return err(ownReview(creator));
  return ok({
    wish: {
      task: isTaskId(task) ? task : { title: titleOf(task), body: task, checks },
      creator,
      reviewers: isAll ? 'all' : named.length > 0 ? named : null,
      place: place.value,
      claims: call.texts('claims').flatMap(splitList),
      maxRounds: maxRounds.value,
      ...plan.value,
    },
    warnings: isAll && named.length > 0 ? [reviewersIgnored(named)] : [],
  });
}

/** The command line counts before the environment; a base is never read from there, where an old one would widen the review unnoticed. */
function placeOf(call: Call, env: Environment, cwd: string, plans: boolean): Result<LoopWish['place'], Problem> {
  const reviewOnly = call.flag('review-only');
  const [asked, base] = [call.text('worktree'), call.text('base')];
  if (asked?.trim() === '' || base?.trim() === '') return err(empty(asked?.trim() === '' ? '--worktree' : '--base'));
  if (reviewOnly && base === null) return err(baseMissing);
  if (reviewOnly && plans) return err(planRefused);
  const worktree = asked ?? (env['MAM_LOOP_WORKTREE'] || null);
  if (worktree === null && base === null) return ok(null);
  const path = worktree === null ? null : isAbsolute(worktree) ? worktree : resolve(cwd, worktree);
  return ok({ path, base, reviewOnly });
}

/** The first line that says something, short enough for the title of a commit. */
const titleOf = (text: string): string => {
  const [line = ''] = text.split('\n').filter((one) => one.trim() !== '');
  return line.trim().length > 72 ? `${line.trim().slice(0, 71)}…` : line.trim();
};

const missing = (what: string): Problem =>
  problem('cli.argumentMissing', 'mam {verb} needs {what}. See mam {verb} --help.', { verb: 'loop', what });

const empty = (option: string): Problem =>
  problem('loop.emptyOption', '{option} is empty. Name what is meant, or leave it out.', { option });

const noOlderEngine: Problem = problem(
  'loop.noOlderEngine',
  'MAM_LOOP_PY=0 asks for an older loop, and there is only one. Leave the variable out.',
);

const targetAgentGone: Problem = problem(
  'loop.targetAgentGone',
  '--target-agent is gone. Say who writes with --creator and who reviews with --reviewer.',
);

const baseMissing: Problem = problem(
  'loop.baseMissing',
  '--review-only needs --base: the commit that the branch was at before the work began.',
);

const planRefused: Problem = problem(
  'loop.planRefused',
  '--review-only judges work that is done, so there is nothing to plan. Leave --plan out.',
);

const reviewersIgnored = (named: readonly string[]): Problem =>
  problem('loop.reviewersIgnored', '--all-reviewer counts, so --reviewer {named} is not looked at.', {
    named: named.join(','),
  });
