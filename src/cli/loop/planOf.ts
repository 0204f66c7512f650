import type { LoopWish } from '../../app/loop/loopWish.ts';
import { problem, type Problem } from '../../base/problem.ts';
import { ok, err, type Result } from '../../base/result.ts';
import type { Call } from '../verb.ts';
import { countOf } from './countOf.ts';

/** Answers of the creator in a dialogue about the plan, where nothing else says how many. */
const usualTalks = 2;

/** Which steps around the work a person switched on, and who plans. */
export function planOf(call: Call): Result<Pick<LoopWish, 'steps' | 'planner'>, Problem> {
  const planner = call.text('planner');
  if (planner !== null && !call.flag('plan')) return err(plannerAlone);
  const rebuttals = countOf(call, 'max-rebut', 0);
  if (!rebuttals.ok) return rebuttals;
  const talks = call.flag('plan-talk');
  return ok({
    planner,
    steps: {
      ...(talks || call.flag('plan') ? { plan: true } : {}),
      ...(talks ? { planTalks: usualTalks } : {}),
      ...(rebuttals.value === null ? {} : { maxRebuttals: rebuttals.value }),
    },
  });
}

const plannerAlone: Problem = problem(
  'loop.plannerAlone',
  '--planner needs --plan: without a plan there is nobody to plan.',
);
