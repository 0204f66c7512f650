import type { DomainEvent } from '../event.ts';
import type { LaneOutcome } from '../job/types.ts';
import { put, without } from '../records.ts';
import type { State } from '../state.ts';
import type { Circuit } from './types.ts';

type Circuits = State['circuits'];

/** How agents have done after an event. Only lanes of runs count: what a person asks for alone says so itself. */
export function evolveCircuits(state: State, event: DomainEvent, at: string): Circuits {
  const { circuits } = state;
  switch (event.type) {
    case 'jobDispatched': {
      const { agent, id, run } = event.job;
      const circuit = circuitOf(circuits, agent);
      return state.runs[run] && circuit?.open && circuit.open.trial === null
        ? put(circuits, agent, { ...circuit, open: { ...circuit.open, trial: id } })
        : circuits;
    }
    case 'jobEnded': {
      const job = state.runs[state.openJobs[event.job] ?? '']?.jobs.find((one) => one.id === event.job);
      return job ? ended(circuits, job.agent, job.id, event.outcome) : circuits;
    }
    case 'circuitOpened': {
      const { agent, failures, why, untilAwake } = event;
      const openings = (circuitOf(circuits, agent)?.openings ?? 0) + 1;
      return put(circuits, agent, { failures, why, openings, open: { since: at, untilAwake, trial: null } });
    }
    case 'circuitClosed':
      return without(circuits, event.agent);
    default:
      return circuits;
  }
}

export const circuitOf = (circuits: Circuits, agent: string): Circuit | undefined =>
  Object.hasOwn(circuits, agent) ? circuits[agent] : undefined;

function ended(circuits: Circuits, agent: string, job: string, outcome: LaneOutcome): Circuits {
  const circuit = circuitOf(circuits, agent);
  // One that is open is closed by an event, for people to see.
  if (outcome.kind === 'report')
    return circuit?.open ? put(circuits, agent, { ...circuit, failures: 0 }) : without(circuits, agent);
  const isTrial = circuit?.open?.trial === job;
  if (outcome.kind === 'failed' && ownFaults.has(outcome.problem.code)) {
    const failures = (circuit?.failures ?? 0) + 1;
    // A lane that had begun before says nothing new of an agent that is being left alone.
    const open = isTrial ? null : (circuit?.open ?? null);
    return put(circuits, agent, { failures, why: outcome.problem, openings: circuit?.openings ?? 0, open });
  }
  // A trial that somebody ended, or that met a usage limit, found nothing out.
  return isTrial && circuit?.open
    ? put(circuits, agent, { ...circuit, open: { ...circuit.open, trial: null } })
    : circuits;
}

/** Ends of a lane that are its agent's own doing: not its account's limit, not a person's, and not what it judged. */
const ownFaults: ReadonlySet<string> = new Set([
  'lane.agentMissing',
  'lane.spawnFailed',
  'lane.signedOut',
  'lane.server',
  'lane.failed',
  'lane.badOutput',
  'lane.noReport',
  'lane.timeout',
]);
