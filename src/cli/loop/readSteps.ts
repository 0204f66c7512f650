import type { LoopSteps } from '../../core/loop/options.ts';
import type { Problem } from '../../base/problem.ts';
import { ok, type Result } from '../../base/result.ts';
import type { Call, OptionSpec } from '../verb.ts';
import { countOf } from './countOf.ts';

/** The options of steps around the work, for every verb that starts a loop. */
export const stepOptions = {
  plan: { kind: 'flag', value: '', summary: 'Plan before anything is written' },
  'plan-talk': { kind: 'flag', value: '', summary: 'Plan in a dialogue of planner and creator' },
  'self-review': { kind: 'flag', value: '', summary: 'Let the creator look at its own work before anybody else does' },
  'max-rebut': { kind: 'text', value: 'N', summary: 'Rebuttals in each round at most' },
} as const satisfies Readonly<Record<string, OptionSpec>>;

/** Answers of the creator in a dialogue about the plan, where nothing else says how many. */
const usualTalks = 2;

/** Which steps around the work a person switched on; what is not named is left to the settings. */
export function readSteps(call: Call): Result<Partial<LoopSteps>, Problem> {
  const rebuttals = countOf(call, 'max-rebut', 0);
  if (!rebuttals.ok) return rebuttals;
  const talks = call.flag('plan-talk');
  return ok({
    ...(talks || call.flag('plan') ? { plan: true } : {}),
    ...(talks ? { planTalks: usualTalks } : {}),
    ...(call.flag('self-review') ? { selfReview: true } : {}),
    ...(rebuttals.value === null ? {} : { maxRebuttals: rebuttals.value }),
  });
}
