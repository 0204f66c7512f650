import type { Job } from '../job/types.ts';
import type { Run } from '../loop/types.ts';
import { disputedPoints, isSaid } from './points.ts';

/**
 * What the planner made of the points that a reviewer upheld: `overruled` only when it took every one of them back and
 * says so in its verdict; whatever is missing is upheld.
 */
export function rulingsOf(run: Pick<Run, 'verdicts' | 'jobs'>, arbitration: Job): 'upheld' | 'overruled' {
  const rebuttal = run.jobs.find((job) => job.id === arbitration.about?.[0]);
  if (!rebuttal || arbitration.answer?.word !== 'pass') return 'upheld';
  const said = arbitration.answer.points;
  return disputedPoints(run, rebuttal).every(({ number }) => isSaid(said, number, 'withdrawn'))
    ? 'overruled'
    : 'upheld';
}
