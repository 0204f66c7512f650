import type { LoopSteps } from '../core/loop/options.ts';
import { withLenses } from '../core/review/lenses.ts';
import { withPlanner } from '../core/topology/planner.ts';
import type { Topology } from '../core/topology/types.ts';
import type { Settings } from '../protocol/settings.ts';

const minute = 60_000;

/** Which steps a loop has beside work and review: by the settings, and over them what its start asks for. */
export const loopSteps = (settings: Settings, asked: Partial<LoopSteps> = {}): LoopSteps => ({
  plan: settings['mam.loop.plan'],
  planTalks: settings['mam.loop.planTalks'],
  selfReview: settings['mam.loop.selfReview'],
  maxRebuttals: settings['mam.loop.maxRebuttals'],
  maxMs: settings['mam.loop.maxMinutes'] * minute,
  floors: settings['mam.loop.severityFloors'],
  protectTests: settings['mam.review.protectTests'],
  ...asked,
});

/** The seats of a loop: those of the topology, a planner where there is something to plan or to rule on, and the lenses. */
export const loopSeats = (topology: Topology, settings: Settings, { plan, maxRebuttals }: LoopSteps): Topology =>
  withLenses(plan || maxRebuttals > 0 ? withPlanner(topology) : topology, settings['mam.review.lenses']);

/** The steps as the log keeps them: only those that are other than without options. */
export const namedSteps = (steps: LoopSteps): { readonly steps?: Partial<LoopSteps> } => {
  const { plan, planTalks, selfReview, maxRebuttals, maxMs, floors, protectTests } = steps;
  const named: Partial<LoopSteps> = {
    ...(plan ? { plan } : {}),
    ...(planTalks > 0 ? { planTalks } : {}),
    ...(selfReview ? { selfReview } : {}),
    ...(maxRebuttals > 0 ? { maxRebuttals } : {}),
    ...(maxMs > 0 ? { maxMs } : {}),
    ...(floors.length > 0 ? { floors } : {}),
    ...(protectTests ? { protectTests } : {}),
  };
  return Object.keys(named).length > 0 ? { steps: named } : {};
};
