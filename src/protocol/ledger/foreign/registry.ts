import type { Problem } from '../../../base/problem.ts';
import { readTime } from '../../../base/clock.ts';
import { err, ok, type Result } from '../../../base/result.ts';
import type { ImportedSession } from '../../../core/ledger/types.ts';
import { isSessionId } from '../../../core/topology/define.ts';
import { fourRole, topologies } from '../../../core/topology/presets.ts';
import type { ShipGate } from '../../../core/topology/types.ts';
import { isDocument, lineIn, listIn, notObject, refuseVersion, taskIn, versionOf, type Document } from './document.ts';

/** Version of the registry that MAM writes and, of other tools, reads. */
const newest = 2;

/** A registry of the second version: fields that nobody here knows are still in it. */
export type Registry = Document;

const evenMix = {
  target: { claude: 5, codex: 5 },
  unit: 'work_unit',
  window: { type: 'rolling_tasks', size: 20 },
  max_allowed_skew_wu: 2,
} as const;

const freshLane = (agent: string) => ({ agent, status: 'idle', current_turn: null, wu_spent_rolling: 0 });

/** A registry in which nobody sits: what there is where no file is. */
export const emptyRegistry: Registry = {
  schema_version: newest,
  topology: fourRole.id,
  gate_policy: 'conservative',
  agent_mix: evenMix,
  sessions: [],
};

/**
 * A registry brought to the second version. One without a version, or with one that is no integer, counts as the first, unless that is a number above the newest;
 * what a field says already stays. `import.newer` for a third version, `import.notObject` or `import.notList` for no registry.
 */
export function liftRegistry(file: string, value: unknown): Result<Registry, Problem> {
  if (!isDocument(value)) return err(notObject(file));
  const refused = refuseVersion(file, value, newest, 'lenient');
  if (refused) return err(refused);
  const sessions = listIn(file, value, 'sessions');
  if (!sessions.ok) return sessions;
  if (versionOf(value) === newest) return ok(value);
  const topology = topologyIn(value);
  return ok({
    ...value,
    schema_version: newest,
    gate_policy: value['gate_policy'] ?? 'conservative',
    agent_mix: isDocument(value['agent_mix']) ? value['agent_mix'] : evenMix,
    sessions: sessions.value.filter(isDocument).map((session) => liftSession(session, topology)),
  });
}

const topologyIn = (registry: Registry): string => lineIn(registry, 'topology') ?? fourRole.id;

const liftSession = (session: Document, topology: string): Document => ({
  ...session,
  lanes: isDocument(session['lanes']) ? session['lanes'] : { claude: freshLane('claude'), codex: freshLane('codex') },
  write_lease_owner: session['write_lease_owner'] ?? session['role'] === 'Implementer',
  ship_gate: session['ship_gate'] ?? shipGateNamed(topology, session['role']),
});

/** How a role counts for shipping in a topology; one that the topology does not have blocks nothing. */
function shipGateNamed(topology: string, role: unknown): ShipGate {
  const { roles } = topologies.find((one) => one.id === topology) ?? fourRole;
  return roles.find((one) => one.name === role)?.shipGate ?? 'non-blocking';
}

/** What of a registry is taken over: seats whose id can name one, each once. */
export function sessionsOf(registry: Registry): {
  readonly topology: string;
  readonly sessions: readonly ImportedSession[];
} {
  const sessions = Array.isArray(registry['sessions']) ? registry['sessions'].filter(isDocument) : [];
  const found = new Map<string, ImportedSession>();
  for (const one of sessions) {
    const id = one['session_id'];
    if (typeof id !== 'string' || !isSessionId(id) || found.has(id)) continue;
    found.set(id, {
      session: id,
      role: lineIn(one, 'role') ?? id,
      status: lineIn(one, 'status') ?? 'idle',
      task: taskIn(one, 'task_id'),
      lastBeat: readTime(one['last_heartbeat']),
    });
  }
  return { topology: topologyIn(registry), sessions: [...found.values()] };
}
