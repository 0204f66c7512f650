import type { Problem } from '../../../base/problem.ts';
import { ok, type Result } from '../../../base/result.ts';
import { endPlace } from '../endPlace.ts';
import type { PlaceNotes } from '../placeNotes.ts';
import type { TmuxClient } from './client.ts';

/** Ends the agent of a place and all that it started, and then its terminal. */
export const closePlace = (
  { client, notes }: { readonly client: TmuxClient; readonly notes: PlaceNotes },
  handle: string,
  graceMs: number,
): Promise<Result<undefined, Problem>> => endPlace(notes, handle, graceMs, () => endSession(client, handle));

async function endSession(client: TmuxClient, handle: string): Promise<Result<undefined, Problem>> {
  const ended = await client.call([['kill-session', '-t', `=${handle}`]]);
  return ended.ok || isNoSession(ended.error) ? ok(undefined) : ended;
}

/** tmux knows no session of this name. */
export const isNoSession = ({ params }: Problem): boolean =>
  /can't find session|no such session/i.test(String(params['reason']));
