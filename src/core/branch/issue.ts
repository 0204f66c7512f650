/** The issue that a branch is for: the digits of `issue-<N>` at its start or behind a slash; null for none. */
export const issueOf = (branch: string): string | null => /(?:^|\/)issue-(\d+)(?=-|$)/.exec(branch)?.[1] ?? null;

/** What may be parsed as an issue branch: `<type>/issue-<N>` with anything behind a dash. */
export const isConventional = (branch: string): boolean => /^[a-z0-9_-]+\/issue-\d+(?:-|$)/.test(branch);

/** What MAM itself creates: `<type>/issue-<N>-<slug>` with one of the project's types. */
export function isStrict(branch: string, types: readonly string[]): boolean {
  const [, type = '', rest = ''] = /^([^/]+)\/(.*)$/s.exec(branch) ?? [];
  return types.includes(type) && /^issue-\d+(?:-[a-z0-9]+)*$/.test(rest);
}

/** The branch of an issue as MAM names it: strict where the type is one of the project's and the words are a slug. */
export const issueBranch = (type: string, issue: string, words: string): string => `${type}/issue-${issue}-${words}`;

/** Branches that others build on, and what is no branch at all: no work goes on there, whatever the issue. */
export const isProtected = (branch: string): boolean => /^(?:HEAD|main|master|unknown|release\/.*)$/s.test(branch);

/** Whether the name of a branch says which issue the work in it is for: release branches never do. */
export const isIssueLinked = (branch: string): boolean => !isProtected(branch) && issueOf(branch) !== null;

/** `12` of ` #12 `: how a person may name an issue or a pull request; null for anything else. */
export const parseIssue = (text: string): string | null => /^#?(\d{1,10})$/.exec(text.trim())?.[1] ?? null;
