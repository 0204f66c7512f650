import { msBetween } from '../../base/clock.ts';
import type { ReportFacts } from './facts.ts';

const day = 24 * 60 * 60 * 1000;
const staleDays = 7;

/** How old each report is that exists; one that doesn't say so has no age, and nobody calls it stale. */
export const freshnessOf = ({ artifacts, at }: Pick<ReportFacts, 'artifacts' | 'at'>) =>
  artifacts
    .filter((one) => one.exists)
    .map(({ path, at: made }) => {
      const age = made === null ? null : Math.max(0, Math.floor(msBetween(made, at) / day));
      return { path, age_days: age, stale: age !== null && age > staleDays, current_output: made === at };
    });
