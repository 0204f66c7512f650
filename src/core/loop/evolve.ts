import { turnClock } from '../autoLoop/taskTime.ts';
import type { DomainEvent } from '../event.ts';
import type { GateResult } from '../gate/types.ts';
import type { Job } from '../job/types.ts';
import type { Phase, Run } from './types.ts';

/** A missing verdict is asked for once more, then a person is. */
export const triesPerReviewer = 2;

/** One run after one event. Events of other runs leave it as it is. */
export function evolveRun(run: Run, event: DomainEvent, at: string): Run {
  switch (event.type) {
    case 'runPrepared':
      return {
        ...run,
        base: event.base,
        branch: event.branch,
        checks: event.checks,
        checksFrom: event.checksFrom,
        ...(event.seed ? { seed: event.seed } : {}),
        ...(event.start === undefined ? {} : { start: event.start }),
        ...(event.sight ? { sight: { ...event.sight, round: 0 } } : {}),
        change: event.change ?? keptChange(run, event),
      };
    case 'reportsPromoted':
      return { ...run, promoted: event.promotion };
    case 'jobFoldersCleared':
      return {
        ...run,
        foldersCleared: true,
        jobs: run.jobs.map((job): Job => (event.cleared.includes(job.id) ? { ...job, cleared: true } : job)),
      };
    case 'sourceSighted':
      return { ...run, sight: { ...event.sight, round: event.round } };
    case 'claimsSet':
      return { ...run, claims: event.claims };
    case 'runAsked':
      return { ...run, phase: 'needs-you', resume: run.resume ?? run.phase, ask: event.ask };
    case 'retryPlanned':
      return {
        ...run,
        phase: 'retrying',
        resume: run.resume ?? run.phase,
        ask: { kind: 'problem', problem: event.why },
        retry: { nth: event.nth, untilAwake: event.untilAwake },
      };
    case 'runReadied':
      return {
        ...run,
        phase: 'retrying',
        resume: run.resume ?? run.phase,
        // Kept for whoever is asked again, should there never be a place; what was answered is not.
        ask: run.ask?.kind === 'problem' ? run.ask : null,
        retry: { nth: run.retry?.nth ?? 0, untilAwake: 0, by: 'person' },
      };
    case 'runStopped':
      return { ...run, phase: 'stopped', resume: run.resume ?? run.phase };
    case 'runContinued':
      return {
        ...run,
        phase: run.resume ?? run.phase,
        resume: null,
        ask: null,
        // What there is to review may be another thing by now.
        ...(run.sight ? { sight: { ...run.sight, round: 0 } } : {}),
        reviewTries: asksAgain(run.resume) ? run.reviewTries + triesPerReviewer : run.reviewTries,
        ...(event.by === 'loop' ? {} : forPerson(run)),
        ...(run.retry ? { retry: { nth: run.retry.nth, untilAwake: run.retry.untilAwake } } : {}),
        // Nothing is spent yet, so a problem of the preparation is looked at afresh: the queue may have been mended.
        base: run.resume === 'preparing' && run.ask?.kind === 'problem' && !run.change ? null : run.base,
      };
    case 'taskClockTurned':
      return turnClock(run, event.goes, event.awakeMs);
    case 'phaseEntered':
      return { ...run, phase: event.phase };
    case 'roundStarted':
      return {
        ...run,
        phase: 'implementing',
        resume: null,
        ask: null,
        round: event.round,
        attempt: 1,
        captured: null,
        faults: [],
        gate: null,
        reviewTries: triesPerReviewer,
        ...(event.untilAwake === undefined ? {} : { untilAwake: event.untilAwake }),
      };
    case 'attemptStarted':
      return { ...run, attempt: event.attempt, captured: null };
    case 'leaseClaimed':
      return { ...run, lease: event.lease.id };
    case 'leaseReleased':
    case 'leaseExpired':
    case 'leaseRecovered':
    case 'leaseTakenOver':
      return event.lease === run.lease ? { ...run, lease: null } : run;
    case 'jobDispatched':
      return { ...run, jobs: [...run.jobs, event.job] };
    case 'jobEnded':
      return {
        ...run,
        jobs: run.jobs.map((job): Job =>
          job.id === event.job
            ? {
                ...job,
                ended: {
                  at,
                  outcome: event.outcome,
                  ...(event.seal === undefined ? {} : { seal: event.seal }),
                  ...(event.awakeMs === undefined ? {} : { awakeMs: event.awakeMs }),
                },
              }
            : job,
        ),
      };
    case 'laneHeld':
      return {
        ...run,
        jobs: run.jobs.map((job): Job => (job.id === event.job ? { ...job, hold: event.hold } : job)),
      };
    case 'reportHandedIn':
      return {
        ...run,
        jobs: run.jobs.map((job): Job => (job.id === event.job ? { ...job, handedIn: { at, text: event.text } } : job)),
      };
    case 'proposalMade':
      return { ...run, proposed: event.proposal.verdict };
    case 'patchCaptured':
      return {
        ...run,
        captured: {
          tree: event.tree,
          patch: event.patch,
          files: event.files,
          ...(event.applied ? { applied: event.applied } : {}),
        },
      };
    case 'patchCommitted':
      return { ...run, change: event.change, captured: null };
    case 'verdictGiven':
      return {
        ...run,
        verdicts: [...run.verdicts, event.verdict],
        lowered: without(run.lowered, event.verdict.session),
      };
    case 'verdictMissing':
      return {
        ...run,
        jobs: run.jobs.map((job): Job => (job.id === event.job ? { ...job, noVerdict: event.problem } : job)),
      };
    case 'jobAnswered':
      return {
        ...run,
        jobs: run.jobs.map((job): Job => (job.id === event.job ? { ...job, answer: event.answer } : job)),
      };
    case 'reviewReopened':
      return { ...run, phase: 'reviewing', reviewTries: run.reviewTries + triesPerReviewer };
    case 'faultFound':
      return { ...run, faults: [...run.faults, event.problem] };
    case 'checksRecorded':
      return { ...run, results: [...run.results, ...event.results] };
    case 'resultMerged':
      return { ...run, merged: event.merged, overtaken: (run.overtaken ?? 0) + 1 };
    case 'mergeReopened':
      return { ...run, results: withoutFailed(run) };
    case 'gateOpened':
    case 'gateClosed':
      // Once it says how the merge came out, the base is not running ahead of it any more.
      return { ...run, gate: event.gate, ...(isMergeJudged(event.gate) ? { overtaken: 0 } : {}) };
    case 'returned': {
      // Whoever sends it back gives it its time anew.
      const { untilAwake: _, ...rest } = withoutLapsed(run);
      return {
        ...rest,
        phase: 'preparing',
        // What it was parked for is answered; kept, it would lead a later stop back to where it came from.
        resume: null,
        ask: null,
        gate: null,
        decision: null,
        ...(run.overtaken ? { overtaken: 0 } : {}),
        comments: [...run.comments, event.comments],
        base: event.rebase ? null : run.base,
      };
    }
    case 'approved':
      return {
        ...withoutLapsed(run),
        decision: {
          kind: 'approved',
          by: event.by,
          at,
          head: event.head,
          ...(event.landing ? { landing: event.landing } : {}),
          merged: false,
        },
      };
    case 'approvalLapsed':
      return {
        ...run,
        phase: 'waiting',
        decision: null,
        gate: null,
        ...(run.decision ? { lapsed: run.decision } : {}),
      };
    case 'abandoned':
      return {
        ...withoutLapsed(run),
        decision: { kind: 'abandoned', by: event.by, at, head: run.change?.head ?? '', merged: false },
      };
    case 'merged':
      return run.decision ? { ...withoutLapsed(run), decision: { ...run.decision, merged: true } } : run;
    case 'runEnded':
      return { ...run, phase: 'ended', resume: null, ask: null };
    default:
      return run;
  }
}

/** On another branch, or on one that somebody else moved, the work starts anew; what was there stays where it is. */
const keptChange = (run: Run, { branch, start }: Extract<DomainEvent, { type: 'runPrepared' }>): Run['change'] =>
  branch === run.branch && (start === undefined || start === run.start || start === run.change?.head)
    ? run.change
    : null;

const withoutLapsed = ({ lapsed: _lapsed, ...run }: Run): Run => run;

function without<T>(record: Readonly<Record<string, T>>, key: string): Readonly<Record<string, T>> {
  const { [key]: _, ...rest } = record;
  return rest;
}

/** Whether whoever has its turn in this phase may try anew when a person goes on. */
const asksAgain = (phase: Run['resume']): boolean => phase !== null && turnPhases.has(phase);

const turnPhases: ReadonlySet<Phase> = new Set([
  'planning',
  'plan-talk',
  'self-reviewing',
  'reviewing',
  'rebutting',
  'adjudicating',
  'arbitrating',
]);

/** What a person takes back who goes on: they have seen what was found, and what is found again stops the run again. */
const forPerson = (run: Run): Partial<Run> => ({
  ...(run.resume === 'reviewing' || run.resume === 'waiting' ? { results: withoutFailed(run) } : {}),
  ...(run.overtaken ? { overtaken: 0 } : {}),
  ...(asksAgain(run.resume) ? { faults: [] } : {}),
});

/** Checks that did not all pass are run once more when a person resumes: what kept them from it may be mended. */
const withoutFailed = ({ results, change, merged }: Run): Run['results'] => {
  const looked = [change?.head, merged?.made.kind === 'clean' ? merged.made.commit : undefined];
  const failed = new Set(
    results.filter(({ head, outcome }) => looked.includes(head) && outcome !== 'passed').map(({ head }) => head),
  );
  return failed.size > 0 ? results.filter(({ head }) => !failed.has(head)) : results;
};

const isMergeJudged = ({ rules }: GateResult): boolean =>
  rules.some(({ rule, outcome }) => rule === 'merged' && outcome !== 'pending');
