import { globMatcher } from '../lease/glob.ts';

/**
 * Tells whether a path belongs to an entry of a path list. An entry with a wildcard is a glob from the root; one that
 * ends in `/` is a folder of that name anywhere; any other is a file of that name anywhere.
 */
function entryMatcher(entry: string): (path: string) => boolean {
  const wanted = entry.normalize('NFC').replace(/^(?:\.?\/)+/, '');
  if (wanted === '') return () => false;
  if (/[*?{}]/.test(wanted)) return globMatcher(wanted);
  // With a slash in front, the whole name of a file or folder is compared and not the end of a longer one.
  const whole = `/${wanted}`;
  return wanted.endsWith('/') ? (path) => `/${path}`.includes(whole) : (path) => `/${path}`.endsWith(whole);
}

/** Tells whether a path belongs to one of some entries, such as those of load-bearing files; taken apart once for many paths. */
export function entriesMatcher(entries: readonly string[]): (path: string) => boolean {
  const matchers = entries.map(entryMatcher);
  return (path) => {
    const normal = path.normalize('NFC');
    return matchers.some((matches) => matches(normal));
  };
}

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
