import type { Job } from '../job/types.ts';
import type { Run } from '../loop/types.ts';
import type { ReviewReport } from '../outcome.ts';
import { counting, reaches, recomputed } from '../review/recompute.ts';
import { standingOf } from '../review/standing.ts';
import type { Finding, Verdict, VerdictWord } from '../review/types.ts';
import { disputedPoints, isSaid, pointsOf, rebuttalOf, rebuttedPoints } from './points.ts';

/**
 * What a reviewer's ruling makes of its earlier verdict: a new one in its place, by the same seat on the same commit. It
 * passes only if it says so, every point that was argued about is taken back and nothing grave is left, neither new nor
 * of what the writer did not argue against, which is to be repaired; what it left unsaid is upheld. Null when it says nothing of a verdict that there is.
 */
export function adjudicate(
  run: Pick<Run, 'verdicts' | 'jobs'>,
  job: Job,
  { word, findings, points = [] }: Pick<ReviewReport, 'word' | 'findings' | 'points'>,
): (Pick<Verdict, 'word' | 'findings'> & { readonly replaces: string }) | null {
  const [source, judged = ''] = job.about ?? [];
  const argument = run.jobs.find((one) => one.id === source);
  const rebuttal = argument && rebuttalOf(run, argument);
  const before = standingOf(run.verdicts, judged);
  if (!rebuttal || !before || before.session !== job.session || word === null) return null;
  const own = pointsOf(run.verdicts, rebuttal.about ?? []).filter(({ verdict }) => verdict.job === judged);
  const argued = disputedPoints(run, rebuttal).filter(({ verdict }) => verdict.job === judged);
  const isArgued = (number: number): boolean => argued.some((point) => point.number === number);
  // What it took back before needs no second word; what nobody argued against can't be taken back.
  const gone = rebuttedPoints(run, rebuttal).filter(({ number }) => !isArgued(number));
  const withdrawn = (number: number): boolean =>
    gone.some((point) => point.number === number) || (isArgued(number) && isSaid(points, number, 'withdrawn'));
  const upheld = own.filter(({ number }) => !withdrawn(number)).map(({ finding }) => finding);
  const left: readonly Finding[] = [...upheld, ...findings];
  const isCleared =
    argued.every(({ number }) => withdrawn(number)) && !counting(upheld).some((finding) => reaches(finding, 'major'));
  const said: VerdictWord = isCleared ? word : 'not-pass';
  return { word: recomputed(said, left), findings: left, replaces: before.job };
}
