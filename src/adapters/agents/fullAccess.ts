import { problem, type Problem } from '../../base/problem.ts';

/** Why a lane is not started before a person allowed it whose agent nothing is known to keep from writing. */
export const anyNeedsPermission = (agent: string): Problem =>
  problem(
    'lane.needsFullAccess',
    'Nothing is known to keep {agent} from writing, so it may only work with your permission, also as a reader. Allow it full access in the settings, or choose another agent.',
    { agent },
  );

/** Why a writer without a sandbox is not started before a person allowed it. */
export const writeNeedsPermission = (agent: string): Problem =>
  problem(
    'lane.needsFullAccess',
    '{agent} has no sandbox, so it may only write with your permission. Allow it full access in the settings, or choose another agent as the writer.',
    { agent },
  );
