import { access, constants, stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { AgentTerminals, TerminalNote } from '../../../app/ports/agentTerminals.ts';
import type { EditorScreens } from '../../../app/ports/editorScreens.ts';
import type { PlaceLook, SessionSpec, Terminals } from '../../../app/ports/terminals.ts';
import { DisposableStore } from '../../../base/disposable.ts';
import { KeyedQueue } from '../../../base/keyedQueue.ts';
import { problem, type Problem } from '../../../base/problem.ts';
import { err, ok, type Result } from '../../../base/result.ts';
import { countDescendants } from '../../process/countDescendants.ts';
import { folderMissing, noAgent, noKey, notEnded, notStarted, startStopped } from '../problems.ts';
import { keyBytes, typedText } from '../typed.ts';
import { claimStart, releaseStart } from './claim.ts';
import { endPlace } from './endPlace.ts';

export interface EditorTerminalsOptions {
  readonly notes: Pick<AgentTerminals, 'note' | 'forget' | 'planSession' | 'watch'>;
  /** Where the notes lie; what is being started is said beside them. */
  readonly folder: string;
  /** The terminals of this window. */
  readonly screens: EditorScreens;
}

/** How long a terminal may take until its agent runs, in milliseconds: the editor starts a process for it first. */
const startMs = 20_000;

const elsewhere = (): Problem =>
  problem('terminals.elsewhere', 'Nothing was typed: the session is open in another window. Answer it there.');

const tooSlow = (name: string): Problem =>
  problem(
    'terminals.tooSlow',
    'The terminal of {name} did not start within {seconds} seconds. Look at the terminals of the window, and open a new session.',
    { name, seconds: startMs / 1000 },
  );

/**
 * Agent sessions as terminals of an editor. Their process is MAM's: it runs the agent, writes down how that stands, and
 * leaves a shell when it has ended. So any window, and one that was loaded again, can tell how a session stands; only
 * the window that shows it can type there.
 */
export function createEditorTerminals({ notes, folder, screens }: EditorTerminalsOptions): Terminals {
  const starts = new KeyedQueue();

  const running = async (handle: string): Promise<Result<TerminalNote, Problem>> => {
    const note = await notes.note(handle);
    return note !== null && note.alive && note.state === 'agent' ? ok(note) : err(noAgent());
  };
  const send = async (handle: string, characters: string): Promise<Result<undefined, Problem>> => {
    const note = await running(handle);
    if (!note.ok) return note;
    return (await screens.send(handle, characters)) ? ok(undefined) : err(elsewhere());
  };

  /** Whether there is an agent at last; a problem says why there is none. */
  const started = async (spec: SessionSpec, signal: AbortSignal): Promise<Result<{ handle: string }, Problem>> => {
    const began = performance.now();
    for (;;) {
      const note = await notes.note(spec.id);
      if (note?.failed !== undefined) {
        await endPlace(notes, note, 0);
        screens.drop(spec.id);
        await notes.forget(spec.id);
        return err(notStarted(spec.name, note.failed));
      }
      if (note !== null && (note.runs !== undefined || note.state !== 'agent' || !note.alive))
        return ok({ handle: spec.id });
      if (signal.aborted) {
        screens.drop(spec.id);
        return err(startStopped(spec.name));
      }
      if (performance.now() - began > startMs) {
        // It is told to have failed, so that nothing of it may come up later.
        if (note !== null) await endPlace(notes, note, 0);
        screens.drop(spec.id);
        return err(tooSlow(spec.name));
      }
      await delay(25);
    }
  };

  const start = async (spec: SessionSpec, signal: AbortSignal): Promise<Result<{ handle: string }, Problem>> => {
    if ((await notes.note(spec.id)) !== null) return started(spec, signal);
    if (signal.aborted) return err(startStopped(spec.name));
    if (!(await isFolder(spec.cwd))) return err(folderMissing(spec.name, spec.cwd));
    const [program] = spec.argv;
    if (isAbsolute(program) && !(await isProgram(program)))
      return err(
        problem(
          'terminals.noProgram',
          '{name} could not be started: there is no program {program}. Install it, and open a new session.',
          { name: spec.name, program },
        ),
      );
    if (!(await claimStart(folder, spec.id))) return started(spec, signal);
    try {
      // It may have been opened between the first look and the claim.
      if ((await notes.note(spec.id)) === null)
        screens.open(await notes.planSession(spec, screens.shell, screens.words), spec.cwd);
      return await started(spec, signal);
    } finally {
      await releaseStart(folder, spec.id);
    }
  };

  return {
    backend: 'editor',
    // What an editor's terminal shows it tells nobody.
    offers: { screen: false, typing: true, survives: true },
    probe: async () => ok({ version: screens.version }),
    open: (spec, signal) => starts.run(spec.id, () => start(spec, signal)),
    async find(id) {
      const note = await notes.note(id);
      return ok(note !== null && note.alive && note.state !== 'closed' ? id : null);
    },
    async look(handle) {
      const note = await notes.note(handle);
      return note === null ? { kind: 'gone', code: null, signal: null } : lookOf(note);
    },
    /** Several lines are a paste in brackets, so that no line is sent by itself. Nobody tells whether the agent asked for brackets, so one line goes without. */
    type(handle, text) {
      const typed = typedText(text);
      return send(handle, typed.includes('\n') ? `\u001B[200~${typed}\u001B[201~` : typed);
    },
    async press(handle, key) {
      const bytes = keyBytes(key);
      return bytes === null ? err(noKey(key)) : send(handle, bytes);
    },
    read: async () =>
      err(
        problem(
          'terminals.noScreen',
          'An editor tells nobody what its terminals show. Look at the session in its terminal.',
        ),
      ),
    async close(handle, graceMs) {
      const note = await notes.note(handle);
      const left = note?.alive ? await endPlace(notes, note, graceMs) : [];
      screens.drop(handle);
      return left.length === 0 ? ok(undefined) : err(notEnded(left));
    },
    async show(handle) {
      if (await screens.show(handle)) return ok({ kind: 'inFront' });
      const note = await notes.note(handle);
      return note?.alive
        ? err(problem('terminals.shownElsewhere', '{name} is open in another window. Look there.', { name: note.name }))
        : err(problem('terminals.noTerminal', 'There is no terminal of this session any more. Resume the session.'));
    },
    watch(onChange) {
      const store = new DisposableStore();
      store.add(notes.watch(() => onChange(null)));
      store.add(screens.watch(onChange));
      return store;
    },
  };
}

async function lookOf(note: TerminalNote): Promise<PlaceLook> {
  const { alive, state, code, signal, runs } = note;
  // An editor that was started again brings its terminals back, and this one has never seen the agent.
  const isBrought = state === 'shell' && runs === undefined;
  if (!alive || state === 'closed' || isBrought) return { kind: 'gone', code, signal };
  if (state === 'shell') return { kind: 'shell', code };
  return {
    kind: 'agent',
    process: runs ?? null,
    children: runs === undefined ? null : await countDescendants(runs.pid),
    title: null,
    watched: null,
  };
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

const isProgram = (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
