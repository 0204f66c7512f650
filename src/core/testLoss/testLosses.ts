import { bare } from './bare.ts';
import { isData, isTestPath } from './isTestPath.ts';
import { languageOf, otherLanguage, type Language } from './languages.ts';
import type { TestFile, TestLoss } from './types.ts';

/** A share of a deleted file's lines from which a new one counts as the same, moved. */
const sameShare = 0.8;

/**
 * What a change takes away from the tests: files, tests, assertions, or their force. Found by simple rules, so that it is
 * a reason to look and no verdict; what was moved to another file of the change is compared with where it went.
 */
export function testLosses(files: readonly TestFile[]): readonly TestLoss[] {
  const moves = movesOf(files);
  const arrived = new Set(moves.values());
  return files.flatMap((file): readonly TestLoss[] => {
    const { path, before, after } = file;
    // What a moved file lost is told where it went.
    if (arrived.has(path)) return [];
    if (after !== null) return lossesOf(path, before ?? '', after);
    if (before === null) return [];
    const target = files.find((one) => one.path === moves.get(path));
    if (target) return lossesOf(target.path, before, target.after ?? '');
    const language = testLanguageOf(path);
    const tests = language ? countOf(before, language, 'test') : 0;
    return (language && isTestPath(path)) || tests > 0
      ? [{ path, kind: 'deleted', before: tests, after: 0, lines: [] }]
      : [];
  });
}

/** Tests in a language that is not known are counted by the usual words; what tests only read holds none. */
const testLanguageOf = (path: string): Language | null =>
  languageOf(path) ?? (isTestPath(path) && !isData(path) ? otherLanguage : null);

function lossesOf(path: string, before: string, after: string): readonly TestLoss[] {
  const language = testLanguageOf(path);
  if (!language) return [];
  const count = (what: Pattern) => ({ before: countOf(before, language, what), after: countOf(after, language, what) });
  const found: TestLoss[] = [];
  for (const [kind, what] of [
    ['fewer-tests', 'test'],
    ['fewer-assertions', 'assertion'],
  ] as const) {
    const counts = count(what);
    if (counts.after < counts.before) found.push({ path, kind, ...counts, lines: [] });
  }
  for (const [kind, what] of [
    ['skipped', 'skip'],
    ['trivial', 'trivial'],
  ] as const) {
    const counts = count(what);
    if (counts.after > counts.before)
      found.push({ path, kind, ...counts, lines: newLines(before, after, language, what) });
  }
  return found;
}

type Pattern = 'test' | 'skip' | 'assertion' | 'trivial';

const matchesOf = (text: string, language: Language, what: Pattern): readonly RegExpExecArray[] => [
  ...bare(text, language.syntax).matchAll(language[what]),
];

const countOf = (text: string, language: Language, what: Pattern): number => matchesOf(text, language, what).length;

/** Lines of the head with something of this kind that the base has not. */
function newLines(before: string, after: string, language: Language, what: Pattern): readonly number[] {
  const known = new Set(before.split('\n').map((line) => line.trim()));
  const lines = after.split('\n');
  const at = matchesOf(after, language, what).map(({ index, 0: match }) => {
    // A pattern may begin with the line break before it.
    const start = index + (match.length - match.trimStart().length);
    return after.slice(0, start).split('\n').length;
  });
  const found = [...new Set(at)].filter((line) => !known.has((lines[line - 1] ?? '').trim()));
  return found.length > 0 ? found : [...new Set(at)];
}

/** Where deleted files went, by their path: the new file that holds nearly all of their lines. */
function movesOf(files: readonly TestFile[]): ReadonlyMap<string, string> {
  const moves = new Map<string, string>();
  const taken = new Set<string>();
  for (const gone of files) {
    if (gone.before === null || gone.after !== null) continue;
    const lines = linesOf(gone.before);
    const target = files.find(
      ({ path, before, after }) =>
        before === null && after !== null && !taken.has(path) && shareOf(lines, new Set(linesOf(after))) >= sameShare,
    );
    if (!target || lines.length === 0) continue;
    moves.set(gone.path, target.path);
    taken.add(target.path);
  }
  return moves;
}

const linesOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const shareOf = (lines: readonly string[], all: ReadonlySet<string>): number =>
  lines.length === 0 ? 0 : lines.filter((line) => all.has(line)).length / lines.length;
