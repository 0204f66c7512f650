import type { DomainEvent, Recorded } from './event.ts';
import { evolveLeases } from './lease/evolve.ts';
import { evolveLoop, evolveRun, triesPerReviewer } from './loop/evolve.ts';
import type { Loop, Run } from './loop/types.ts';
import { evolveSessions } from './session/evolve.ts';
import { evolveQueue } from './queue/evolve.ts';
import { emptyState, type State } from './state.ts';
import { evolveTicks } from './tick/evolve.ts';

/** State after one more event. Total: an event about something unknown changes nothing but the sequence. */
export function evolve(before: State, recorded: Recorded): State {
  const { event, at } = recorded;
  const state = { ...before, seq: recorded.seq, updatedAt: at };
  return {
    ...state,
    queue: evolveQueue(state.queue, event),
    topology: event.type === 'loopStarted' ? event.options.topology : state.topology,
    chosenClaims: event.type === 'loopStarted' ? { ...state.chosenClaims, ...event.claims } : state.chosenClaims,
    loops: evolveLoops(state.loops, event, at),
    runs: evolveRuns(state, event, at),
    sessions: evolveSessions(state.sessions, event, state, at),
    ...evolveLeases(state, event),
    worktrees: evolveWorktrees(state.worktrees, event),
    effects: evolveEffects(state.effects, event),
    allowedChecks: event.type === 'checkAllowed' ? [...state.allowedChecks, event.argv] : state.allowedChecks,
    refs: event.type === 'refsObserved' ? { ...state.refs, ...event.refs } : state.refs,
    signals: evolveSignals(state.signals, event, at),
    ticks: evolveTicks(state.ticks, event),
  };
}

export const fold = (events: readonly Recorded[], from: State = emptyState): State => events.reduce(evolve, from);

function without<T>(record: Readonly<Record<string, T>>, key: string): Readonly<Record<string, T>> {
  if (!(key in record)) return record;
  const { [key]: _, ...rest } = record;
  return rest;
}

function evolveLoops(loops: State['loops'], event: DomainEvent, at: string): State['loops'] {
  if (event.type === 'loopStarted') {
    const loop: Loop = {
      id: event.loop,
      options: event.options,
      state: 'running',
      outcome: null,
      startedAt: at,
      taken: [],
    };
    return { ...loops, [event.loop]: loop };
  }
  const loop = 'loop' in event ? loops[event.loop] : undefined;
  return loop ? { ...loops, [loop.id]: evolveLoop(loop, event) } : loops;
}

function evolveRuns(state: State, event: DomainEvent, at: string): State['runs'] {
  if (event.type === 'runStarted') {
    const options = state.loops[event.loop]?.options;
    return options ? { ...state.runs, [event.run]: newRun(event, options, at) } : state.runs;
  }
  const id = runOf(state, event);
  const run = id === undefined ? undefined : state.runs[id];
  return run ? { ...state.runs, [run.id]: evolveRun(run, event, at) } : state.runs;
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
    case 'jobEnded':
      return Object.values(state.runs).find((run) => run.jobs.some((job) => job.id === event.job))?.id;
    default:
      return 'run' in event ? event.run : undefined;
  }
}

function newRun(event: Extract<DomainEvent, { type: 'runStarted' }>, options: Loop['options'], at: string): Run {
  return {
    id: event.run,
    loop: event.loop,
    task: event.task,
    options,
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
    results: [],
    faults: [],
    gate: null,
    ask: null,
    comments: [],
    decision: null,
    startedAt: at,
  };
}

function evolveWorktrees(worktrees: State['worktrees'], event: DomainEvent): State['worktrees'] {
  switch (event.type) {
    case 'worktreeAdded':
      return { ...worktrees, [event.worktree.id]: event.worktree };
    case 'worktreeChanged': {
      const worktree = worktrees[event.worktree];
      return worktree ? { ...worktrees, [worktree.id]: { ...worktree, state: event.state } } : worktrees;
    }
    case 'worktreeRemoved':
      return without(worktrees, event.worktree);
    default:
      return worktrees;
  }
}

function evolveEffects(effects: State['effects'], event: DomainEvent): State['effects'] {
  switch (event.type) {
    case 'effectRequested':
      return { ...effects, [event.effect.id]: { effect: event.effect, startedBy: null } };
    case 'effectStarted': {
      const open = effects[event.effect];
      return open ? { ...effects, [event.effect]: { ...open, startedBy: event.epoch } } : effects;
    }
    case 'effectSettled':
      return without(effects, event.effect);
    default:
      return effects;
  }
}

function evolveSignals(signals: State['signals'], event: DomainEvent, at: string): State['signals'] {
  if (event.type === 'jobSignalled') return { ...signals, [event.job]: { kind: event.kind, text: event.text, at } };
  return event.type === 'jobEnded' ? without(signals, event.job) : signals;
}
