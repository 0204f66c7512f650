import { covers } from '../lease/glob.ts';

/**
 * Whether an entry of a path list means a file. An entry with a wildcard is a glob from the root; one that ends in `/`
 * is a folder of that name anywhere; any other is a file of that name anywhere.
 */
export function matchesEntry(entry: string, path: string): boolean {
  const wanted = entry.normalize('NFC').replace(/^(?:\.?\/)+/, '');
  if (wanted === '') return false;
  if (/[*?{}]/.test(wanted)) return covers(wanted, path);
  // With a slash in front, the whole name of a file or folder is compared and not the end of a longer one.
  const target = `/${path.normalize('NFC')}`;
  return wanted.endsWith('/') ? target.includes(`/${wanted}`) : target.endsWith(`/${wanted}`);
}

/** Whether a change of the file also needs the deep review. */
export const isLoadBearing = (path: string, entries: readonly string[]): boolean =>
  entries.some((entry) => matchesEntry(entry, path));

/** What bears load in most repositories: how it is built and shipped, what was decided, and what changes stored data. */
export const usualLoadBearing: readonly string[] = [
  '.github/workflows/',
  '.gitlab-ci.yml',
  'CODEOWNERS',
  'Dockerfile',
  'docs/adr/',
  'migrations/',
  '**/*.proto',
];
