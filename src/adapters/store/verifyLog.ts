import type { Verification } from '../../app/ports/eventStore.ts';
import { attempt } from './access.ts';
import { genesis } from './chain.ts';
import { createEventRows } from './eventRows.ts';
import type { Sqlite } from './loadSqlite.ts';
import { quickCheck } from './openDatabase.ts';
import { chainBroken, sealBroken } from './sealing.ts';
import type { Sealing } from './sealing.ts';
import { walkChain } from './walkChain.ts';
import type { Walk } from './walkChain.ts';
import { whenFree } from './whenFree.ts';

/** Checks the pages, hashes every event again and compares the seals. What can't be read is a broken log, not an error. */
export async function verifyLog(sqlite: Sqlite, path: string, sealing: Sealing): Promise<Verification> {
  const walked = await attempt(() => walkFile(sqlite, path), path);
  if (!walked.ok) return { ok: false, events: 0, head: genesis, brokenAt: null, problem: walked.error, seals: [] };
  const compared = await attempt(() => sealing.compare(), path);
  const seals = compared.ok ? compared.value : [];
  const { events, head, brokenAt } = walked.value;
  const broken = seals.find((seal) => !seal.ok);
  const chain = brokenAt === null ? null : chainBroken(brokenAt);
  const found = chain ?? (broken ? sealBroken(broken.name) : null) ?? (compared.ok ? null : compared.error);
  return { ok: found === null, events, head: head.hash, brokenAt, problem: found, seals };
}

/** Through a connection of its own: ours would answer from its cache what the file may no longer hold. */
async function walkFile(sqlite: Sqlite, path: string): Promise<Walk & { readonly events: number }> {
  const db = new sqlite.DatabaseSync(path, { readOnly: true });
  try {
    await whenFree(() => quickCheck(db, path));
    const rows = createEventRows(db);
    const { seq } = await whenFree(() => rows.head());
    const walk = await walkChain((task) => whenFree(() => task(rows)), { seq: 0, hash: genesis }, seq);
    return { ...walk, events: seq };
  } finally {
    db.close();
  }
}
