/**
 * Whether two pieces of plain data say the same. The order of keys does not count, since the log stores them sorted, and
 * a member that is undefined counts as absent, since JSON drops it.
 */
export function sameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [left, right] = [membersOf(a), membersOf(b)];
  return (
    left.size === right.size && [...left].every(([key, value]) => right.has(key) && sameValue(value, right.get(key)))
  );
}

const membersOf = (value: object): ReadonlyMap<string, unknown> =>
  new Map(Object.entries(value).filter(([, member]) => member !== undefined));
