import type { Problem } from '../../base/problem.ts';
import type { TickScene } from './scene.ts';

/** What one rule has to say. Evidence is told in the same form as a problem, so that it is translated like one. */
export interface TickFindings {
  readonly blockers: readonly Problem[];
  readonly warnings: readonly Problem[];
  readonly evidence: readonly Problem[];
}

/** One concern of a tick. Adding one = a file in `rules/`, a line in its index, rows in its table test. */
export type TickRule = (scene: TickScene) => Partial<TickFindings>;

/** What stops a tick that ships, and only warns one that doesn't. */
export const whenExecuting = ({ facts }: TickScene, found: readonly Problem[]): Partial<TickFindings> =>
  facts.execute ? { blockers: found } : { warnings: found };
