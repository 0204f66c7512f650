import { constants } from 'node:fs';
import { rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { openPlain } from './openPlain.ts';

/** Bytes that the record may have; then it begins anew, and the one before is kept. */
const mostBytes = 1024 * 1024;
/** Characters of a reason: whoever is refused may have written most of it. */
const mostReason = 500;

/**
 * Adds a line of JSON to what the spool `folder` says of refused files: the time, the name of the file, and the reason.
 * Nothing else of the file is in it.
 */
export async function noteRefusal(
  folder: string,
  refusal: { readonly file: string; readonly reason: string },
): Promise<void> {
  const path = join(folder, 'refused.ndjson');
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  );
  if (size > mostBytes) await rename(path, `${path}.old`);
  const line = { at: new Date().toISOString(), file: refusal.file, reason: refusal.reason.slice(0, mostReason) };
  const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);
  const file = await openPlain(path, flags, 0o600);
  try {
    await file.appendFile(`${JSON.stringify(line)}\n`);
  } finally {
    await file.close();
  }
}
