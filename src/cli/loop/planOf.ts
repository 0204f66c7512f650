import type { LoopWish } from '../../app/loop/loopWish.ts';
import { problem, type Problem } from '../../base/problem.ts';
import { ok, err, type Result } from '../../base/result.ts';
import type { Call } from '../verb.ts';
import { readSteps } from './readSteps.ts';

/** Which steps around the work a person switched on, and who plans. */
export function planOf(call: Call): Result<Pick<LoopWish, 'steps' | 'planner'>, Problem> {
  const planner = call.text('planner');
  if (planner !== null && !call.flag('plan')) return err(plannerAlone);
  const steps = readSteps(call);
  return steps.ok ? ok({ planner, steps: steps.value }) : steps;
}

const plannerAlone: Problem = problem(
  'loop.plannerAlone',
  '--planner needs --plan: without a plan there is nobody to plan.',
);
