import { problem, type Problem } from '../../base/problem.ts';
import { findPhrase } from '../claim/findPhrase.ts';
import { meet } from '../lease/glob.ts';
import { classify } from '../surface/classify.ts';
import type { SurfaceRule } from '../surface/types.ts';
import type { Task } from '../task/types.ts';

/** Beside what a task may be worked on: anything, nothing that is serial as well, or not at all, since it is in review. */
export type QueueLane = 'parallel-safe' | 'review-only' | 'serial-gated';

export interface LaneRules {
  /** Phrases that make a task serial wherever its title or body has one as words of its own. */
  readonly serialWords: readonly string[];
  readonly surfaces: readonly SurfaceRule[];
  readonly loadBearing: readonly string[];
}

export interface LaneVerdict {
  readonly lane: QueueLane;
  readonly reason: Problem;
}

/** Which lane of the queue a task is in, and why. What nobody can tell is serial. */
export function queueLane(task: Task, { serialWords, surfaces, loadBearing }: LaneRules): LaneVerdict {
  if (task.status === 'review')
    return { lane: 'review-only', reason: problem('lane.review', 'Its status is review: it waits for a person.') };
  const word = findPhrase(`${task.title}\n${task.body}`, serialWords);
  if (word !== null) return serial(problem('lane.word', 'It speaks of {word}.', { word }));
  if (task.claims.length === 0) return serial(problem('lane.noClaims', 'It names no files.'));
  const touched = classify(task.claims, surfaces, loadBearing).touched.find((rule) => rule.serial === true);
  if (touched) return serial(problem('lane.surface', 'It touches {surface}.', { surface: touched.surface }));
  const wide = task.claims.flatMap((claim) => {
    const why = widely(claim, surfaces, loadBearing);
    return why === null ? [] : [why];
  })[0];
  if (wide) return serial(wide);
  return { lane: 'parallel-safe', reason: problem('lane.safe', 'Nothing speaks against it.') };
}

const serial = (reason: Problem): LaneVerdict => ({ lane: 'serial-gated', reason });

const isWild = (claim: string): boolean => /[*?{}]|\/$/.test(claim);

/** Why a glob or a folder may hold serial files that it does not name; null where it holds none. */
function widely(claim: string, surfaces: readonly SurfaceRule[], loadBearing: readonly string[]): Problem | null {
  if (/^[*?{]/.test(claim))
    return problem('lane.everything', 'Its claim {claim} may touch files everywhere.', { claim });
  if (!isWild(claim)) return null;
  const rule = surfaces.find(
    ({ serial: isSerial, paths, loadBearing: bears }) =>
      isSerial === true && [...paths, ...(bears === true ? loadBearing : [])].some((path) => holds(claim, path)),
  );
  return rule === undefined
    ? null
    : problem('lane.wide', 'Its claim {claim} holds files of {surface}.', { claim, surface: rule.surface });
}

/** An entry that stands for files of a name anywhere says nothing of one folder; the others are looked for from the root. */
const holds = (claim: string, entry: string): boolean =>
  entry.startsWith('**/') || (!entry.includes('/') && !isWild(entry))
    ? false
    : meet(claim, entry.replace(/\/$/, '/**'));
