import type { Problem } from '../base/problem.ts';
import { err } from '../base/result.ts';
import type { Command } from '../core/command.ts';
import type { Orchestrator } from './orchestrator.ts';
import type { EventStore } from './ports/eventStore.ts';
import { brokenEvidence, verifyEvidence } from './verifyEvidence.ts';

/** Commands by which a change leaves its branch, or the branch itself goes. */
const lastWords: ReadonlySet<Command['type']> = new Set(['approve', 'mergeLocally', 'deleteBranch', 'answerShip']);

const needsProof = (command: Command): boolean =>
  lastWords.has(command.type) || (command.type === 'tick' && command.facts.execute);

/**
 * The orchestrator's dispatch, which hashes the log and folds it anew before anything that can't be taken back: a stored
 * snapshot that says more than the log is no evidence.
 */
export const createProvenDispatch =
  (store: EventStore, orchestrator: Orchestrator): Orchestrator['dispatch'] =>
  async (command, actor) => {
    const unproven = needsProof(command) ? await prove(store, orchestrator) : null;
    return unproven ? err(unproven) : orchestrator.dispatch(command, actor);
  };

/** Why the state is not what the log says, or null. */
export async function prove(store: EventStore, orchestrator: Orchestrator): Promise<Problem | null> {
  const evidence = await verifyEvidence(store, orchestrator);
  return evidence.ok ? null : (evidence.problem ?? brokenEvidence);
}
