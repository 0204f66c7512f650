import { tickWord } from './decisionWords.ts';
import { assertNever } from '../../base/assertNever.ts';
import type { DomainEvent } from '../../core/event.ts';
import { breachWords } from './breachWords.ts';
import { delegationWords } from './delegationWords.ts';
import { mergeWords } from './mergeWords.ts';
import { proposalWords } from './proposalWords.ts';
import { reasonWords } from './leaseWords.ts';
import { loopEventWords } from './loopEventWords.ts';
import { effectWord } from './effectWords.ts';
import { phaseWord, worktreeWord } from './stateWords.ts';
import { oneLine, shortCommit, shortList } from './words.ts';
import { sentence, type ViewContext } from './viewContext.ts';

/** One event as a sentence. */
export const eventWords = (ctx: ViewContext, event: DomainEvent): string => {
  const { t } = ctx;
  switch (event.type) {
    case 'queueChanged':
      return event.order.length === 1
        ? t('queue changed: 1 task')
        : t('queue changed: {count} tasks', { count: event.order.length });
    case 'loopStarted':
    case 'loopStopRequested':
    case 'loopFinishing':
    case 'taskOverran':
    case 'taskClockTurned':
    case 'retryPlanned':
    case 'loopResumed':
    case 'cycleSettled':
    case 'lanesTuned':
    case 'tuningApplied':
    case 'tuningDismissed':
    case 'poolTuned':
    case 'poolSet':
    case 'loopHalted':
    case 'loopEnded':
    case 'circuitOpened':
    case 'circuitClosed':
      return loopEventWords(ctx, event);
    case 'runStarted':
      return t('task taken on {branch}', { branch: event.branch });
    case 'runPrepared':
      return t('prepared on {commit}', { commit: shortCommit(event.base.commit) });
    case 'claimsSet':
      return t('files set: {files}', { files: shortList(event.claims) });
    case 'runAsked':
      return t('waits for a person');
    case 'runContinued':
      return t('goes on');
    case 'runReadied':
      return t('waits for its turn');
    case 'runStopped':
      return t('stopped, can resume');
    case 'phaseEntered':
      return t('entered {phase}', { phase: phaseWord(t, event.phase) });
    case 'roundStarted':
      return t('cycle {round} started', { round: event.round });
    case 'attemptStarted':
      return t('attempt {attempt} started', { attempt: event.attempt });
    case 'leaseClaimed':
      return t('lease claimed: {files}', { files: shortList(event.lease.claims) });
    case 'leasesRenewed':
      return t('leases renewed');
    case 'leaseReleased':
      return t('lease released');
    case 'leaseExpired':
      return t('lease expired: its time was up and nothing of it was left');
    case 'leaseStranded':
      return t('lease needs recovery: {reason}', { reason: reasonWords(t, event.reason) });
    case 'leaseRecovered':
      return event.rescue === null
        ? t('{by} recovered the lease', { by: event.person })
        : t('{by} recovered the lease, what was found is kept as {rescue}', { by: event.person, rescue: event.rescue });
    case 'leaseBorrowed':
      return t('lease lent to {agent}', { agent: event.borrower.agent });
    case 'leaseReturned':
      return t('lease given back');
    case 'takeoverAnnounced':
      return t('{by} wants to take over the lease', { by: event.takeover.by });
    case 'leaseTakenOver':
      return t('lease taken over: {files}', { files: shortList(event.to.claims) });
    case 'effectRequested':
      return t('asked for: {effect}', { effect: effectWord(t, event.effect.kind) });
    case 'effectStarted':
      return t('begun: {effect}', { effect: event.effect });
    case 'effectSettled':
      return event.problem === null
        ? t('done: {effect}', { effect: event.effect })
        : oneLine(sentence(ctx, event.problem), 160);
    case 'worktreeAdded':
      return t('worktree wanted: {path}', { path: event.worktree.path });
    case 'worktreePrepared':
      return t('{worktree} is for {role}, issue #{issue}', {
        worktree: event.worktree,
        role: event.role,
        issue: event.issue,
      });
    case 'worktreeChanged':
      return t('worktree {worktree}: {state}', { worktree: event.worktree, state: worktreeWord(t, event.state) });
    case 'worktreeMoved':
      return t('worktree moved to {path}', { path: event.path });
    case 'worktreeSetUp':
      return t('worktree {worktree} was set up', { worktree: event.worktree });
    case 'worktreeRemoved':
      return event.rescue === null
        ? t('worktree removed')
        : t('worktree removed, its content kept as {rescue}', { rescue: event.rescue });
    case 'jobDispatched':
      return t('job {job} given to {agent}', { job: event.job.id, agent: event.job.agent });
    case 'jobSignalled':
      return t('{job} says: {text}', { job: event.job, text: oneLine(event.text) });
    case 'laneHeld':
      return event.hold.level === 'enforced'
        ? t('job {job} is held to its limits', { job: event.job })
        : t('job {job} is not held to its limits: advisory', { job: event.job });
    case 'reportHandedIn':
      return t('the report of job {job} was handed in', { job: event.job });
    case 'jobEnded':
      return event.outcome.kind === 'report'
        ? t('job {job} handed in its report', { job: event.job })
        : oneLine(sentence(ctx, event.outcome.problem), 160);
    case 'patchCaptured':
      return event.files.length === 1
        ? t('patch captured: 1 file')
        : t('patch captured: {count} files', { count: event.files.length });
    case 'patchCommitted':
      return t('committed as {commit}', { commit: shortCommit(event.change.head) });
    case 'patchApplied':
      return t('patch of {task} applied as {commit}', { task: event.task, commit: shortCommit(event.head) });
    case 'verdictGiven':
      return event.verdict.word === 'pass'
        ? t('{role}: pass', { role: t(event.verdict.role) })
        : t('{role}: not pass', { role: t(event.verdict.role) });
    case 'jobAnswered':
      if (event.answer.word === null) return t('answered');
      return event.answer.word === 'pass' ? t('answered: agreed') : t('answered: not agreed');
    case 'verdictMissing':
      return oneLine(sentence(ctx, event.problem), 160);
    case 'faultFound':
      return oneLine(sentence(ctx, event.problem), 160);
    case 'checksRecorded':
      return t('checks recorded: {count}', { count: event.results.length });
    case 'resultMerged':
    case 'mergeReopened':
    case 'approvalLapsed':
      return mergeWords(ctx, event);
    case 'checkAllowed':
      return t('{by} allowed {check}', { by: event.by, check: event.argv.join(' ') });
    case 'gateOpened':
      return t('gate opened');
    case 'gateClosed':
      return t('gate closed');
    case 'refsObserved':
      return t('branches looked at');
    case 'approved':
      return t('{by} approved {commit}', { by: event.by, commit: shortCommit(event.head) });
    case 'returned':
      return t('{by} returned it: {comments}', { by: event.by, comments: oneLine(event.comments) });
    case 'abandoned':
      return t('{by} gave the run up', { by: event.by });
    case 'shipRequested':
      return t('ship command asked for on {branch}', { branch: event.ship.branch });
    case 'shipEnded':
      return event.outcome === 'shipped'
        ? t('shipped')
        : event.outcome === 'failed'
          ? t('not shipped')
          : t('nobody saw how the ship command ended');
    case 'shipAnswered':
      return event.outcome === 'shipped'
        ? t('{by} says that it was shipped', { by: event.by })
        : t('{by} says that it was not shipped', { by: event.by });
    case 'branchDeleted':
      return t('branch {branch} deleted', { branch: event.branch });
    case 'issueOpened':
      return event.found
        ? t('issue #{issue} is there already', { issue: event.number })
        : t('issue #{issue} opened', { issue: event.number });
    case 'merged':
      return t('merged as {commit}', { commit: shortCommit(event.head) });
    case 'runEnded':
      return t('task over');
    case 'sessionBeat':
      return t('{session} says: {text}', { session: event.session, text: event.status });
    case 'ticked':
      return event.tick.decision === 'blocked'
        ? t('tick blocked: {count} reasons', { count: event.tick.blockers.length })
        : t('tick: {decision}', { decision: tickWord(t, event.tick.decision) });
    case 'reportsPromoted':
      return t('reports kept: {count}', { count: event.promotion.reports.length });
    case 'jobFoldersCleared':
      return t('job folders cleared away: {count}, left: {left}', {
        count: event.cleared.length,
        left: event.kept.length,
      });
    case 'sourceSighted':
      return event.sight.empty
        ? t('nothing to review')
        : event.sight.commits === 1
          ? t('change looked at: 1 commit')
          : t('change looked at: {count} commits', { count: event.sight.commits });
    case 'reviewReopened':
      return t('reviews asked for again');
    case 'sharedSeen':
      return t('what is shared looked at');
    case 'breachFound':
      return breachWords(ctx, event.breach);
    case 'breachAccepted':
      return t('{by} accepted a breach', { by: event.by });
    case 'batchStarted':
      return event.batch.decision === 'running'
        ? t('lanes started together: {count}', { count: event.batch.seats.length })
        : event.batch.decision === 'planned'
          ? t('lanes planned: {count}', { count: event.batch.seats.length })
          : t('lanes not started: {count} reasons', { count: event.batch.blockers.length });
    case 'batchBlocked':
      return oneLine(sentence(ctx, event.problem), 160);
    case 'batchAudited':
      return t('audited by rule: {count} {count|finding|findings}', {
        count: event.audit.found.length + event.audit.claims.length,
      });
    case 'batchEnded':
      return event.decision === 'completed' ? t('lanes ended') : t('lanes ended, blocked');
    case 'proposalMade':
      return proposalWords(ctx, event.proposal);
    case 'teamStarted':
      return event.team.execute ? t('team asked for') : t('team planned');
    case 'teamPassed':
      return {
        cleared: t('earlier proposals of teams put aside'),
        shutDown: t('team shut down'),
        published: t('proposal of the team written'),
      }[event.step];
    case 'teamLaunched':
      return t('team {name} started', { name: event.name });
    case 'teamSeen':
      return t('team: {done} of {all} tasks done', {
        done: event.summary.tasks.completed,
        all: event.summary.tasks.total,
      });
    case 'teamCaptured':
      return t('work of the team taken over: {count} {count|worker|workers}', { count: event.patches.length });
    case 'teamBlocked':
      return oneLine(sentence(ctx, event.problem), 160);
    case 'teamEnded':
      return event.decision === 'proposed'
        ? t('team proposes a patch')
        : event.decision === 'completed'
          ? t('team ended without a change')
          : t('team ended, blocked');
    case 'agentSessionOpened':
    case 'agentSessionResumed':
    case 'agentSessionStarted':
    case 'agentSessionSeen':
    case 'agentSessionIdentified':
    case 'agentSessionStopRequested':
    case 'agentSessionStopFailed':
    case 'agentSessionEnded':
    case 'agentSessionForgotten':
    case 'jobSubmitted':
    case 'jobWithdrawn':
    case 'jobRetried':
    case 'attemptBegun':
    case 'promptSending':
    case 'promptDelivered':
    case 'promptNotDelivered':
    case 'attemptSignalled':
    case 'wordOvertaken':
    case 'permissionSettled':
    case 'reportSighted':
    case 'reportRefused':
    case 'artifactsSighted':
    case 'attemptLost':
    case 'attemptWouldComplete':
    case 'attemptEnded':
    case 'attemptContradicted':
      return delegationWords(ctx, event);
    case 'mixSet':
      return t('agent mix: claude {claude}, codex {codex}', {
        claude: event.target.claude,
        codex: event.target.codex,
      });
    case 'limitLifted':
      return t('{agent} is tried again whatever it said of its limit', { agent: event.agent });
    case 'topologySet':
      return t('the team is {topology} now', { topology: event.topology.id });
    case 'ledgerImported':
      return t('ledger of another tool taken over, kept in {folder}', { folder: event.kept });
    default:
      return assertNever(event);
  }
};
