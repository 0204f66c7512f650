import type { PointAnswer, PointWord } from '../../src/core/dispute/types.ts';
import type { Effect } from '../../src/core/effect.ts';
import type { Job } from '../../src/core/job/types.ts';
import type { LoopSteps } from '../../src/core/loop/options.ts';
import type { LoopOptions } from '../../src/core/loop/types.ts';
import type { Outcome } from '../../src/core/outcome.ts';
import type { Finding, VerdictWord } from '../../src/core/review/types.ts';
import { withPlanner } from '../../src/core/topology/planner.ts';
import { fourRole } from '../../src/core/topology/presets.ts';
import { CoreWorld, fileOf } from './core.ts';

/** A run with every step that there is. */
export const allSteps: Partial<LoopSteps> = { plan: true, planTalks: 1, selfReview: true, maxRebuttals: 1 };

export const plannedTeam: Partial<LoopOptions> = {
  topology: withPlanner(fourRole),
  agents: { implementer: 'codex', reviewer: 'claude', 'ci-eval-auditor': 'claude', planner: 'claude' },
};

interface Said {
  readonly word?: VerdictWord | null;
  readonly text?: string;
  readonly findings?: readonly Finding[];
  readonly points?: readonly PointAnswer[];
}

/** A lane that ended with a report which says this. */
export const says = ({ word = 'pass', text = 'Said.', findings = [], points = [] }: Said): Outcome => ({
  kind: 'runLane',
  outcome: { kind: 'report', text },
  review: { word, problem: null, summary: text, findings, points, integrityFault: false },
});

export const point = (number: number, word: PointWord, reason = 'Because.'): PointAnswer => ({
  point: number,
  word,
  reason,
});

export const finding = (severity: Finding['severity'], text = 'Bad.'): Finding => ({ severity, file: 'a.ts', text });

/** How a job's lane ends; undefined is well. */
export type Script = (job: Job, world: CoreWorld) => Outcome | undefined;

export const jobOf = (world: CoreWorld, effect: Effect): Job | undefined =>
  effect.kind === 'runLane' ? world.run().jobs.find((job) => job.id === effect.job) : undefined;

/** Settles one effect as a script says. Every round's commit has a tree of its own. */
export function settleBy(world: CoreWorld, effect: Effect, script: Script): void {
  const job = jobOf(world, effect);
  if (effect.kind === 'capturePatch') {
    const files = [fileOf(world.run().claims[0] ?? '')];
    const { round, attempt } = world.run();
    const tree = `tree ${round}.${attempt}`;
    world.settle(effect, { kind: 'capturePatch', tree, patch: tree, roundFiles: files, files, faults: [] });
  } else world.settle(effect, job ? script(job, world) : undefined);
}

/** Plays a run as a script says until nothing is open any more. */
export function play(world: CoreWorld, script: Script): CoreWorld {
  for (let n = 0; n < 500; n++) {
    const [next] = world.open();
    if (!next) return world;
    settleBy(world, next, script);
  }
  throw new Error('effects without end');
}

/** A run with a planner and these steps, played as a script says. */
export const playSteps = (steps: Partial<LoopSteps>, script: Script, changes: Partial<LoopOptions> = {}): CoreWorld =>
  play(new CoreWorld().start(undefined, { ...plannedTeam, steps, ...changes }), script);

/** What was handed out, in order: kind and round, of reviewers with their seat. */
export const handedOut = (world: CoreWorld): readonly string[] =>
  world.run().jobs.map(({ kind, session, round }) => (kind === 'review' ? `${session} ${round}` : `${kind} ${round}`));

/** Where a run stands, and what it asks. */
export const standing = (world: CoreWorld): string => {
  const { phase, gate, ask, round } = world.run();
  const why = ask?.kind === 'problem' ? ` ${ask.problem.code}` : '';
  return `${phase} ${gate?.open === true ? 'open' : 'closed'} in ${round}${why}`;
};
