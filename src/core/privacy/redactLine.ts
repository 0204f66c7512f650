import { redactSecrets } from './secrets.ts';

/** Redacts every string of a plain value, names of fields too. */
export const redactAll = (value: unknown): unknown => {
  if (typeof value === 'string') return redactSecrets(value);
  if (Array.isArray(value)) return value.map(redactAll);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, held]) => [redactSecrets(key), redactAll(held)]));
};

/** Redacts a line of text, or a JSON text string by string, so that JSON stays JSON. What holds no secret stays as it is. */
export function redactLine(line: string): string {
  const value = parseJson(line);
  if (value === null) return redactSecrets(line);
  const [before, after] = [JSON.stringify(value), JSON.stringify(redactAll(value))];
  return before === after ? line : after;
}

/** Null for what is no JSON object or list, or is nested so deep that nobody could walk it. */
function parseJson(line: string): unknown {
  if (!/^\s*[[{]/.test(line)) return null;
  try {
    const value: unknown = JSON.parse(line);
    JSON.stringify(redactAll(value));
    return value;
  } catch {
    return null;
  }
}
