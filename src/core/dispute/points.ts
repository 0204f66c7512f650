import type { Job } from '../job/types.ts';
import type { Run } from '../loop/types.ts';
import type { Verdict } from '../review/types.ts';
import type { Point, PointAnswer, PointWord } from './types.ts';

/** What a rejection is about, numbered through all verdicts. One that names no finding is a point as a whole. */
export function pointsOf(verdicts: readonly Verdict[], about: readonly string[]): readonly Point[] {
  const found = about.flatMap((job) => verdicts.find((verdict) => verdict.job === job) ?? []);
  return found
    .flatMap((verdict) =>
      (verdict.findings.length > 0 ? verdict.findings : [whole(verdict)]).map((finding) => ({ verdict, finding })),
    )
    .map((point, i) => ({ number: i + 1, ...point }));
}

const whole = ({ summary }: Verdict): Point['finding'] => ({ severity: 'blocker', text: summary });

/** Whether this and nothing else was said of a point. What argues needs a reason. */
export function isSaid(answers: readonly PointAnswer[], point: number, word: PointWord): boolean {
  const own = answers.filter((answer) => answer.point === point);
  return own.length > 0 && own.every((answer) => answer.word === word && (word !== 'rebutted' || answer.reason !== ''));
}

/** The points that a writer argues against; about all others it said nothing, or that they are right. */
export const rebuttedPoints = (run: Pick<Run, 'verdicts'>, rebuttal: Job): readonly Point[] =>
  pointsOf(run.verdicts, rebuttal.about ?? []).filter(({ number }) =>
    isSaid(rebuttal.answer?.points ?? [], number, 'rebutted'),
  );

/** Of the points that a writer argued against, those that their own reviewer did not take back. */
export function disputedPoints(run: Pick<Run, 'verdicts' | 'jobs'>, rebuttal: Job): readonly Point[] {
  const rulings = run.jobs.filter((job) => job.kind === 'adjudication' && job.about?.[0] === rebuttal.id);
  return rebuttedPoints(run, rebuttal).filter(
    ({ number, verdict }) =>
      !rulings.some((job) => job.about?.[1] === verdict.job && isSaid(job.answer?.points ?? [], number, 'withdrawn')),
  );
}

/** The rebuttal that an argument is, or that an arbitration is about. */
export const rebuttalOf = (run: Pick<Run, 'jobs'>, argument: Job): Job | undefined =>
  argument.kind === 'rebuttal' ? argument : run.jobs.find((job) => job.id === argument.about?.[0]);
