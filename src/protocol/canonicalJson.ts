/**
 * One text for one value, whoever wrote it: no white space, names of objects in the order of their UTF-16 units, strings
 * as `JSON.stringify` writes them. Null for what has no such text: a number that is not whole or too large to be exact.
 */
export function canonicalJson(value: unknown): string | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : null;
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? null;
  if (Array.isArray(value)) return joined('[', value.map(canonicalJson), ']');
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return joined(
    '{',
    entries.map(([name, held]) => {
      const text = canonicalJson(held);
      return text === null ? null : `${JSON.stringify(name)}:${text}`;
    }),
    '}',
  );
}

const joined = (open: string, parts: readonly (string | null)[], close: string): string | null =>
  parts.includes(null) ? null : `${open}${parts.join(',')}${close}`;
