import { problem, type Problem } from '../../base/problem.ts';

/** Why a writer without a sandbox is not started before a person allowed it. */
export const writeNeedsPermission = (agent: string): Problem =>
  problem(
    'lane.needsFullAccess',
    '{agent} has no sandbox, so it may only write with your permission. Allow it full access in the settings, or choose another agent as the writer.',
    { agent },
  );
