import { evolveAgentSessions } from './agentSession/evolve.ts';
import { evolveApplied } from './apply/evolve.ts';
import { evolveHandTunings } from './autotune/hand.ts';
import { evolveBreaches, evolveShared } from './breach/evolve.ts';
import { evolveBatches } from './batch/evolve.ts';
import { evolveCircuits } from './circuit/evolve.ts';
import { evolveDelegations } from './delegation/evolve.ts';
import type { DomainEvent, Recorded } from './event.ts';
import { evolveIssues } from './issue/evolve.ts';
import { evolveImports } from './ledger/evolve.ts';
import { evolveLeases } from './lease/evolve.ts';
import { evolveLimits } from './limit/evolve.ts';
import { beginLane } from './job/beginLane.ts';
import { evolveRun, triesPerReviewer } from './loop/evolve.ts';
import { evolveLoop } from './loop/evolveLoop.ts';
import type { Loop, Run } from './loop/types.ts';
import { evolveProposal } from './patch/evolve.ts';
import { evolveSessions } from './session/evolve.ts';
import { lowerRun } from './session/lower.ts';
import { evolveQueue } from './queue/evolve.ts';
import { put, without, type Own } from './records.ts';
import { emptyState, type State } from './state.ts';
import { evolveShips } from './ship/evolve.ts';
import { isShipped } from './ship/shipsOf.ts';
import { evolveTeams } from './team/evolve.ts';
import { evolveTicks } from './tick/evolve.ts';
import { evolveTopology } from './topology/evolve.ts';
import { withSetUp } from './worktree/setUp.ts';

/**
 * State after one more event. Total: an event about something unknown changes nothing but the sequence. With `own`, what
 * earlier steps of the same fold made is written into, so that only its last state may be kept.
 */
export function evolve(before: State, recorded: Recorded, own?: Own): State {
  const { event, at } = recorded;
  const state = { ...before, seq: recorded.seq, updatedAt: at };
  const about = runOf(state, event);
  // Before runs and effects: they look at them as they were.
  const sessions = evolveSessions(state.sessions, event, state, at);
  const issues = evolveIssues(state, event, at, own);
  const runs = evolveRuns(state, event, at, own);
  const ships = evolveShips(state.ships, event);
  return {
    ...state,
    queue: evolveQueue(state.queue, event),
    ...evolveTopology(state, event),
    mix: event.type === 'mixSet' ? event.target : state.mix,
    limits: evolveLimits(state, event, at),
    circuits: evolveCircuits(state, event, at),
    chosenClaims: event.type === 'loopStarted' ? { ...state.chosenClaims, ...event.claims } : state.chosenClaims,
    sessions,
    agentSessions: evolveAgentSessions(state, event, at, own),
    delegations: evolveDelegations(before, recorded, own),
    loops: evolveLoops(state.loops, event, at, own),
    runs,
    teams: evolveTeams(state.teams, event, at),
    batches: evolveBatches(state.batches, event, state.openJobs, at),
    openRuns: evolveOpenRuns(state.openRuns, about === undefined ? undefined : runs[about], ships, own),
    openJobs: evolveOpenJobs(state.openJobs, event, own),
    ...evolveLeases(state, event),
    worktrees: evolveWorktrees(state.worktrees, event, own),
    effects: evolveEffects(state.effects, event, own),
    allowedChecks: event.type === 'checkAllowed' ? [...state.allowedChecks, event.argv] : state.allowedChecks,
    refs: event.type === 'refsObserved' ? evolveRefs(state.refs, event.refs, own) : state.refs,
    signals: evolveSignals(state.signals, event, at, own),
    ticks: evolveTicks(state.ticks, event),
    imports: evolveImports(state.imports, event),
    ships,
    applied: evolveApplied(state.applied, event, own),
    proposal: evolveProposal(state.proposal, event, at),
    breaches: evolveBreaches(state.breaches, event, at, own),
    shared: evolveShared(state, event),
    issues,
    handTunings: evolveHandTunings(state.handTunings, event, state.loops),
  };
}

/** State after many events: the same as one after another, in time that grows with their number only. */
export function fold(events: readonly Recorded[], from: State = emptyState): State {
  const own: Own = new WeakSet();
  return events.reduce((state, one) => evolve(state, one, own), from);
}

const evolveRefs = (refs: State['refs'], seen: State['refs'], own?: Own): State['refs'] =>
  Object.entries(seen).reduce((all, [ref, commit]) => put(all, ref, commit, own), refs);

function evolveLoops(loops: State['loops'], event: DomainEvent, at: string, own?: Own): State['loops'] {
  if (event.type === 'loopStarted') {
    const loop: Loop = {
      id: event.loop,
      options: event.options,
      state: 'running',
      outcome: null,
      startedAt: at,
      taken: [],
      ...(event.awakeMs === undefined ? {} : { startedAwake: event.awakeMs }),
    };
    return put(loops, event.loop, loop, own);
  }
  const loop = 'loop' in event ? loops[event.loop] : undefined;
  const next = loop && evolveLoop(loop, event);
  return next && next !== loop ? put(loops, next.id, next, own) : loops;
}

function evolveRuns(state: State, event: DomainEvent, at: string, own?: Own): State['runs'] {
  if (event.type === 'runStarted') {
    const options = state.loops[event.loop]?.options;
    return options ? put(state.runs, event.run, newRun(event, options, at), own) : state.runs;
  }
  if (event.type === 'sessionBeat') return lowerRuns(state, event, at, own);
  const id = runOf(state, event);
  const run = id === undefined ? undefined : state.runs[id];
  const next =
    run &&
    (event.type === 'effectStarted'
      ? beginLane(run, state.effects[event.effect]?.effect, { at, awakeMs: event.awakeMs })
      : evolveRun(run, event, at));
  return next && next !== run ? put(state.runs, next.id, next, own) : state.runs;
}

/** There are few of them, however long the history is. */
function evolveOpenRuns(
  open: State['openRuns'],
  run: Run | undefined,
  ships: State['ships'],
  own?: Own,
): State['openRuns'] {
  if (!run) return open;
  const awaited = run.decision?.kind === 'approved' && !run.decision.merged && !isShipped(ships, run);
  if (run.phase === 'ended' && !awaited) return without(open, run.id, own);
  return run.id in open ? open : put(open, run.id, true, own);
}

/** Most heartbeats lower nothing; then the runs stay the same object, for whoever compares. */
function lowerRuns(
  state: State,
  beat: Extract<DomainEvent, { type: 'sessionBeat' }>,
  at: string,
  own?: Own,
): State['runs'] {
  let { runs } = state;
  for (const id of Object.keys(state.openRuns)) {
    const run = runs[id];
    const next = run && !isShipped(state.ships, run) ? lowerRun(run, beat, at) : undefined;
    if (next && next !== run) runs = put(runs, next.id, next, own);
  }
  return runs;
}

/** The run that an event is about: named by it, or found through its lease or job. */
function runOf(state: State, event: DomainEvent): string | undefined {
  switch (event.type) {
    case 'leaseClaimed':
      return event.lease.run ?? undefined;
    case 'leaseReleased':
    case 'leaseExpired':
    case 'leaseRecovered':
    case 'leaseTakenOver':
      return state.leases[event.lease]?.run ?? undefined;
    case 'jobDispatched':
      return event.job.run;
    case 'effectStarted': {
      const effect = state.effects[event.effect]?.effect;
      return effect?.kind === 'runLane' ? state.openJobs[effect.job] : undefined;
    }
    case 'jobEnded':
    case 'laneHeld':
    case 'reportHandedIn':
      return state.openJobs[event.job];
    case 'proposalMade':
      return event.proposal.run ?? undefined;
    case 'shipEnded':
    case 'shipAnswered':
      return state.ships[event.ship]?.run;
    default:
      return 'run' in event ? event.run : undefined;
  }
}

/** What lanes run with, with other efforts for some. */
const withEfforts = (
  models: Loop['options']['models'],
  efforts: Readonly<Record<string, Readonly<Record<string, string>>>>,
): Loop['options']['models'] => ({
  ...models,
  ...Object.fromEntries(
    Object.entries(efforts).map(([session, byAgent]) => [
      session,
      {
        ...models[session],
        ...Object.fromEntries(
          Object.entries(byAgent).map(([agent, effort]) => [
            agent,
            { model: models[session]?.[agent]?.model ?? null, effort },
          ]),
        ),
      },
    ]),
  ),
});

function newRun(event: Extract<DomainEvent, { type: 'runStarted' }>, options: Loop['options'], at: string): Run {
  return {
    id: event.run,
    loop: event.loop,
    task: event.task,
    options: {
      ...options,
      ...(event.agents ? { agents: { ...options.agents, ...event.agents } } : {}),
      ...(event.efforts ? { models: withEfforts(options.models, event.efforts) } : {}),
    },
    phase: 'preparing',
    resume: null,
    round: 0,
    attempt: 1,
    base: null,
    branch: event.branch,
    claims: event.claims,
    lease: null,
    checks: [],
    checksFrom: 'start',
    reviewTries: triesPerReviewer,
    captured: null,
    change: null,
    jobs: [],
    verdicts: [],
    lowered: {},
    results: [],
    faults: [],
    gate: null,
    ask: null,
    comments: [],
    decision: null,
    startedAt: at,
    ...(event.awakeMs === undefined ? {} : { startedAwake: event.awakeMs }),
  };
}

function evolveOpenJobs(jobs: State['openJobs'], event: DomainEvent, own?: Own): State['openJobs'] {
  if (event.type === 'jobDispatched') return put(jobs, event.job.id, event.job.run, own);
  return event.type === 'jobEnded' ? without(jobs, event.job, own) : jobs;
}

function evolveWorktrees(worktrees: State['worktrees'], event: DomainEvent, own?: Own): State['worktrees'] {
  switch (event.type) {
    case 'worktreeAdded':
      return put(worktrees, event.worktree.id, event.worktree, own);
    case 'worktreeChanged': {
      const worktree = worktrees[event.worktree];
      return worktree ? put(worktrees, worktree.id, { ...worktree, state: event.state }, own) : worktrees;
    }
    case 'worktreeMoved': {
      const worktree = worktrees[event.worktree];
      return worktree ? put(worktrees, worktree.id, { ...worktree, path: event.path }, own) : worktrees;
    }
    case 'worktreeSetUp': {
      const worktree = worktrees[event.worktree];
      return worktree ? put(worktrees, worktree.id, withSetUp(worktree, event.result), own) : worktrees;
    }
    case 'worktreeRemoved':
      return without(worktrees, event.worktree, own);
    default:
      return worktrees;
  }
}

function evolveEffects(effects: State['effects'], event: DomainEvent, own?: Own): State['effects'] {
  switch (event.type) {
    case 'effectRequested':
      return put(effects, event.effect.id, { effect: event.effect, startedBy: null }, own);
    case 'effectStarted': {
      const open = effects[event.effect];
      return open ? put(effects, event.effect, { ...open, startedBy: event.epoch }, own) : effects;
    }
    case 'effectSettled':
      return without(effects, event.effect, own);
    default:
      return effects;
  }
}

function evolveSignals(signals: State['signals'], event: DomainEvent, at: string, own?: Own): State['signals'] {
  if (event.type === 'jobSignalled') return put(signals, event.job, { kind: event.kind, text: event.text, at }, own);
  return event.type === 'jobEnded' ? without(signals, event.job, own) : signals;
}
