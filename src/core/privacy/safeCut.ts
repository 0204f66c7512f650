import { longestContext, secretRules } from './secretRules.ts';

/** What may stand before credentials in a URL, and must stay with them. */
const scheme = /[a-z][a-z0-9+.-]*:?\/{0,2}$/i;

/**
 * Where a text that goes on can be cut so that no secret is torn, nor parted from the words that show what it is: about
 * `overlap` characters before its end, or after the secret that lies there. At the very end when that secret may go on.
 */
export function safeCut(text: string, overlap: number): number {
  const wanted = Math.max(0, text.length - overlap);
  const before = text.slice(Math.max(0, wanted - longestContext), wanted);
  let cut = wanted - (scheme.exec(before)?.[0].length ?? 0);
  const secrets = secretRules
    .flatMap(({ pattern }) => [...text.matchAll(pattern)])
    .map((match) => ({ start: match.index, end: match.index + match[0].length }))
    // What ends credentials shows that they are some.
    .map(({ start, end }) => ({ start, end: text[end] === '@' ? end + 1 : end }))
    .toSorted((a, b) => a.start - b.start);
  for (const { start, end } of secrets) if (cut > 0 && start - longestContext < cut && end > cut) cut = end;
  return cut;
}
