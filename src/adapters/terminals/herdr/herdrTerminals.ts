import { homedir } from 'node:os';
import type { Disposable } from '../../../base/disposable.ts';
import type { Terminals } from '../../../app/ports/terminals.ts';
import type { Problem } from '../../../base/problem.ts';
import { err, ok, type Result } from '../../../base/result.ts';
import type { PlaceNote } from '../../../protocol/agents/place.ts';
import { done, oldestProtocol, paneRead, pong, type HerdrPane } from '../../../protocol/herdr.ts';
import { endPlace } from '../endPlace.ts';
import { handleOf } from '../handles.ts';
import { openPlaceNotes } from '../placeNotes.ts';
import { noAgent, noKey } from '../problems.ts';
import { startPlace } from '../startPlace.ts';
import { keyBytes, typedText } from '../typed.ts';
import { createHerdrCalls } from './calls.ts';
import { findPane, lookAtPlace } from './lookAtPlace.ts';
import { beginInPane } from './beginInPane.ts';
import { panesWithHandle } from './panes.ts';
import { createPaneWatch } from './paneWatch.ts';
import * as problems from './problems.ts';
import { findHerdr, type HerdrPlace } from './socketPath.ts';

export interface HerdrTerminalsOptions {
  /** `mam.herdr.session`, as it is now. */
  readonly chosen: () => string;
  /** Names the session where nobody chose one. */
  readonly controlRoot: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where notes of the places are kept: on this machine, writable, and of this control root alone. */
  readonly folder: string;
  /** The program of a place, which gets the path of a request. */
  readonly program: readonly [string, ...string[]];
  readonly watchFolder: (folder: string, onChange: () => void) => Disposable;
  /** Milliseconds that one answer may take; ten seconds unless said. */
  readonly timeoutMs?: number;
}

/** Sessions in the panes of a herdr server, over its socket. The server is found at each question, and never started. */
export function createHerdrTerminals(options: HerdrTerminalsOptions): Terminals {
  const { chosen, controlRoot, env, timeoutMs, folder } = options;
  const place = () =>
    findHerdr({ chosen: chosen(), controlRoot, env, home: env['HOME'] ?? homedir(), platform: process.platform });
  const calls = createHerdrCalls({ place, ...(timeoutMs === undefined ? {} : { timeoutMs }) });
  const notes = openPlaceNotes(folder);
  const panes = createPaneWatch({ calls, folder, watchFolder: options.watchFolder });
  const look = (handle: string) => lookAtPlace({ calls, notes }, handle);

  /** The pane of a place whose program is in one of these states. */
  const paneOf = async (handle: string, wanted: readonly PlaceNote['state'][]): Promise<Result<HerdrPane, Problem>> => {
    const before = await notes.read(handle);
    if (!before.ok) return before;
    if (before.value === null) return err(noAgent());
    const found = await findPane(calls, before.value, handle);
    if (!found.ok) return found;
    // Read again: an agent that has ended by now must not be typed to.
    const note = await notes.read(handle);
    if (!note.ok) return note;
    return found.value !== null && note.value !== null && wanted.includes(note.value.state)
      ? ok(found.value.pane)
      : err(noAgent());
  };
  const send = async (handle: string, method: string, what: object): Promise<Result<undefined, Problem>> => {
    const pane = await paneOf(handle, ['agent']);
    if (!pane.ok) return pane;
    const sent = await calls.ask(method, { pane_id: pane.value.pane_id, ...what }, done);
    if (sent.ok) return ok(undefined);
    return err(sent.error.code === 'pane_not_found' ? noAgent() : sent.error.problem);
  };
  const endPane = async (handle: string): Promise<Result<undefined, Problem>> => {
    const seen = await calls.snapshot();
    if (!seen.ok) return seen;
    for (const pane of panesWithHandle(seen.value, handle)) {
      const closed = await calls.ask('pane.close', { pane_id: pane.pane_id }, done);
      if (!closed.ok && closed.error.code !== 'pane_not_found') return err(closed.error.problem);
    }
    return ok(undefined);
  };
  const close: Terminals['close'] = (handle, graceMs) => endPlace(notes, handle, graceMs, () => endPane(handle));

  return {
    backend: 'herdr',
    offers: { screen: true, typing: true, survives: true },
    async probe() {
      const said = await calls.ask('ping', {}, pong);
      if (!said.ok) return err(said.error.problem);
      const { version, protocol } = said.value;
      if (protocol < oldestProtocol) return err(problems.tooOld(version, protocol, oldestProtocol));
      // Whoever answers a ping may still not tell what is there in a form that can be read.
      const seen = await calls.snapshot();
      return seen.ok ? ok({ version: `${version} (protocol ${protocol})` }) : seen;
    },
    open: (spec, signal) =>
      startPlace(
        { ...options, notes, close, abandon: endPane, begin: (argv) => beginInPane(calls, spec, argv) },
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
    // herdr puts the marks of a paste around it where the agent asked for them.
    type: (handle, text) => send(handle, 'pane.send_input', { text: typedText(text) }),
    async press(handle, key) {
      if (keyBytes(key) === null) return err(noKey(key));
      return key.length === 1
        ? send(handle, 'pane.send_text', { text: key })
        : send(handle, 'pane.send_keys', { keys: [key.toLowerCase()] });
    },
    async read(handle, lines) {
      const pane = await paneOf(handle, ['agent', 'shell']);
      if (!pane.ok) return pane;
      // What is visible only: to read further back, herdr would turn the wheel in the agent's own screen.
      const what = { pane_id: pane.value.pane_id, source: 'visible', format: 'text', strip_ansi: true };
      const read = await calls.ask('pane.read', what, paneRead);
      if (!read.ok) return err(read.error.code === 'pane_not_found' ? noAgent() : read.error.problem);
      return ok(lastLines(read.value.read.text, lines));
    },
    close,
    async show(handle) {
      const pane = await paneOf(handle, ['agent', 'shell']);
      if (!pane.ok) return pane;
      await calls.ask('pane.focus', { pane_id: pane.value.pane_id }, done);
      return ok({ kind: 'attach', argv: attachCommand(place(), pane.value.terminal_id) });
    },
    watch: (onChange) => panes.watch(onChange),
  };
}

/** The program by which a person sees a terminal of that server. */
function attachCommand({ session }: HerdrPlace, terminal: string): readonly [string, ...string[]] {
  const named = session === null || session === 'default' ? [] : ['--session', session];
  return ['herdr', ...named, 'terminal', 'attach', terminal];
}

/** Without the empty ones at the end, which every screen has. */
function lastLines(text: string, most: number): string {
  const lines = text.split('\n').map((line) => line.trimEnd());
  return lines
    .slice(0, lines.findLastIndex((line) => line !== '') + 1)
    .slice(-most)
    .join('\n');
}
