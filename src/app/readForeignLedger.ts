import { problem, type Problem } from '../base/problem.ts';
import { err, ok, type Result } from '../base/result.ts';
import type { ImportedLedger } from '../core/ledger/types.ts';
import { redactAll } from '../core/privacy/redactLine.ts';
import { readUnits } from '../protocol/ledger/foreign/agentMix.ts';
import { parseDocument } from '../protocol/ledger/foreign/document.ts';
import { readLeases } from '../protocol/ledger/foreign/leases.ts';
import { readLoopState } from '../protocol/ledger/foreign/loopState.ts';
import { emptyRegistry, liftRegistry, sessionsOf } from '../protocol/ledger/foreign/registry.ts';
import { unknownFields, type ForeignDocument } from '../protocol/ledger/foreign/unknownFields.ts';
import { isOurs } from './ledgerGuard.ts';
import type { Files } from './ports/files.ts';

export interface ForeignLedger {
  readonly ledger: ImportedLedger;
  /** What was left out, and why. */
  readonly warnings: readonly Problem[];
}

/**
 * Reads everything of another tool's ledger that can be taken over, and writes nothing. `folder` and `root` are real
 * paths; `label` is the folder as sentences name it. One file that can't be read refuses all of it, by name.
 */
export async function readForeignLedger(
  files: Files,
  { folder, root, label }: { readonly folder: string; readonly root: string; readonly label: string },
  now: string,
): Promise<Result<ForeignLedger, Problem>> {
  const text = (name: string): Promise<Result<string | null, Problem>> =>
    readInside(files, { folder, root, label }, name);
  const unknown: Problem[] = [];
  const document = async (name: ForeignDocument): Promise<Result<unknown, Problem>> => {
    const read = await text(name);
    if (!read.ok || read.value === null) return read.ok ? ok(null) : read;
    if (isOurs(read.value)) return err(ours(`${label}/${name}`));
    const parsed = parseDocument(`${label}/${name}`, read.value);
    if (!parsed.ok) return parsed;
    const value = redactAll(parsed.value);
    const strange = unknownFields(`${label}/${name}`, name, value);
    if (strange) unknown.push(strange);
    return ok(value);
  };

  const registry = await document('session_registry.json');
  if (!registry.ok) return registry;
  const mix = await document('agent_mix.json');
  if (!mix.ok) return mix;
  const leases = await document('leases.json');
  if (!leases.ok) return leases;
  const loop = await document('auto_loop_state.json');
  if (!loop.ok) return loop;
  const journal = await text('events.jsonl');
  if (!journal.ok) return journal;
  if ([registry, mix, leases, loop, journal].every((one) => one.value === null)) return err(nothingThere(label));

  const lifted =
    registry.value === null ? ok(emptyRegistry) : liftRegistry(`${label}/session_registry.json`, registry.value);
  if (!lifted.ok) return lifted;
  const units = readUnits(`${label}/agent_mix.json`, mix.value ?? {});
  if (!units.ok) return units;
  const held = readLeases(`${label}/leases.json`, leases.value ?? [], now);
  if (!held.ok) return held;
  const history = readLoopState(`${label}/auto_loop_state.json`, loop.value ?? {});
  if (!history.ok) return history;
  const { completed, deferred } = history.value;
  return ok({
    ledger: {
      ...sessionsOf(lifted.value),
      units: units.value,
      completed,
      deferred,
      leases: held.value.held,
      events: (journal.value ?? '').split('\n').filter((line) => line.trim() !== '').length,
    },
    warnings: [
      ...unknown,
      ...leftOut(label, held.value.expired, held.value.unusable, history.value.unusable),
      ...held.value.renamed.map(({ from, to }) =>
        problem('import.renamed', 'The lease {from} is called {to} here.', { from, to }),
      ),
    ],
  });
}

/** A file of the folder, unless a link leads it out of the repository; null when there is none. */
async function readInside(
  files: Files,
  { folder, root, label }: { readonly folder: string; readonly root: string; readonly label: string },
  name: string,
): Promise<Result<string | null, Problem>> {
  const real = await files.real(`${folder}/${name}`);
  if (real === null) return ok(null);
  if (!isInside(root, real))
    return err(
      problem('import.outside', '{file} leads out of the repository, so nothing was taken over. Remove the link.', {
        file: `${label}/${name}`,
      }),
    );
  const read = await files.read(real);
  // What is no UTF-8 was read with this sign in its place; JSON of the old tool has none, since it escapes what isn't ASCII.
  if (read.ok && read.value?.includes('\uFFFD'))
    return err(
      problem('files.notText', '{path} can’t be read: it is no UTF-8 text. Save it as UTF-8.', {
        path: `${label}/${name}`,
      }),
    );
  return read;
}

/** Whether a real path is a folder or lies below it. */
export const isInside = (folder: string, path: string): boolean => path === folder || path.startsWith(`${folder}/`);

export const nothingThere = (folder: string): Problem =>
  problem('import.nothing', '{folder} holds no ledger. Name the folder of one: mam import --from FOLDER.', { folder });

const ours = (file: string): Problem =>
  problem('ledger.ours', 'There is no ledger of another tool to take over: MAM wrote {file}.', { file });

function leftOut(label: string, expired: number, unusable: number, ids: number): readonly Problem[] {
  return [
    ...(expired > 0
      ? [
          problem('import.expired', 'Leases in {file} that were over and were left out: {count}.', {
            file: `${label}/leases.json`,
            count: expired,
          }),
        ]
      : []),
    ...(unusable > 0
      ? [
          problem(
            'import.unusable',
            'Leases in {file} that name no file to compare and were left out: {count}. Look at them in the kept copy.',
            { file: `${label}/leases.json`, count: unusable },
          ),
        ]
      : []),
    ...(ids > 0
      ? [
          problem('import.ids', 'Entries in {file} that name no task and were left out: {count}.', {
            file: `${label}/auto_loop_state.json`,
            count: ids,
          }),
        ]
      : []),
  ];
}
