import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { endedInTime } from '../../core/autoLoop/timeLeft.ts';
import type { Job, LaneOutcome } from '../../core/job/types.ts';
import { redactProblem } from '../../core/privacy/redactProblem.ts';
import { redactSecrets } from '../../core/privacy/secrets.ts';
import { portVariables } from '../../core/worktree/ports.ts';
import { composeBrief, type EmbeddedDiff } from '../brief.ts';
import { findJob } from '../findRun.ts';
import type { LaneSpec } from '../ports/agents.ts';
import { awaitReport } from './awaitReport.ts';
import type { EffectContext, Handler } from './handler.ts';
import { laneTerms } from './laneTerms.ts';
import { readReview, reportLimit } from './readReview.ts';

/** Characters of a diff that a reviewer's brief holds; the rest is in its checkout. */
const diffLimit = 60_000;
const overlap = 4096;

/** Runs a job's lane, or joins it again, and reads what it handed in. */
export const runLane: Handler<'runLane'> = async (effect, context, signal) => {
  const job = findJob(context.state(), effect.job);
  if (!job)
    return { kind: 'failed', problem: problem('job.unknown', 'The job {job} is not in the log.', { job: effect.job }) };
  const worktree = context.state().worktrees[job.worktree];
  if (!worktree)
    return {
      kind: 'failed',
      problem: problem(
        'worktree.gone',
        'The worktree {worktree} is gone before its work was taken over. Resume to let the writer try again.',
        { worktree: job.worktree },
      ),
    };
  const folder = `${context.places.jobs}/${job.id}`;
  const terms = laneTerms(context.state(), job, context.awakeMs());
  if (!terms)
    return { kind: 'failed', problem: problem('job.unknown', 'The job {job} is not in the log.', { job: effect.job }) };
  const { base, claims, byPerson, ...limits } = terms;
  const brief = composeBrief(context.state(), job, await diffFor(job, base, context), speaksBy(job, byPerson, context));
  const spec: LaneSpec = {
    id: job.id,
    agent: job.agent,
    model: job.model,
    effort: job.effort,
    access: job.access,
    cwd: worktree.path,
    brief,
    folder,
    ...limits,
    env: { ...laneEnv(job, context), ...portVariables(worktree.ports) },
    ...(job.access === 'write' ? { policy: { claims, controlRoot: context.places.controlRoot } } : {}),
  };
  const isolated = await context.git.proveIsolation(worktree.path);
  if (!isolated.ok) {
    // Joined after a crash, the lane may still run where it must not: an aborted run ends it and starts none.
    if (!byPerson) await context.lanes.run(spec, AbortSignal.abort(), () => undefined);
    await context.watch.look();
    return { kind: 'failed', problem: isolated.error };
  }
  const untouched = await startsAtHead(job, worktree.path, `${folder}/brief.md`, context);
  if (!untouched.ok) return { kind: 'failed', problem: untouched.error };
  const written = await context.files.write(`${folder}/brief.md`, brief);
  if (!written.ok) return { kind: 'failed', problem: written.error };
  const unseen = byPerson ? null : await context.watch.begin();
  if (unseen) {
    await context.lanes.run(spec, AbortSignal.abort(), () => undefined);
    return { kind: 'failed', problem: unseen };
  }
  const outcome = byPerson
    ? await awaitReport(job.id, folder, context, signal)
    : await runProgram(job.id, spec, context, signal);
  const { redact } = context.privacy();
  const { runs, loops } = context.state();
  const clean = withoutPrivate(
    endedInTime(loops[runs[job.run]?.loop ?? ''], context.awakeMs(), job.agent, outcome),
    redact,
  );
  if (clean.kind === 'report') await context.files.write(`${folder}/report.md`, clean.text);
  const promotes = context.state().runs[job.run]?.options.promotes === true;
  const whole = promotes && clean.kind === 'report' ? { whole: await context.store.putBlob(clean.text) } : {};
  return {
    kind: 'runLane',
    outcome: { ...shorten(clean), ...whole },
    ...(await sealOf(folder, promotes && !byPerson, context)),
    review:
      job.access === 'read'
        ? await readReview(job, outcome, { path: worktree.path, which: judgedPart(limits) }, context)
        : null,
  };
};

/** By what its folder is known again before it is taken away. What a person handed in beside is theirs, and never is. */
async function sealOf(folder: string, wanted: boolean, { files }: EffectContext): Promise<{ readonly seal?: string }> {
  const seal = wanted ? await files.sealFolder(folder) : null;
  return seal === null ? {} : { seal };
}

/** Where a writer finds the command by which it may speak. A reader runs only what looks, and a person hands in a report. */
const speaksBy = ({ access }: Job, byPerson: boolean, { laneEnv: given }: EffectContext): string | null =>
  access === 'write' && !byPerson ? (given['MAM_BIN'] ?? null) : null;

/** What its agent needs to find its own job, and to speak for it. */
const laneEnv = (job: Job, { laneEnv: given, keys, places }: EffectContext): Readonly<Record<string, string>> => ({
  ...given,
  MAM_JOB: job.id,
  MAM_ATTEMPT: String(job.attempt),
  MAM_TOKEN: keys.jobToken(job.id, job.attempt),
  MAM_CONTROL_ROOT: places.controlRoot,
});

async function runProgram(
  job: string,
  spec: LaneSpec,
  context: EffectContext,
  signal: AbortSignal,
): Promise<LaneOutcome> {
  let signs = Promise.resolve();
  const outcome = await context.lanes.run(
    spec,
    signal,
    (progress) => context.onProgress(job, redactSecrets(progress.text), progress.quiet ?? false),
    (sign) => {
      signs = signs.then(() => context.onSign(job, sign));
    },
  );
  // What is known of an open job only can't be recorded any more once it has ended.
  await signs;
  // Before its end is recorded, so that no gate opens on what nobody has looked at yet.
  await context.watch.look();
  return outcome;
}

/** What a reader may leave behind: where it may run things, what they build is none of its changes. */
const judgedPart = ({ mayRun }: Pick<LaneSpec, 'mayRun'>): 'tracked' | undefined => (mayRun ? 'tracked' : undefined);

/**
 * Whether a reader starts at exactly the tree that it is to judge. One that is joined again after a crash has started
 * already: what it changed since then shows at its end.
 */
async function startsAtHead(
  job: Job,
  path: string,
  brief: string,
  { git, files }: EffectContext,
): Promise<Result<undefined, Problem>> {
  if (!job.identity) return ok(undefined);
  const begun = await files.read(brief);
  if (!begun.ok) return begun;
  if (begun.value !== null) return ok(undefined);
  const tree = await git.snapshotTree(path);
  if (!tree.ok) return tree;
  return tree.value === job.identity.tree
    ? ok(undefined)
    : err(
        problem(
          'review.notAtHead',
          'The checkout of {role} is not at the commit that it is to judge, so it was not started. Resume to try it in a fresh one.',
          { role: job.role },
        ),
      );
}

async function diffFor(
  job: Job,
  base: string | null,
  { git }: Pick<EffectContext, 'git'>,
): Promise<EmbeddedDiff | null> {
  if (!job.identity || base === null) return null;
  // Asked for a little more, so that no part of a secret stands where the diff is cut.
  const diff = await git.diff(base, job.identity.head, 4 * diffLimit + overlap);
  if (!diff.ok) return { text: '', cut: true };
  const text = redactSecrets(diff.value.text);
  return { text: text.slice(0, diffLimit), cut: diff.value.cut || text.length > diffLimit };
}

const withoutPrivate = (outcome: LaneOutcome, redact: (text: string) => string): LaneOutcome =>
  outcome.kind === 'report'
    ? { ...outcome, text: redact(outcome.text) }
    : { ...outcome, problem: redactProblem(outcome.problem, redact) };

const shorten = (outcome: LaneOutcome): LaneOutcome =>
  outcome.kind === 'report' && outcome.text.length > reportLimit
    ? { ...outcome, text: `${outcome.text.slice(0, reportLimit)}\n[cut]` }
    : outcome;
