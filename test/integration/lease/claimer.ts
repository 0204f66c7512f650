// A process of its own: claims files as a tick does, holds them for a moment, gives them back, and tells how often it got them.
import { writeSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { DomainEvent } from '../../../src/core/event.ts';
import { fold } from '../../../src/core/evolve.ts';
import { claimFiles } from '../../../src/core/lease/claimFiles.ts';
import { emptyState, type State } from '../../../src/core/state.ts';
import { openStore } from '../store/openStore.ts';

const [, , root, name, count, ...files] = process.argv;
if (!root || !name || !count || files.length === 0) throw new Error('usage: claimer.ts <root> <name> <count> <file>…');

const at = '2026-06-01T12:00:00Z';
const store = await openStore(root);
let state: State = emptyState;
let random = Number.parseInt(name.slice(1), 10) + 7;
/** The same numbers for the same name. */
const next = (below: number): number => {
  random = (random * 48_271) % 2_147_483_647;
  return random % below;
};

/** Decides in the store's one transaction on everything that is in the log by then. */
async function append(decide: (now: State) => readonly DomainEvent[]): Promise<readonly DomainEvent[]> {
  const done = await store.transact(state.seq, (unseen) => {
    const now = fold(unseen, state);
    return { drafts: decide(now).map((event) => ({ at, actor: `test:${name}`, event })), result: now };
  });
  if (!done.ok) throw new Error(done.error.code);
  state = fold(done.value.appended, done.value.result);
  return done.value.appended.map((one) => one.event);
}

let got = 0;
for (let n = 0; n < Number(count); n += 1) {
  const wanted = files.length === 1 ? files : files.filter(() => next(3) === 0);
  const scope = { task: null, issue: null, branch: name, worktree: '.', session: name, agent: '', ttlMs: 60_000 };
  const id = `${name}-${n}`;
  const events = await append(
    (now) => claimFiles(now, { ...scope, files: wanted }, { at, awakeMs: 0, id: () => id }).events,
  );
  if (!events.some((event) => event.type === 'leaseClaimed')) continue;
  got += 1;
  await delay(next(5));
  // Those with a single file of their own keep it: at the end all of them are held side by side.
  if (files.length > 1) await append(() => [{ type: 'leaseReleased', lease: id }]);
}
writeSync(1, String(got));
store.dispose();
