import type { Finding, Identity } from '../../core/review/types.ts';
import type { Git } from '../ports/git.ts';

/** Files of one report whose places are looked up; what is cited beyond them counts as it stands. */
const mostFiles = 50;

/**
 * Findings with their files as the repository names them. One that cites a file or a line which neither head nor base
 * has becomes advisory. What can't be read is taken as it is said: only a place that is certainly not there weakens a finding.
 */
export async function placeFindings(
  findings: readonly Finding[],
  /** `folder`: the checkout in which the reviewer looked, whose path it may have put before a name. */
  { identity, folder }: { readonly identity: Identity; readonly folder: string },
  git: Pick<Git, 'readFileAt'>,
): Promise<readonly Finding[]> {
  const named = findings.map((finding): Finding =>
    finding.file === undefined ? finding : { ...finding, file: relative(finding.file, folder) },
  );
  const files = [...new Set(named.flatMap(({ file }) => (file === undefined ? [] : [file])))].slice(0, mostFiles);
  const found = new Map<string, number | 'unknown'>();
  for (const file of files) found.set(file, await linesOf(file, identity, git));
  return named.map((finding) => {
    const lines = finding.file === undefined ? undefined : found.get(finding.file);
    const isThere = lines === undefined || lines === 'unknown' || (finding.line ?? 0) <= lines;
    return isThere && lines !== 0 ? finding : { ...finding, advisory: true };
  });
}

const relative = (file: string, folder: string): string =>
  (file.startsWith(`${folder}/`) ? file.slice(folder.length + 1) : file).replace(/^(?:\.\/)+/, '');

/** Lines of a file in head or base, whichever has more; 0 when neither has it. */
async function linesOf(
  file: string,
  { head, base }: Identity,
  git: Pick<Git, 'readFileAt'>,
): Promise<number | 'unknown'> {
  if (file.endsWith('/')) return 'unknown';
  if (file.startsWith('/') || file.split('/').includes('..')) return 0;
  let most = 0;
  for (const commit of [head, base]) {
    const text = await git.readFileAt(commit, file);
    if (!text.ok) return 'unknown';
    if (text.value !== null) most = Math.max(most, text.value.split('\n').length);
  }
  // What has no ending may be a folder, which can't be looked up by its name.
  return most === 0 && !/\.[^/]*$/.test(file) ? 'unknown' : most;
}
