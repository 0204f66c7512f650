import { problem, type Problem } from '../../base/problem.ts';
import { settleAgentSession } from '../agentSession/settle.ts';
import { settleBatch } from '../batch/settle.ts';
import type { Context } from '../context.ts';
import { settleDelivery } from '../delegation/settle.ts';
import type { Effect } from '../effect.ts';
import type { DomainEvent } from '../event.ts';
import { settleInspection, settleRescue } from '../lease/recover.ts';
import type { Outcome } from '../outcome.ts';
import { releaseShipped } from '../ship/releaseShipped.ts';
import { shipEnded, shipLost } from '../ship/settle.ts';
import type { State } from '../state.ts';
import { captured } from './captured.ts';
import { promoted } from './promote.ts';
import { preparedRef, preparedSource } from './preparedSource.ts';
import { lapse, lapsed, resultMerged } from '../merged/settle.ts';
import { settleTeam } from '../team/settle.ts';
import { parks } from './parks.ts';
import { stepsOf } from './options.ts';
import { settleTurn } from './settleTurn.ts';
import type { Run } from './types.ts';

/** What an effect's outcome means. A late or repeated outcome means nothing: its effect is no longer open. */
export function settleEffect(state: State, id: string, outcome: Outcome, context: Context): readonly DomainEvent[] {
  const open = state.effects[id];
  if (!open) return [];
  const { effect } = open;
  const run = effect.run === null ? undefined : state.runs[effect.run];
  const settled: DomainEvent = {
    type: 'effectSettled',
    effect: id,
    problem: outcome.kind === 'failed' ? outcome.problem : null,
    ...(outcome.kind === 'editQueue' && outcome.wasThere ? { wasThere: true } : {}),
  };
  const team = effect.run === null ? undefined : state.teams[effect.run];
  if (team) return [settled, ...settleTeam(state, team, effect, outcome, context)];
  if (effect.kind === 'deliverPrompt') return [settled, ...settleDelivery(state, effect, outcome)];
  if (effect.kind === 'startSession' || effect.kind === 'stopSession')
    return [settled, ...settleAgentSession(state, effect, outcome)];
  if (outcome.kind === 'failed') return [settled, ...failed(state, effect, run, outcome.problem, context)];
  if (outcome.kind !== effect.kind) {
    return [
      settled,
      ...failed(
        state,
        effect,
        run,
        problem('effect.mismatch', 'The outcome of {effect} is of another kind. Resume to try it again.', {
          effect: id,
        }),
        context,
      ),
    ];
  }
  return [settled, ...succeeded(state, effect, outcome, run, context)];
}

function failed(
  state: State,
  effect: Effect,
  run: Run | undefined,
  reason: Problem,
  { awakeMs }: Context,
): readonly DomainEvent[] {
  const about: DomainEvent[] = [];
  if (effect.kind === 'createWorktree')
    about.push({ type: 'worktreeChanged', worktree: effect.worktree, state: 'failed' });
  // One that a person asked for is as it was: they read why, and ask again.
  if (effect.kind === 'removeWorktree')
    about.push({
      type: 'worktreeChanged',
      worktree: effect.worktree,
      state: effect.wasReady === true ? 'ready' : 'failed',
    });
  if (effect.kind === 'runLane')
    about.push({ type: 'jobEnded', job: effect.job, outcome: { kind: 'failed', problem: reason }, awakeMs });
  const batch = effect.run === null ? undefined : state.batches[effect.run];
  if (batch && effect.kind !== 'removeWorktree' && batch.blockers.length === 0)
    about.push({ type: 'batchBlocked', batch: batch.id, problem: reason });
  // It is not tried again and again: what could not be judged stays.
  if (effect.kind === 'clearJobFolders')
    about.push({ type: 'jobFoldersCleared', run: effect.run, cleared: [], kept: effect.folders.map(({ job }) => job) });
  if (effect.kind === 'inspectLease') about.push(...settleInspection(state, effect, 'inspection-failed'));
  if (effect.kind === 'ship') about.push(shipLost(effect.ship));
  if (effect.kind === 'mergeLocally' && run) about.push(...lapsed(run, reason));
  const unknown = effect.kind === 'mergeResult' && run ? lapse(run) : [];
  about.push(...unknown);
  // Clearing up must not hold up the work; the worktree's own row says that it is still there.
  const asks = run && parks(state, effect, run, unknown.length > 0);
  return asks ? [...about, { type: 'runAsked', run: run.id, ask: { kind: 'problem', problem: reason } }] : about;
}

function succeeded(
  state: State,
  effect: Effect,
  outcome: Exclude<Outcome, { kind: 'failed' }>,
  run: Run | undefined,
  context: Context,
): readonly DomainEvent[] {
  switch (outcome.kind) {
    case 'startSession':
    case 'stopSession':
    case 'deliverPrompt':
    case 'editQueue':
      return [];
    case 'createWorktree':
      return effect.kind === 'createWorktree'
        ? [{ type: 'worktreeChanged', worktree: effect.worktree, state: 'ready' }]
        : [];
    case 'removeWorktree':
      return effect.kind === 'removeWorktree'
        ? [
            {
              type: 'worktreeRemoved',
              worktree: effect.worktree,
              rescue: outcome.rescue,
              ...(outcome.cleanUp === undefined ? {} : { cleanUp: outcome.cleanUp }),
            },
          ]
        : [];
    case 'setUpWorktree':
      return effect.kind === 'setUpWorktree'
        ? [{ type: 'worktreeSetUp', worktree: effect.worktree, result: outcome.result }]
        : [];
    case 'inspectLease':
      return effect.kind === 'inspectLease' ? settleInspection(state, effect, outcome.found) : [];
    case 'openIssue':
      return effect.kind === 'openIssue'
        ? [{ type: 'issueOpened', issue: effect.issue, number: outcome.number, found: outcome.found }]
        : [];
    case 'rescueLease':
      return effect.kind === 'rescueLease' ? settleRescue(state, effect, outcome.rescue) : [];
    case 'ship': {
      if (effect.kind !== 'ship') return [];
      const arrived = 'exitCode' in outcome && outcome.exitCode === 0;
      return [shipEnded(effect.ship, outcome), ...(arrived ? releaseShipped(state, effect.run) : [])];
    }
    case 'applyPatch': {
      if (effect.kind !== 'applyPatch') return [];
      const { artifact, task, branch } = effect;
      return [
        { type: 'patchApplied', artifact, task, branch, head: outcome.head },
        { type: 'refsObserved', refs: { [`refs/heads/${branch}`]: outcome.head } },
      ];
    }
    case 'auditBatch':
      return ofBatch(state, effect, outcome, context);
    // Of a team that is not told of any more.
    case 'launchTeam':
    case 'pollTeam':
    case 'captureTeam':
    case 'shutdownTeam':
    case 'publishTeam':
      return [];
    case 'mergeResult':
      return run && effect.kind === 'mergeResult' ? resultMerged(state, run, effect, outcome) : [];
    default:
      return run ? ofRun(effect, outcome, run, context) : ofBatch(state, effect, outcome, context);
  }
}

function ofBatch(
  state: State,
  effect: Effect,
  outcome: Exclude<Outcome, { kind: 'failed' }>,
  context: Context,
): readonly DomainEvent[] {
  const batch = effect.run === null ? undefined : state.batches[effect.run];
  return batch ? settleBatch(state, batch, effect.kind === 'runLane' ? effect.job : null, outcome, context) : [];
}

function ofRun(
  effect: Effect,
  outcome: Exclude<
    Outcome,
    {
      kind:
        | 'failed'
        | 'createWorktree'
        | 'removeWorktree'
        | 'setUpWorktree'
        | 'inspectLease'
        | 'rescueLease'
        | 'ship'
        | 'auditBatch'
        | 'openIssue'
        | 'editQueue'
        | 'applyPatch'
        | 'startSession'
        | 'stopSession'
        | 'deliverPrompt'
        | 'launchTeam'
        | 'pollTeam'
        | 'captureTeam'
        | 'shutdownTeam'
        | 'publishTeam'
        | 'mergeResult';
    }
  >,
  run: Run,
  context: Context,
): readonly DomainEvent[] {
  switch (outcome.kind) {
    case 'prepareRun':
      return [
        {
          type: 'runPrepared',
          run: run.id,
          base: outcome.base,
          branch: outcome.branch,
          checks: outcome.checks,
          checksFrom: outcome.checksFrom,
          ...(outcome.seed ? { seed: outcome.seed } : {}),
          ...preparedSource(run, outcome),
        },
        { type: 'refsObserved', refs: { [outcome.base.ref]: outcome.base.commit, ...preparedRef(run, outcome) } },
      ];
    case 'promoteReports':
      return effect.kind === 'promoteReports' ? promoted(effect) : [];
    case 'clearJobFolders':
      return [{ type: 'jobFoldersCleared', run: run.id, cleared: outcome.cleared, kept: outcome.kept }];
    case 'sightSource':
      return [{ type: 'sourceSighted', run: run.id, round: run.round, sight: outcome.sight }];
    case 'runLane': {
      const job = run.jobs.find((one) => effect.kind === 'runLane' && one.id === effect.job);
      if (!job || job.ended) return [];
      const { seal } = outcome;
      const ended: DomainEvent = {
        type: 'jobEnded',
        job: job.id,
        outcome: outcome.outcome,
        ...(seal === undefined ? {} : { seal }),
        awakeMs: context.awakeMs,
      };
      return [ended, ...settleTurn(run, job, outcome.outcome, outcome.review, context)];
    }
    case 'capturePatch':
      return captured(run, outcome);
    case 'commitPatch': {
      const { captured: patch, base } = run;
      if (!patch || !base) return [];
      const change = {
        round: run.round,
        base: base.commit,
        head: outcome.head,
        tree: outcome.tree,
        files: patch.files,
        patch: patch.patch,
        ...(outcome.tests ? { tests: outcome.tests } : {}),
      };
      const given = patch.applied;
      return [
        { type: 'patchCommitted', run: run.id, change },
        ...(given
          ? ([
              {
                type: 'patchApplied',
                artifact: given.artifact,
                task: run.task.id,
                branch: run.branch,
                head: outcome.head,
              },
            ] as const)
          : []),
        { type: 'refsObserved', refs: { [`refs/heads/${run.branch}`]: outcome.head } },
        // A patch that was handed in is no lane's, so that nobody is there to look at its own work.
        {
          type: 'phaseEntered',
          run: run.id,
          phase: stepsOf(run.options).selfReview && !given ? 'self-reviewing' : 'reviewing',
        },
      ];
    }
    case 'runChecks':
    case 'validate':
      return [{ type: 'checksRecorded', run: run.id, results: outcome.results }];
    case 'deleteBranch':
      return effect.kind === 'deleteBranch'
        ? [
            { type: 'branchDeleted', run: run.id, branch: effect.branch, rescue: outcome.rescue },
            { type: 'refsObserved', refs: { [`refs/heads/${effect.branch}`]: 'gone' } },
          ]
        : [];
    case 'mergeLocally':
      return [{ type: 'merged', run: run.id, head: effect.kind === 'mergeLocally' ? effect.head : '' }];
  }
}
