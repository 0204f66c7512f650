import { problem } from '../base/problem.ts';
import type { Orchestrator } from './orchestrator.ts';
import type { EventStore, Verification } from './ports/eventStore.ts';

/** For a broken log whose store names no reason of its own. */
export const brokenEvidence = problem(
  'evidence.broken',
  'The log does not verify, so nothing can be approved on it. Run mam evidence verify to see where it breaks.',
);

/** Re-hashes the log, and folds it anew: what is shown must be what the log says, not what a snapshot was made to say. */
export async function verifyEvidence(store: EventStore, orchestrator: Orchestrator): Promise<Verification> {
  const chain = await store.verify();
  if (!chain.ok) return chain;
  const matches = await orchestrator.refold();
  if (!matches.ok) return { ...chain, ok: false, problem: matches.error };
  if (matches.value) return chain;
  return {
    ...chain,
    ok: false,
    problem: problem(
      'store.stateDiffers',
      'A stored snapshot said something else than the log. MAM shows what the log says again; look at the gate once more before you decide.',
    ),
  };
}
