import { ok, type Result } from '../../base/result.ts';
import type { Problem } from '../../base/problem.ts';
import { fold } from '../../core/evolve.ts';
import type { Privacy } from '../../core/privacy/privacy.ts';
import { emptyState, type State } from '../../core/state.ts';
import type { Places } from '../places.ts';
import type { EventStore } from '../ports/eventStore.ts';
import type { Files } from '../ports/files.ts';
import { evidenceFolder, gateEvidence } from '../projections/gateEvidence.ts';
import { projectedText } from '../projections/index.ts';
import { stampedSeq } from '../projections/json.ts';

/** How an evidence file on disk stands to the log that it claims to be made from. */
export interface EvidenceFile {
  /** Below the ledger's folder. */
  readonly path: string;
  /** `unbound`: the log has nothing to compare it with, and it claims to be no pass. */
  readonly verdict: 'same' | 'differs' | 'unbound';
}

interface Found {
  readonly path: string;
  readonly text: string;
  readonly seq: number;
}

/**
 * Compares every evidence file with what the log gives at the event that the file names: each byte and the event's
 * hash, as any of `privacies` shows it. A file that is missing is no finding; the next host writes it again.
 */
export async function verifyEvidenceFiles(
  { store, files }: { readonly store: EventStore; readonly files: Files },
  places: Places,
  now: State,
  privacies: readonly Privacy[],
): Promise<Result<readonly EvidenceFile[], Problem>> {
  const found = await findFiles(files, places);
  if (!found.ok) return found;
  const expected = new Map<Found, readonly string[]>();
  let state = emptyState;
  // In the order of the log, so that it is read once.
  for (const file of found.value.toSorted((a, b) => a.seq - b.seq)) {
    while (state.seq < file.seq) {
      const events = await store.read(state.seq, Math.min(page, file.seq - state.seq));
      if (!events.ok) return events;
      if (events.value.length === 0) break;
      state = fold(events.value, state);
    }
    const hash = await store.hashAt(state.seq);
    if (!hash.ok) return hash;
    const projection = gateEvidence(state).find((one) => one.path === file.path);
    if (projection && state.seq === file.seq)
      expected.set(
        file,
        privacies.map((one) => projectedText(projection, state, one, hash.value ?? undefined)),
      );
  }
  const known = new Set(gateEvidence(now).map((one) => one.path));
  return ok(
    found.value.map((file): EvidenceFile => {
      const texts = expected.get(file);
      if (texts === undefined && !known.has(file.path) && !claimsPass(file.text))
        return { path: file.path, verdict: 'unbound' };
      return { path: file.path, verdict: texts?.includes(file.text) === true ? 'same' : 'differs' };
    }),
  );
}

const page = 5000;

async function findFiles(files: Files, places: Places): Promise<Result<readonly Found[], Problem>> {
  const found: Found[] = [];
  for (const task of await files.list(`${places.ledger}/${evidenceFolder}`))
    for (const name of await files.list(`${places.ledger}/${evidenceFolder}/${task}`)) {
      const path = `${evidenceFolder}/${task}/${name}`;
      const text = await files.read(`${places.ledger}/${path}`);
      if (!text.ok) return text;
      if (text.value !== null) found.push({ path, text: text.value, seq: stampedSeq(text.value) });
    }
  return ok(found);
}

/** Anything that a reader could take for an open gate. */
const claimsPass = (text: string): boolean => /"ready"\s*:\s*true|^- Gate: open$/m.test(text);
