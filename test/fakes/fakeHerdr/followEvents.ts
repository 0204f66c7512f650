import type { Socket } from 'node:net';
import type { z } from 'zod';
import type { subscription } from './methods.ts';
import type { World } from './world.ts';

interface Entry {
  readonly type: string;
  readonly pane: string | undefined;
  after: number;
}

/**
 * A subscription: the confirmation, and then at most one event a tick for each of its entries, until the client goes or
 * says anything more. A pane that is not there fails all of it.
 */
export function followEvents(
  socket: Socket,
  id: string,
  { subscriptions: wanted }: z.infer<typeof subscription>,
  { world, tickMs, replays }: { readonly world: World; readonly tickMs: number; readonly replays: boolean },
): boolean {
  const say = (value: object): void => void socket.write(`${JSON.stringify(value)}\n`);
  const missing = wanted.find(({ pane_id: pane }) => pane !== undefined && world.pane(pane) === undefined);
  if (missing !== undefined) {
    socket.end(
      `${JSON.stringify({ id, error: { code: 'pane_not_found', message: `pane ${missing.pane_id} not found` } })}\n`,
    );
    return false;
  }
  const entries: Entry[] = wanted.map(({ type, pane_id: pane }) => ({
    type,
    pane,
    // The older server tells of panes that came and went from the first event that it still has.
    after: pane === undefined && replays ? 0 : world.hub.last,
  }));
  say({ id, result: { type: 'subscription_started' } });
  const timer = setInterval(() => {
    for (const entry of entries) {
      const next = world.hub.next(entry.after, entry.type, entry.pane);
      if (next === undefined) continue;
      entry.after = next.sequence;
      say(next.data);
    }
  }, tickMs);
  socket.on('data', () => socket.destroy());
  socket.on('close', () => clearInterval(timer));
  return true;
}
