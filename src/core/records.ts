/**
 * Records that one fold has made and nobody else has seen yet. It may go on writing into them: copying a record of a
 * thousand runs for each of a hundred thousand events would cost the square of the log.
 */
export type Own = WeakSet<object>;

type Of<T> = Readonly<Record<string, T>>;

/** A record with one entry more or another one there; the record itself when the fold owns it. */
export function put<T>(record: Of<T>, key: string, value: T, own?: Own): Of<T> {
  const into: Record<string, T> = own?.has(record) ? record : { ...record };
  into[key] = value;
  own?.add(into);
  return into;
}

/** A record without an entry; the record itself when it has none, or when the fold owns it. */
export function without<T>(record: Of<T>, key: string, own?: Own): Of<T> {
  if (!(key in record)) return record;
  const from: Record<string, T> = own?.has(record) ? record : { ...record };
  delete from[key];
  own?.add(from);
  return from;
}

/**
 * What is still told of: all that runs, and of the ended the newest `most` that had started anything and the newest `most`
 * that had not. Dry runs push none out whose work counts.
 */
export function recent<T extends { readonly decision: string }>(
  all: Of<T>,
  isStarted: (one: T) => boolean,
  most: number,
): Of<T> {
  const entries = Object.entries(all);
  const ended = entries.filter(([, one]) => one.decision !== 'running');
  const kept = new Set([
    ...ended.filter(([, one]) => isStarted(one)).slice(-most),
    ...ended.filter(([, one]) => !isStarted(one)).slice(-most),
  ]);
  return Object.fromEntries(entries.filter((entry) => entry[1].decision === 'running' || kept.has(entry)));
}
