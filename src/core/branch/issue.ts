/** The issue that a branch is for: the digits of `issue-<N>` at its start or behind a slash; null for none. */
export const issueOf = (branch: string): string | null => /(?:^|\/)issue-(\d+)(?=-|$)/.exec(branch)?.[1] ?? null;

/** What may be parsed as an issue branch: `<type>/issue-<N>` with anything behind a dash. */
export const isConventional = (branch: string): boolean => /^[a-z0-9_-]+\/issue-\d+(?:-|$)/.test(branch);

/** What MAM itself creates: `<type>/issue-<N>-<slug>` with one of the project's types. */
export function isStrict(branch: string, types: readonly string[]): boolean {
  const [, type = '', rest = ''] = /^([^/]+)\/(.*)$/s.exec(branch) ?? [];
  return types.includes(type) && /^issue-\d+(?:-[a-z0-9]+)*$/.test(rest);
}

const unlinked: ReadonlySet<string> = new Set(['HEAD', 'main', 'master', 'unknown']);

/** Whether work in a branch is for an issue: release branches never are, whatever their name says. */
export const isIssueLinked = (branch: string): boolean =>
  !unlinked.has(branch) && !branch.startsWith('release/') && issueOf(branch) !== null;

/** `12` of ` #12 `: how a person may name an issue or a pull request; null for anything else. */
export const parseIssue = (text: string): string | null => /^#?(\d{1,10})$/.exec(text.trim())?.[1] ?? null;
