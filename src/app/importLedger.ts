import { isoSeconds } from '../base/clock.ts';
import { problem, type Problem } from '../base/problem.ts';
import { err, ok, type Result } from '../base/result.ts';
import type { Actor } from '../core/actor.ts';
import type { ImportedLedger } from '../core/ledger/types.ts';
import { asideOf, isOriginalRunning, originalRunning, putLedgerAside } from './ledgerGuard.ts';
import type { Orchestrator } from './orchestrator.ts';
import type { Places } from './places.ts';
import type { Ports } from './ports.ts';
import type { Files } from './ports/files.ts';
import { isInside, nothingThere, readForeignLedger } from './readForeignLedger.ts';

/** What an import did. */
export interface LedgerImport {
  /** False when the same was taken over before, so that nothing was added. */
  readonly imported: boolean;
  readonly ledger: ImportedLedger;
  /** Where the old files lie now, relative to the control root. */
  readonly kept: string;
  /** What was left out, and why. */
  readonly warnings: readonly Problem[];
}

/**
 * Takes over a ledger that another tool wrote. Everything is read and checked before anything is written; then it is
 * recorded, and at last the whole old tree is put aside, so that an import that was cut off is made whole by the next
 * one. A folder that was named with `from` stays where it is. Fails while the other tool runs.
 */
export async function importLedger(
  { files, clock }: Pick<Ports, 'files' | 'clock'>,
  places: Places,
  orchestrator: Orchestrator,
  from: string | null,
  actor: Actor,
): Promise<Result<LedgerImport, Problem>> {
  if (await isOriginalRunning(files, places)) return err(originalRunning);
  const folder = await realFolder(files, places, from);
  if (!folder.ok) return folder;
  const now = clock.now();
  const read = await readForeignLedger(files, folder.value, isoSeconds(now));
  if (!read.ok) {
    const before = from === null && read.error.code === 'ledger.ours' ? orchestrator.state.imports.at(-1) : undefined;
    return before ? ok({ imported: false, ledger: before, kept: before.kept, warnings: [] }) : read;
  }
  const inPlace = folder.value.folder === (await files.real(places.ledger));
  const place = inPlace ? asideOf(now) : folder.value.label;
  const done = await orchestrator.dispatch({ type: 'importLedger', ledger: read.value.ledger, kept: place }, actor);
  if (!done.ok) return done;
  const imported = done.value.length > 0;
  const kept = inPlace && !imported ? ((await promisedPlace(files, places, orchestrator)) ?? place) : place;
  const trouble = inPlace ? await putLedgerAside(files, places, kept) : null;
  return trouble ? err(trouble) : ok({ imported, kept, ...read.value });
}

/** Where the log says that a ledger lies which never came there: an import was cut off before its files were moved. */
async function promisedPlace(files: Files, places: Places, { state }: Orchestrator): Promise<string | null> {
  for (const { kept } of state.imports.toReversed())
    if (kept.startsWith('.mam/backups/') && (await files.kind(`${places.controlRoot}/${kept}`)) === null) return kept;
  return null;
}

/** The real folder to read, which has to lie in the repository, and its name in sentences. */
async function realFolder(
  files: Files,
  places: Places,
  from: string | null,
): Promise<Result<{ readonly folder: string; readonly root: string; readonly label: string }, Problem>> {
  const root = (await files.real(places.controlRoot)) ?? places.controlRoot;
  const named = from ?? places.ledger;
  const folder = await files.real(named);
  if (folder === null) return err(nothingThere(from ?? 'reports/agent_loop/active'));
  if (!isInside(root, folder))
    return err(
      problem(
        'import.folderOutside',
        '{folder} is not in this repository. Copy the ledger into it, and name that folder.',
        {
          folder: named,
        },
      ),
    );
  return ok({ folder, root, label: folder.slice(root.length + 1) || '.' });
}
