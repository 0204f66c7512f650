/**
 * Whether two pieces of plain data say the same. The order of keys does not count, since the log stores them sorted, and
 * a member that is undefined counts as absent, since JSON drops it. It is asked of every waiting task after every event,
 * so that it makes nothing on its way.
 */
export function sameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (!isObject(a) || !isObject(b)) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  let members = 0;
  for (const key of Object.keys(a)) {
    const value = a[key];
    if (value === undefined) continue;
    members += 1;
    if (!Object.hasOwn(b, key) || !sameValue(value, b[key])) return false;
  }
  for (const key of Object.keys(b)) if (b[key] !== undefined) members -= 1;
  return members === 0;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
