/** A line as JSON, undefined when it is none. */
export function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** An event of a type that MAM doesn't know, short enough to show; null when the line is no typed object at all. */
export function showUnknown(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || !('type' in value) || typeof value.type !== 'string') return null;
  return `${value.type} ${JSON.stringify(value)}`.slice(0, 240);
}
