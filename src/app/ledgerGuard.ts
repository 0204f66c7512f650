import { isoSeconds } from '../base/clock.ts';
import { problem, type Problem } from '../base/problem.ts';
import { ok, type Result } from '../base/result.ts';
import { withExcludeBlock, withLine } from './excludeBlock.ts';
import { isForeignLine } from './projections/events.ts';
import { laterFolders, ownFolders, type Places } from './places.ts';
import type { Files } from './ports/files.ts';
import type { Git } from './ports/git.ts';

/** Whether a contract file is one that MAM wrote: it carries the sequence of the log that it shows. */
export const isOurs = (text: string): boolean => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && 'mam' in value;
  } catch {
    return false;
  }
};

/** The documents by which a ledger is known to be somebody's. */
const documents = ['session_registry.json', 'leases.json', 'agent_mix.json', 'auto_loop_state.json'] as const;

/** Whether another tool's loop works on this ledger now. */
export const isOriginalRunning = (files: Files, places: Places): Promise<boolean> =>
  files.isLocked(`${places.ledger}/leases.json.lock`);

export const originalRunning: Problem = problem(
  'ledger.originalRunning',
  'Another agent loop is running on this repository and holds reports/agent_loop/active/leases.json.lock. MAM only shows what it knows until that loop ends.',
);

/** Whether a report has the line that says which event of the log it shows. */
const isStamped = (text: string): boolean => /^Log: event \d+/m.test(text);

/** A report that says nothing of a log, whoever made it. */
const markless = 'privacy_audit.md';

/** Whether any of the contract files is another tool's; none is written over then. */
async function isForeign(files: Files, places: Places): Promise<Result<boolean, Problem>> {
  let ours = false;
  for (const name of documents) {
    const text = await files.read(`${places.ledger}/${name}`);
    if (!text.ok) return text;
    if (text.value !== null && !isOurs(text.value)) return ok(true);
    ours ||= text.value !== null;
  }
  const line = await files.lastLine(`${places.ledger}/events.jsonl`);
  if (!line.ok) return line;
  if (line.value !== null && isForeignLine(line.value)) return ok(true);
  // Not every file of MAM's has a mark of its own, but none is written before one of the documents.
  return ours ? ok(false) : holdsUnmarked(files, places.ledger);
}

/** Whether a folder holds any document, report or journal that MAM did not mark, however deep. */
async function holdsUnmarked(files: Files, folder: string): Promise<Result<boolean, Problem>> {
  for (const name of await files.list(folder)) {
    const path = `${folder}/${name}`;
    if ((await files.kind(path)) === 'folder') {
      const below = await holdsUnmarked(files, path);
      if (!below.ok || below.value) return below;
    } else if (/\.(?:json|md)$/.test(name) && name !== markless) {
      const text = await files.read(path);
      if (!text.ok) return text;
      if (text.value !== null && !isOurs(text.value) && !isStamped(text.value)) return ok(true);
    }
  }
  return ok(false);
}

export const foreignLedger: Problem = problem(
  'ledger.foreign',
  'reports/agent_loop holds the ledger of another tool, and MAM does not write over it. Take it over with Import Ledger (mam import), or put it aside with Start Fresh (mam import --put-aside).',
);

/** Why MAM's own files can't be where they belong, or null: a link that leads out of the repository, or a file in the way. */
async function placeOfOwnFiles(files: Files, { controlRoot, ...places }: Places): Promise<Problem | null> {
  const root = (await files.real(controlRoot)) ?? controlRoot;
  const own = [`${controlRoot}/.mam`, places.jobs, places.teams, places.backups];
  const ledger = [`${controlRoot}/reports`, `${controlRoot}/reports/agent_loop`, places.ledger];
  for (const path of [...own, ...ledger]) {
    const found = await files.real(path);
    // What was made between the two looks is no link; one to nothing is one that nothing can be written through either.
    const isThere = found !== null || (await isListed(files, path));
    const real = found ?? (isThere ? await files.real(path) : null);
    const at = { path: path.slice(controlRoot.length + 1) };
    if (isThere && !real?.startsWith(`${root}/`)) return leadsOut(at);
    if (real !== null && (await files.kind(path)) !== 'folder') return notFolder(at);
  }
  return null;
}

const isListed = async (files: Files, path: string): Promise<boolean> => {
  const end = path.lastIndexOf('/');
  return (await files.list(path.slice(0, end))).includes(path.slice(end + 1));
};

const leadsOut = (at: { readonly path: string }): Problem =>
  problem(
    'ledger.link',
    '{path} leads out of the repository, and MAM keeps its own files there. Remove the link, or move what it leads to into its place.',
    at,
  );

const notFolder = (at: { readonly path: string }): Problem =>
  problem(
    'ledger.notFolder',
    '{path} is a file, and MAM keeps its own files in a folder of that name. Move it away.',
    at,
  );

/**
 * Why MAM may not write its own files here: another tool's ledger, no place for them, or files that git tracks. Null when
 * it may.
 */
export async function ledgerProblem(files: Files, git: Git, places: Places): Promise<Problem | null> {
  if (await isOriginalRunning(files, places)) return originalRunning;
  const foreign = await isForeign(files, places);
  if (!foreign.ok) return foreign.error;
  if (foreign.value) return foreignLedger;
  const misplaced = await placeOfOwnFiles(files, places);
  if (misplaced) return misplaced;
  const listed = await git.tracked([...ownFolders]);
  if (!listed.ok) return listed.error;
  const [tracked] = listed.value;
  if (tracked !== undefined)
    return problem(
      'ledger.tracked',
      '{path} is tracked by git, and MAM keeps its own files there. Remove it from the index with git rm --cached, or move it.',
      { path: tracked },
    );
  return null;
}

/** Sees to it that git leaves MAM's own folders alone, where no owner has told it yet. */
export async function hideOwnFolders(files: Pick<Files, 'read' | 'write'>, places: Places): Promise<Problem | null> {
  const before = await files.read(places.exclude);
  if (!before.ok) return before.error;
  const lines = new Set((before.value ?? '').split(/\r?\n/));
  if (ownFolders.every((folder) => lines.has(`/${folder}/`))) return null;
  const written = await files.write(places.exclude, withExcludeBlock(before.value ?? '', ownFolders, ownFolders));
  return written.ok ? null : written.error;
}

/** Keeps MAM's folders out of everybody's git status by one marked block in info/exclude; `.gitignore` is never edited. */
export async function excludeOwnFolders(files: Files, places: Places, worktreesRoot: string): Promise<Problem | null> {
  const before = await files.read(places.exclude);
  if (!before.ok) return before.error;
  const text = before.value ?? '';
  const lines = new Set(text.split(/\r?\n/));
  const hidden = laterFolders.filter((folder) => lines.has(`/${folder}/`));
  const folders = [...ownFolders, worktreesRoot, ...hidden].filter(
    (folder) => !folder.startsWith('/') && !folder.startsWith('..'),
  );
  const after = withExcludeBlock(text, folders, ownFolders);
  if (after === text) return null;
  const written = await files.write(places.exclude, after);
  return written.ok ? null : written.error;
}

/** What `hideLater` needs. */
export interface HideNeeds {
  readonly files: Pick<Files, 'read' | 'write'>;
  readonly git: Pick<Git, 'tracked'>;
  readonly places: Pick<Places, 'exclude'>;
}

/** The same for one of the folders that are not there before something is written to them. */
export async function hideLater(
  folder: (typeof laterFolders)[number],
  { files, git, places }: HideNeeds,
): Promise<Problem | null> {
  const tracked = await git.tracked([folder]);
  if (!tracked.ok) return tracked.error;
  const before = await files.read(places.exclude);
  if (!before.ok) return before.error;
  const text = before.value ?? '';
  if (tracked.value.length > 0 || text.split(/\r?\n/).includes(`/${folder}/`)) return null;
  const written = await files.write(places.exclude, withLine(text, folder));
  return written.ok ? null : written.error;
}

/** Where a ledger that is put aside at `now` (milliseconds) lies from then on, relative to the control root. */
export const asideOf = (now: number): string => `.mam/backups/agent_loop-${isoSeconds(now).replaceAll(':', '')}`;

/** Moves the whole foreign ledger to `aside`, relative to the control root; nothing of it is deleted. Fails while the other tool runs. */
export async function putLedgerAside(files: Files, places: Places, aside: string): Promise<Problem | null> {
  if (await isOriginalRunning(files, places)) return originalRunning;
  const moved = await files.move(`${places.controlRoot}/reports/agent_loop`, `${places.controlRoot}/${aside}`);
  return moved.ok ? null : moved.error;
}
