import type { Finding, Identity } from '../../core/review/types.ts';
import type { Git } from '../ports/git.ts';

/** Files of one report whose places are looked up; what is cited beyond them counts as it stands. */
const mostFiles = 50;

interface Where {
  readonly identity: Identity;
  /** The checkout in which the reviewer looked, and others whose path it may have put before a name. */
  readonly folders: readonly string[];
}

/**
 * Findings with their files as the repository names them. One that cites a file or a line which neither head nor base
 * has becomes advisory. What can't be read is taken as it is said, and a name in another spelling is looked for as the
 * repository may have it: only a place that is certainly not there weakens a finding.
 */
export async function placeFindings(
  findings: readonly Finding[],
  { identity, folders }: Where,
  git: Pick<Git, 'readFileAt'>,
): Promise<readonly Finding[]> {
  const cited = [...new Set(findings.flatMap(({ file }) => (file === undefined ? [] : [file])))].slice(0, mostFiles);
  const found = new Map<string, Place>();
  for (const file of cited) found.set(file, await placeOf(spellings(file, folders), identity, git));
  return findings.map((finding) => {
    const place = finding.file === undefined ? undefined : found.get(finding.file);
    if (place === undefined) return finding;
    const named = { ...finding, file: place.file };
    const isThere = place.lines === 'unknown' || (place.lines > 0 && (finding.line ?? 0) <= place.lines);
    return isThere ? named : { ...named, advisory: true };
  });
}

interface Place {
  readonly file: string;
  /** 0 where nobody has the file. */
  readonly lines: number | 'unknown';
}

/** The names that a cited one may stand for, the likeliest first; none of them leaves the repository. */
function spellings(cited: string, folders: readonly string[]): readonly [string, ...string[]] {
  // As git does, Windows names files with either slash.
  const slashes = cited.replaceAll('\\', '/');
  const roots = folders.map((folder) => folder.replaceAll('\\', '/'));
  const root = roots.find((folder) => slashes.toLowerCase().startsWith(`${folder.toLowerCase()}/`));
  const plain = (root === undefined ? slashes : slashes.slice(root.length + 1)).replace(/^(?:\.\/)+/, '');
  // Diffs put a letter before the names of both sides.
  const side = /^[ab]\//.test(plain) ? [plain.slice(2)] : [];
  const exact = root === undefined && cited !== slashes ? [cited] : [];
  return [plain, ...[plain.normalize('NFC'), plain.normalize('NFD'), ...side, ...exact].filter((one) => one !== plain)];
}

async function placeOf(
  names: readonly [string, ...string[]],
  identity: Identity,
  git: Pick<Git, 'readFileAt'>,
): Promise<Place> {
  for (const file of names) {
    const lines = await linesOf(file, identity, git);
    if (lines !== 0) return { file, lines };
  }
  return { file: names[0], lines: 0 };
}

/** Lines of a file in head or base, whichever has more; 0 when neither has it. */
async function linesOf(
  file: string,
  { head, base }: Identity,
  git: Pick<Git, 'readFileAt'>,
): Promise<number | 'unknown'> {
  if (file.endsWith('/')) return 'unknown';
  if (/^(?:\/|[A-Za-z]:\/)/.test(file) || file.split('/').includes('..')) return 0;
  let most = 0;
  for (const commit of [head, base]) {
    const text = await git.readFileAt(commit, file);
    if (!text.ok) return 'unknown';
    if (text.value !== null) most = Math.max(most, text.value.split('\n').length);
  }
  // What has no ending may be a folder, which can't be looked up by its name.
  return most === 0 && !/\.[^/]*$/.test(file) ? 'unknown' : most;
}
