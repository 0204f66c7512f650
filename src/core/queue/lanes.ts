import { problem, type Problem } from '../../base/problem.ts';
import { phraseFinder } from '../claim/findPhrase.ts';
import { globMeeter, headOf, headsMeet } from '../lease/glob.ts';
import { classifier } from '../surface/classify.ts';
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

/** Tells which lane of the queue a task is in, and why. What nobody can tell is serial. Words and patterns are taken apart once. */
export function laneJudge({ serialWords, surfaces, loadBearing }: LaneRules): (task: Task) => LaneVerdict {
  const wordIn = phraseFinder(serialWords);
  const surfaceOf = classifier(surfaces, loadBearing);
  const widely = wideClaims(surfaces, loadBearing);
  return (task) => {
    if (task.status === 'review')
      return { lane: 'review-only', reason: problem('lane.review', 'Its status is review: it waits for a person.') };
    const word = wordIn(`${task.title}\n${task.body}`);
    if (word !== null) return serial(problem('lane.word', 'It speaks of {word}.', { word }));
    if (task.claims.length === 0) return serial(problem('lane.noClaims', 'It names no files.'));
    const touched = surfaceOf(task.claims).touched.find((rule) => rule.serial === true);
    if (touched) return serial(problem('lane.surface', 'It touches {surface}.', { surface: touched.surface }));
    const wide = task.claims.flatMap((claim) => widely(claim) ?? [])[0];
    if (wide) return serial(wide);
    return { lane: 'parallel-safe', reason: problem('lane.safe', 'Nothing speaks against it.') };
  };
}

const serial = (reason: Problem): LaneVerdict => ({ lane: 'serial-gated', reason });

const isWild = (claim: string): boolean => /[*?{}]|\/$/.test(claim);

/** Why a glob or a folder may hold serial files that it does not name; null where it holds none. */
function wideClaims(
  surfaces: readonly SurfaceRule[],
  loadBearing: readonly string[],
): (claim: string) => Problem | null {
  const rules = surfaces
    .filter((rule) => rule.serial === true)
    .map(({ surface, paths, loadBearing: bears }) => ({
      surface,
      places: [...paths, ...(bears === true ? loadBearing : [])].flatMap(placesOf),
    }));
  return (claim) => {
    if (/^[*?{]/.test(claim))
      return problem('lane.everything', 'Its claim {claim} may touch files everywhere.', { claim });
    if (!isWild(claim)) return null;
    const head = headOf(claim);
    const rule = rules.find(({ places }) => places.some((place) => headsMeet(place.head, head) && place.meets(claim)));
    return rule === undefined
      ? null
      : problem('lane.wide', 'Its claim {claim} holds files of {surface}.', { claim, surface: rule.surface });
  };
}

/** An entry that stands for files of a name anywhere says nothing of one folder; the others are looked for from the root. */
const placesOf = (entry: string): readonly Place[] => {
  if (entry.startsWith('**/') || (!entry.includes('/') && !isWild(entry))) return [];
  const glob = entry.replace(/\/$/, '/**');
  return [{ head: headOf(glob), meets: globMeeter(glob) }];
};

interface Place {
  readonly head: readonly string[];
  readonly meets: (claim: string) => boolean;
}
