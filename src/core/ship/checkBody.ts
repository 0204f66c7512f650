import { fencedLines } from '../../base/fencedLines.ts';
import { problem, type Problem } from '../../base/problem.ts';
import { auditClaim, withoutDisclaimers } from '../claim/auditClaim.ts';
import type { ClaimWords, Finding } from '../claim/types.ts';
import type { Classification } from '../surface/types.ts';

/** What is no text: code in back-ticks and comments, whichever begins first. The mark of a fence has no end on its line. */
const silent = /(?<!`)(`+)(?!`)[^\n]*?(?<!`)\1(?!`)|<!--[\s\S]*?(?:-->|$)/g;

const withoutFences = (text: string): string =>
  fencedLines(text)
    .map(({ text: line, fenced }) => (fenced ? ' ' : line))
    .join('\n');

/**
 * A text without code and comments, read in both orders: a fence may stand in a comment and a comment in a fence, and
 * what one order hides the other shows. An issue that would be closed unseen is worse than one too many.
 */
const spoken = (text: string): readonly string[] => [
  withoutFences(text).replace(silent, ' '),
  withoutFences(text.replace(silent, ' ')),
];

/** `#7`, `GH-7`, `owner/repo#7`, or the address of an issue, behind a word that closes. */
const closers =
  /(?<![\p{L}\p{N}_])(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?):?\s+<?(?:https?:\/\/[^\s/]+\/(?<path>[^\s#?]+?)\/(?:-\/)?(?:issues|pulls?|merge_requests|work_items)\/|(?<repository>[\w.-]+\/[\w.-]+)?#|GH-)(?<number>\d{1,10})(?!\d)/giu;

/**
 * Issues that merging a pull request with this text closes, in the order of the text: `7`, and `owner/repo#7` where a
 * repository is named. What only stands as code or as a comment of a template closes none.
 */
export const closedIssues = (body: string): readonly string[] => {
  const found = spoken(body).flatMap((said) => [...said.matchAll(closers)]);
  const names = found.map(({ groups: { path, repository, number } = {} }) => {
    const named = path ?? repository;
    return named === undefined ? (number ?? '') : `${named}#${number}`;
  });
  return [...new Set(names)];
};

/** What must be mended in the text of a pull request before it is published. */
export function checkBody(
  body: string,
  about: {
    /** The issue of the branch; null when it has none. */
    readonly issue: string | null;
    /** Changed files, relative to the root. */
    readonly files: readonly string[];
    readonly surface: Pick<Classification, 'surface' | 'additional' | 'reviewer' | 'private' | 'routine'>;
    readonly words: readonly ClaimWords[];
    /** Names of what the privacy rules found in the text. */
    readonly privacy: readonly string[];
  },
): readonly Finding[] {
  const closed = closedIssues(body);
  const { issue } = about;
  return [
    ...closerProblems(closed, issue).map((one) => ({ severity: 'high' as const, problem: one })),
    ...auditClaim(withoutDisclaimers(withoutNames(body, about), about.words), about.surface, about.words),
    ...about.privacy.map((name) => ({
      severity: 'critical' as const,
      problem: problem('body.private', 'The text holds something private: {name}. Take it out.', { name }),
    })),
  ];
}

/** A file, surface or reviewer of the change that stands in back-ticks claims nothing by its name. */
const withoutNames = (body: string, { files, surface }: Pick<Parameters<typeof checkBody>[1], 'files' | 'surface'>) =>
  [...files, surface.surface, ...surface.additional, surface.reviewer].reduce(
    (text, name) => text.replaceAll(`\`${name}\``, '``'),
    body,
  );

/** What is wrong with the issues that a text closes, for a branch of this issue. */
export function closerProblems(closed: readonly string[], issue: string | null): readonly Problem[] {
  if (closed.length === 0)
    return [
      problem('body.noCloser', 'The text closes no issue. Add a line "Closes #{issue}".', { issue: issue ?? 'N' }),
    ];
  if (issue === null) return [];
  const others = [...new Set(closed.filter((one) => one !== issue))];
  if (others.length === 0) return [];
  const names = others.map((one) => (/^\d+$/.test(one) ? `#${one}` : one)).join(', ');
  return [
    closed.includes(issue)
      ? problem(
          'body.alsoCloses',
          'The text also closes {closed}, but the branch is for #{issue} alone. Speak of it without a word that closes.',
          { closed: names, issue },
        )
      : problem(
          'body.otherIssue',
          'The text closes {closed}, but the branch is for #{issue}. Name the same one in both places, written as #{issue}.',
          { closed: names, issue },
        ),
  ];
}
