import { problem } from '../../base/problem.ts';
import type { Classification } from '../surface/types.ts';
import { findPhrase, phraseFinder } from './findPhrase.ts';
import type { ClaimKind, ClaimWords, Finding, Severity } from './types.ts';

const kinds: readonly ClaimKind[] = ['performance', 'quality', 'benchmark', 'private'];

const severities: Readonly<Record<ClaimKind, Severity>> = {
  performance: 'high',
  quality: 'medium',
  benchmark: 'high',
  private: 'critical',
};

/** The statements of a text that the touched surfaces don't support. `words` holds one table for each language. */
export function auditClaim(
  text: string,
  surface: Pick<Classification, 'surface' | 'private' | 'routine'>,
  words: readonly ClaimWords[],
): readonly Finding[] {
  const hits = kinds.flatMap((kind) => wordsIn(text, kind, words).map((word) => ({ kind, word })));
  return [
    ...hits.map(({ kind, word }) => ({
      severity: surface.private ? 'critical' : severities[kind],
      problem: problem(
        'claim.word',
        '"{word}" claims something that needs proof. Give the proof, or say it without the word.',
        {
          word,
          kind,
        },
      ),
    })),
    ...(hits.length > 0 && surface.routine
      ? [
          {
            severity: 'high' as const,
            problem: problem(
              'claim.unsupported',
              'A change of {surface} proves no claim about results. Leave the claim out, or ship it with what was measured.',
              { surface: surface.surface },
            ),
          },
        ]
      : []),
    ...(surface.private
      ? [
          {
            severity: 'critical' as const,
            problem: problem(
              'claim.privateSurface',
              'The change touches private data, so nothing may be claimed about it in public. Let a person look at it.',
            ),
          },
        ]
      : []),
  ];
}

/** The words of a kind that a text holds, each once, whatever the language. */
function wordsIn(text: string, kind: ClaimKind, words: readonly ClaimWords[]): readonly string[] {
  const all = new Set(words.flatMap((language) => language[kind]));
  return [...all].filter((word) => findPhrase(text, [word]) !== null);
}

/** The text without the lines that say that something is not claimed. */
export const withoutDisclaimers = (text: string, words: readonly ClaimWords[]): string => {
  const disclaimerIn = phraseFinder(words.flatMap((language) => language.disclaimer));
  return text
    .split('\n')
    .filter((line) => disclaimerIn(line) === null)
    .join('\n');
};
