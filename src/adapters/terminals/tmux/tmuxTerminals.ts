import { randomUUID } from 'node:crypto';
import { stripVTControlCharacters } from 'node:util';
import type { Disposable } from '../../../base/disposable.ts';
import type { Problem } from '../../../base/problem.ts';
import { err, ok, type Result } from '../../../base/result.ts';
import type { PlaceLook, Terminals } from '../../../app/ports/terminals.ts';
import type { PlaceNote } from '../../../protocol/agents/place.ts';
import { countDescendants } from '../../process/countDescendants.ts';
import { handleOf } from '../handles.ts';
import { openPlaceNotes } from '../placeNotes.ts';
import { goneLook, isOver } from '../placeState.ts';
import { noAgent, noKey, noScreen } from '../problems.ts';
import { keyBytes, typedText } from '../typed.ts';
import { createTmuxClient, type TmuxOptions } from './client.ts';
import { closePlace, isNoSession } from './closePlace.ts';
import { createKeptClient } from './keptClient.ts';
import { openPlace } from './openPlace.ts';
import { createPaneList, type Pane } from './panes.ts';
import { createScreenWatch } from './screenWatch.ts';

export interface TmuxTerminalsOptions extends TmuxOptions {
  /** Where notes of the places are kept: on this machine, writable, and of this control root alone. */
  readonly folder: string;
  /** The program of a place, which gets the path of a request. */
  readonly program: readonly [string, ...string[]];
  /** Announces changes of what is in a folder. */
  readonly watchFolder: (folder: string, onChange: () => void) => Disposable;
}

/** Sessions in a tmux server of MAM's own, where they outlive every host. */
export function createTmuxTerminals(options: TmuxTerminalsOptions): Terminals {
  const client = createTmuxClient(options);
  const notes = openPlaceNotes(options.folder);
  const screens = createScreenWatch({ client, notes, folder: options.folder, watchFolder: options.watchFolder });
  const kept = createKeptClient(client, (handle) => screens.channelOf(handle));
  const panes = createPaneList(kept);

  const look = async (handle: string): Promise<PlaceLook> => {
    const found = await notes.read(handle);
    if (!found.ok) return { kind: 'unobservable', problem: found.error };
    const note = found.value;
    if (note === null || (await isOver(note))) return goneLook(note);
    const listed = await panes();
    const pane = listed.ok ? listed.value.get(note.keeper.pid) : undefined;
    // A process without its terminal is on its way out, or was left behind by a killed one.
    if (listed.ok && !pane && !(await isOver(note))) return { kind: 'unobservable', problem: noScreen(note) };
    if (listed.ok && !pane) return goneLook(note);
    if (note.state === 'shell') return { kind: 'shell', code: note.code };
    const children = note.agent === null ? null : await countDescendants(note.agent.pid);
    const notice = pane && screens.noticeOf(handle, pane.id);
    const seen = { process: note.agent, children, title: pane?.title ?? null, watched: null };
    return { kind: 'agent', ...seen, ...(notice ? { notice } : {}) };
  };

  /** The pane of an agent that runs. */
  const paneOf = async (handle: string, states: readonly PlaceNote['state'][]): Promise<Result<Pane, Problem>> => {
    const listed = await panes();
    if (!listed.ok) return listed;
    // Read after the list: an agent that has ended by now must not be typed to.
    const note = await notes.read(handle);
    if (!note.ok) return note;
    const pane = note.value && states.includes(note.value.state) ? listed.value.get(note.value.keeper.pid) : undefined;
    return pane ? ok(pane) : err(noAgent());
  };
  const done = async (...asked: Parameters<typeof kept.act>): Promise<Result<undefined, Problem>> => {
    const answer = await kept.act(...asked);
    if (!answer.ok) return answer;
    return answer.value === null ? err(noAgent()) : ok(undefined);
  };
  /** The last lines of a pane, and which process it is of, in one call. */
  const capture = async (
    target: string,
    lines: number,
  ): Promise<Result<{ readonly pid: number; readonly text: string }, Problem>> => {
    const answer = await kept.look([
      ['display-message', '-p', '-t', target, '#{pane_pid}'],
      // What has scrolled away is on no screen, and no question any more.
      ['capture-pane', '-p', '-J', '-t', target],
    ]);
    if (!answer.ok) return isNoSession(answer.error) ? err(noAgent()) : answer;
    const [pid, ...rest] = stripVTControlCharacters(answer.value ?? '').split('\n');
    return answer.value === null ? err(noAgent()) : ok({ pid: Number(pid), text: lastLines(rest, lines) });
  };
  /** A person may be scrolling: keys would go there. */
  const front = (pane: Pane): readonly string[] => [
    'if-shell',
    '-F',
    '-t',
    pane.id,
    '#{pane_in_mode}',
    `send-keys -t ${pane.id} -X cancel`,
  ];

  return {
    backend: 'tmux',
    offers: { screen: true, typing: true, survives: true },
    async probe() {
      const tmux = await client.locate();
      return tmux.ok ? ok({ version: tmux.value.version }) : tmux;
    },
    open: (spec, signal) =>
      openPlace(
        { client, notes, folder: options.folder, program: options.program, watchFolder: options.watchFolder },
        spec,
        signal,
      ),
    async find(id) {
      const handle = handleOf(id);
      const seen = await look(handle);
      if (seen.kind === 'unobservable') return err(seen.problem);
      return ok(seen.kind === 'gone' ? null : handle);
    },
    look,
    async type(handle, text) {
      const pane = await paneOf(handle, ['agent']);
      if (!pane.ok) return pane;
      // Other hosts paste at the same time.
      const buffer = `mam-${randomUUID()}`;
      // Line feeds stay what they are: a carriage return would be Enter for an agent that asked for no brackets.
      const paste = ['paste-buffer', '-p', '-r', '-d', '-b', buffer, '-t', pane.value.id];
      const typed = await done(handle, [paste], { buffer, text: typedText(text) });
      if (!typed.ok) await kept.act(handle, [['delete-buffer', '-b', buffer]]);
      return typed;
    },
    async press(handle, key) {
      if (keyBytes(key) === null) return err(noKey(key));
      const pane = await paneOf(handle, ['agent']);
      if (!pane.ok) return pane;
      const keys = key.length === 1 ? ['-l', key] : [key];
      return done(handle, [front(pane.value), ['send-keys', '-t', pane.value.id, ...keys]]);
    },
    async read(handle, lines) {
      const note = await notes.read(handle);
      if (!note.ok) return note;
      const keeper = note.value?.state === 'agent' || note.value?.state === 'shell' ? note.value.keeper.pid : null;
      const inFront = keeper === null ? null : await capture(`=${handle}:`, lines);
      if (inFront !== null && (!inFront.ok || inFront.value.pid === keeper))
        return inFront.ok ? ok(inFront.value.text) : inFront;
      // A person may have put another pane in front.
      const pane = await paneOf(handle, ['agent', 'shell']);
      if (!pane.ok) return pane;
      const found = await capture(pane.value.id, lines);
      return found.ok ? ok(found.value.text) : found;
    },
    close: (handle, graceMs) => closePlace({ client, notes }, handle, graceMs),
    async show(handle) {
      const pane = await paneOf(handle, ['agent', 'shell']);
      if (!pane.ok) return pane;
      const tmux = await client.locate();
      if (!tmux.ok) return tmux;
      // A terminal in somebody's own tmux would be sent to that server.
      const folder =
        options.socketFolder === undefined ? ['-u', 'TMUX_TMPDIR'] : [`TMUX_TMPDIR=${options.socketFolder}`];
      const argv = ['env', '-u', 'TMUX', ...folder, ...tmux.value.argv, 'attach-session', '-t', `=${handle}`] as const;
      return ok({ kind: 'attach', argv });
    },
    watch: (onChange) => screens.watch(onChange),
  };
}

/** Without what is blank at the ends. */
function lastLines(lines: readonly string[], most: number): string {
  const trimmed = lines.map((line) => line.trimEnd());
  return trimmed
    .slice(0, trimmed.findLastIndex((line) => line !== '') + 1)
    .slice(-most)
    .join('\n');
}
