import type { PlaceLook } from '../../../app/ports/terminals.ts';
import type { Problem } from '../../../base/problem.ts';
import { err, ok, type Result } from '../../../base/result.ts';
import type { PlaceNote } from '../../../protocol/agents/place.ts';
import { explained, processInfo, type HerdrPane, type HerdrSnapshot } from '../../../protocol/herdr.ts';
import { countDescendants } from '../../process/countDescendants.ts';
import type { PlaceNotes } from '../placeNotes.ts';
import { goneLook, isOver } from '../placeState.ts';
import { noScreen } from '../problems.ts';
import type { HerdrCalls } from './calls.ts';
import { panesWithHandle } from './panes.ts';

interface Deps {
  readonly calls: HerdrCalls;
  readonly notes: PlaceNotes;
}

/**
 * How a session's place stands: by the note of its program, which is true without herdr, and by its pane. herdr's own word
 * about the agent is passed on as the weak witness that it is.
 */
export async function lookAtPlace(deps: Deps, handle: string): Promise<PlaceLook> {
  const found = await deps.notes.read(handle);
  if (!found.ok) return { kind: 'unobservable', problem: found.error };
  const note = found.value;
  if (note === null || (await isOver(note))) return goneLook(note);
  const pane = await findPane(deps.calls, note, handle);
  if (!pane.ok) return { kind: 'unobservable', problem: pane.error };
  if (pane.value === null) {
    // It may have ended while herdr was asked.
    const now = await deps.notes.read(handle);
    if (!now.ok) return { kind: 'unobservable', problem: now.error };
    return now.value === null || (await isOver(now.value))
      ? goneLook(now.value)
      : { kind: 'unobservable', problem: noScreen(now.value) };
  }
  if (note.state === 'shell') return { kind: 'shell', code: note.code };
  const { pane: shown, snapshot } = pane.value;
  return {
    kind: 'agent',
    process: note.agent,
    children: note.agent === null ? null : await countDescendants(note.agent.pid),
    title: shown.terminal_title ?? null,
    watched: shown.agent ? await watchedState(deps, shown, snapshot) : null,
  };
}

/** The pane that a place's program runs in. A server that was restarted puts a shell of its own into a pane of that label. */
export async function findPane(
  calls: HerdrCalls,
  note: PlaceNote,
  handle: string,
): Promise<Result<{ readonly pane: HerdrPane; readonly snapshot: HerdrSnapshot } | null, Problem>> {
  const seen = await calls.snapshot();
  if (!seen.ok) return seen;
  for (const pane of panesWithHandle(seen.value, handle)) {
    const info = await calls.ask('pane.process_info', { pane_id: pane.pane_id }, processInfo);
    if (!info.ok && info.error.code !== 'pane_not_found') return err(info.error.problem);
    if (info.ok && info.value.process_info.shell_pid === note.keeper.pid) return ok({ pane, snapshot: seen.value });
  }
  return ok(null);
}

/** With what made herdr think so: its rules change under a fixed program. `done` is an idle that nobody has looked at. */
async function watchedState(
  { calls }: Deps,
  pane: HerdrPane,
  snapshot: HerdrSnapshot,
): Promise<{ readonly state: 'working' | 'idle' | 'blocked' | 'unknown'; readonly detail: string }> {
  const state = pane.agent_status === 'done' ? 'idle' : pane.agent_status;
  const said = await calls.ask('agent.explain', { target: pane.pane_id }, explained);
  const explain = said.ok ? said.value.explain : null;
  const rule = explain?.matched_rule?.id ?? explain?.fallback_reason ?? 'unknown';
  const rules = explain?.manifest_version ?? 'unknown';
  return {
    state,
    detail: `herdr ${snapshot.version}, ${pane.agent} ${pane.agent_status}, rule ${rule}, rules ${rules}`,
  };
}
