import { askNow } from '../core/lease/heldNow.ts';
import { standing } from '../core/review/standing.ts';
import { closedBy } from '../app/views/wayOut.ts';
import { commitOf, newestMerge } from '../core/merged/select.ts';
import type { Job } from '../core/job/types.ts';
import { usageOf } from '../app/views/usageWords.ts';
import type { Run } from '../core/loop/types.ts';
import type { State } from '../core/state.ts';
import { problemData } from '../base/problem.ts';
import type { Cli } from './cli.ts';
import { askProblem, openChecks } from './questions.ts';
import { nextCommands, papersOf } from './summary.ts';

const waitOf = (cli: Cli, state: State, run: Run) => {
  const ask = askNow(state, run);
  const why = ask ? askProblem(cli.self, run, ask) : closedBy(run);
  return why && problemData(why);
};

const laneData = (job: Job) => ({
  job: job.id,
  kind: job.kind,
  session: job.session,
  agent: job.agent,
  access: job.access,
  /** The weaker of its limits, and each; null is a limit that it doesn't have, or of which nothing is known. */
  hold: job.hold?.level ?? 'advisory',
  limits: { worktree: job.hold?.worktree ?? null, claim: job.hold?.claim ?? null },
  model: job.model,
  effort: job.effort,
  round: job.round,
  attempt: job.attempt,
  /** Null while it works. */
  outcome: job.ended?.outcome.kind ?? null,
  /** When a limit that it met is lifted. */
  until: job.ended?.outcome.kind === 'limited' ? job.ended.outcome.until : null,
  usage: usageOf(job),
});

const checksOn = (run: Run, commit: string | null | undefined) =>
  run.results
    .filter((result) => result.head === commit)
    .map(({ check, outcome, exitCode, durationMs }) => ({ check: check.line, outcome, exitCode, durationMs }));

function mergedData(run: Run) {
  const merge = newestMerge(run);
  return merge && { base: merge.base, head: merge.head, ...merge.made, checks: checksOn(run, commitOf(merge)) };
}

/** A run for programs: the same facts as its summary, in English and without decoration. */
export const runData = (cli: Cli, controlRoot: string, state: State, run: Run) => ({
  run: run.id,
  task: run.task.id,
  title: run.task.title,
  phase: run.phase,
  round: run.round,
  branch: run.branch,
  base: run.base,
  head: run.change?.head ?? null,
  files: run.change?.files ?? [],
  lanes: run.jobs.map(laneData),
  verdicts: standing(run.verdicts)
    .filter((verdict) => verdict.identity.head === run.change?.head)
    .map(({ role, session, agent, word, findings }) => ({ role, session, agent, verdict: word, findings })),
  checks: checksOn(run, run.change?.head),
  /** Where the base moved: what the head makes of it, and the checks on that. */
  merged: mergedData(run),
  gate: run.gate && {
    open: run.gate.open,
    rules: run.gate.rules.map((rule) => ({ ...rule, missing: rule.missing.map(problemData) })),
  },
  waits: waitOf(cli, state, run),
  openChecks: openChecks(run).map(({ hash, check }) => ({ hash, argv: check.argv })),
  decision: run.decision,
  papers: papersOf(controlRoot, run),
  next: nextCommands(cli, controlRoot, state, run),
});
