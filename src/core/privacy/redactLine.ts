import { findSecrets, redactSecrets } from './secrets.ts';

/** Redacts every string of a plain value, names of fields too. */
export const redactAll = (value: unknown): unknown => {
  if (typeof value === 'string') return redactSecrets(value);
  if (Array.isArray(value)) return value.map(redactAll);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, held]) => [redactSecrets(key), redactAll(held)]));
};

/** Redacts a line of text, or a JSON text string by string, so that JSON stays JSON. What holds no secret stays as it is. */
export function redactLine(line: string): string {
  if (!/^\s*[[{]/.test(line)) return redactSecrets(line);
  try {
    const value: unknown = JSON.parse(line);
    const clean = JSON.stringify(redactAll(value));
    // A field that comes twice is parsed once: the text itself must hold none either.
    return clean === JSON.stringify(value) && findSecrets(line).length === 0 ? line : clean;
  } catch {
    // No JSON, or nested deeper than anybody could walk.
    return redactSecrets(line);
  }
}
