import { problem } from '../base/problem.ts';
import { verifyEvidenceFiles, type EvidenceFile } from './evidence/verifyFiles.ts';
import { createPrivacy, type Privacy } from '../core/privacy/privacy.ts';
import { readLedgerRules } from '../protocol/ledgerRules.ts';
import type { Orchestrator } from './orchestrator.ts';
import type { Places } from './places.ts';
import type { EventStore, Verification } from './ports/eventStore.ts';
import type { Files } from './ports/files.ts';

/** What is known of the log, and of the evidence files that were made from it. */
export interface EvidenceCheck extends Verification {
  readonly files: readonly EvidenceFile[];
}

/** Verifies the log, and then every evidence file against it: what somebody edited by hand is named. */
export async function verifyAll(
  ports: { readonly store: EventStore; readonly files: Files },
  orchestrator: Orchestrator,
  places: Places,
  privacy: Privacy,
): Promise<EvidenceCheck> {
  const chain = await verifyEvidence(ports.store, orchestrator);
  if (!chain.ok) return { ...chain, files: [] };
  const files = await verifyEvidenceFiles(ports, places, orchestrator.state, [
    ...(await privacyOfLedger(ports.files, places)),
    privacy,
  ]);
  if (!files.ok) return { ...chain, ok: false, problem: files.error, files: [] };
  const edited = files.value.filter((file) => file.verdict === 'differs').map((file) => file.path);
  if (edited.length === 0) return { ...chain, files: files.value };
  return {
    ...chain,
    ok: false,
    files: files.value,
    problem: problem(
      'evidence.fileDiffers',
      'These evidence files do not say what the log says: {files}. Nothing reads them back; MAM writes them anew when it opens the repository next.',
      { files: edited.join(', ') },
    ),
  };
}

/** Another host may have written the files, with settings of its own. */
async function privacyOfLedger(files: Files, places: Places): Promise<readonly Privacy[]> {
  const noted = await files.read(places.ledgerRules);
  const rules = noted.ok && noted.value !== null ? readLedgerRules(noted.value) : null;
  return rules === null ? [] : [createPrivacy({ ...rules, root: places.controlRoot })];
}

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
