import type { DashboardTab } from '../../src/protocol/dashboardParts.ts';

/** The tabs in the order in which they stand. */
export const tabOrder = [
  'board',
  'gate',
  'radar',
  'usage',
  'autotune',
  'timeline',
] as const satisfies readonly DashboardTab[];
