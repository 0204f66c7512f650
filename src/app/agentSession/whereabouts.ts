import { problem, type Problem } from '../../base/problem.ts';
import type { AgentSession } from '../../core/agentSession/types.ts';
import type { Machine } from '../ports/machine.ts';
import type { PlaceLook, Terminals } from '../ports/terminals.ts';
import { elsewhere } from './watched.ts';

type Looked = Pick<AgentSession, 'name' | 'backend' | 'process'>;

/**
 * How the place of a session stands, as far as that can be told from here: where pids mean something else, none that is not
 * found proves anything; where the place itself can't be reached, a process that is provably gone still does.
 */
export async function lookFromHere(
  session: Looked & { readonly handle: string },
  place: Terminals | undefined,
  machine: Machine,
): Promise<PlaceLook> {
  if (await isFar(session, machine)) return { kind: 'unobservable', problem: far(session) };
  if (place) return place.look(session.handle);
  return (await isDead(session, machine))
    ? { kind: 'gone', code: null, signal: null }
    : { kind: 'unobservable', problem: elsewhere(session) };
}

/**
 * Whether its process ended with a boot of this machine. Those of another machine have another boot, and live: its folder
 * may be shared. A machine that was given another name since it was started is known by its boot.
 */
export async function isOfEarlierBoot({ process }: Pick<Looked, 'process'>, machine: Machine): Promise<boolean> {
  return (await isOfOtherBoot(process, machine)) && !(await isOfOtherMachine(process, machine));
}

async function isOfOtherBoot(process: Looked['process'], machine: Machine): Promise<boolean> {
  const boot = await machine.bootId();
  return process !== null && process.bootId !== '' && boot !== null && process.bootId !== boot;
}

const isOfOtherMachine = async (process: Looked['process'], machine: Machine): Promise<boolean> =>
  process?.machineId !== undefined &&
  process.machineId !== (await machine.machineId()) &&
  process.bootId !== (await machine.bootId());

/** Its pid was counted among other processes than those that are seen from here. */
const isFar = async ({ process }: Looked, machine: Machine): Promise<boolean> =>
  (process?.pidNamespace !== undefined && process.pidNamespace !== (await machine.pidNamespace())) ||
  isOfOtherMachine(process, machine);

/** Its process is provably gone; one of which too little is known is not. */
async function isDead({ process }: Looked, machine: Machine): Promise<boolean> {
  if (process?.pidNamespace === undefined || process.bootId !== ((await machine.bootId()) ?? '')) return false;
  return !(await machine.runs(process));
}

const far = ({ name }: Looked): Problem =>
  problem(
    'session.far',
    '{session} was started in another container or on another machine, whose processes can’t be seen from here. Go on there; or, if that is gone, stop the session and resume it here.',
    { session: name },
  );
