import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Disposable } from '../../../base/disposable.ts';
import { problem, type Problem } from '../../../base/problem.ts';
import { err, ok, type Result } from '../../../base/result.ts';
import type { PlaceLook, Terminals } from '../../../app/ports/terminals.ts';
import type { LaneExit, LaneStartedFile } from '../../../protocol/agents/laneFiles.ts';
import { countDescendants } from '../../process/countDescendants.ts';
import { readEndpoint } from '../../process/supervisor/endpoint.ts';
import { laneFolder } from '../../process/supervisor/laneFolder.ts';
import type { SessionClient } from '../../process/supervisor/sessionClient.ts';
import { handleOf } from '../handles.ts';
import { isRunning } from '../placeState.ts';
import { folderMissing, noAgent, noKey, notStarted, noteUnreadable, startStopped } from '../problems.ts';
import { pruneEnded } from '../prune.ts';
import { keyBytes, typedText } from '../typed.ts';
import { createOutputWatch } from './outputWatch.ts';
import { readOutput } from './readOutput.ts';

export interface HeadlessTerminalsOptions {
  readonly client: SessionClient;
  /** The folder of the supervisor. */
  readonly supervisor: string;
  /** Where sessions have their folders. */
  readonly folder: string;
  readonly version: string;
  readonly watchFolder: (folder: string, onChange: () => void) => Disposable;
}

interface Facts {
  readonly known: boolean;
  readonly started: LaneStartedFile | null;
  readonly exit: LaneExit | null;
}

/** How long an agent may take to end when nobody says otherwise, in milliseconds. */
const graceMs = 5000;
/** What a program without a terminal reads for these keys. */
const pipedKey = (key: string): string | null => (key === 'Enter' ? '\n' : keyBytes(key));

/** Sessions of programs without a screen: what is typed is their standard input, and their output is kept. */
export function createHeadlessTerminals(options: HeadlessTerminalsOptions): Terminals {
  const { client } = options;
  const pathOf = (handle: string): string => join(options.folder, handle);
  /** Processes of sessions that have begun, by handle: that is written once. */
  const begun = new Map<string, LaneStartedFile>();
  const facts = (handle: string): Result<Facts, Problem> => {
    // Anything else is no handle, and must not lead out of the folder.
    if (!/^[a-z0-9_+-]+$/.test(handle)) return ok({ known: false, started: null, exit: null });
    const files = laneFolder(pathOf(handle));
    try {
      // The end is read last: what is not over then was not over when the rest was read.
      const started = begun.get(handle) ?? files.started();
      const known = started !== null || files.spec() !== null;
      const exit = files.exit();
      if (exit) begun.delete(handle);
      else if (started) begun.set(handle, started);
      return ok({ known, started, exit });
    } catch (error) {
      return err(noteUnreadable(pathOf(handle), error instanceof Error ? error.message : String(error)));
    }
  };
  const isServed = async (): Promise<boolean> => {
    const endpoint = readEndpoint(options.supervisor);
    return endpoint !== null && isRunning({ pid: endpoint.pid, startTime: endpoint.startTime || null });
  };

  const look = async (handle: string): Promise<PlaceLook> => {
    const found = facts(handle);
    if (!found.ok) return { kind: 'unobservable', problem: found.error };
    const { known, started, exit } = found.value;
    if (exit || !known) return gone(exit);
    const process = started && { pid: started.pid, startTime: started.startTime || null };
    const runs = process === null || (await isRunning(process));
    if (!runs || !(await isServed())) {
      // It is ending, or its supervisor was killed: whoever comes next ends what is left, and says so.
      const stand = await client.stand(pathOf(handle));
      if (!stand.ok) return { kind: 'unobservable', problem: stand.error };
      if (stand.value === 'absent') return gone(null);
      if (stand.value !== 'running') return gone(stand.value);
    }
    const children = process === null ? null : await countDescendants(process.pid);
    return { kind: 'agent', process, children, title: null, watched: null };
  };
  const put = async (handle: string, text: string): Promise<Result<undefined, Problem>> => {
    const found = facts(handle);
    if (!found.ok) return found;
    if (!found.value.known || found.value.exit) return err(noAgent());
    const taken = await client.input(pathOf(handle), text);
    if (!taken.ok) return taken;
    if (taken.value) return ok(undefined);
    return err((await look(handle)).kind === 'agent' ? notRead() : noAgent());
  };
  const watch = createOutputWatch({
    client,
    folder: options.folder,
    watchFolder: options.watchFolder,
    isOpen(handle) {
      const found = facts(handle);
      return found.ok && found.value.known && found.value.exit === null;
    },
  });

  return {
    backend: 'headless',
    offers: { screen: true, typing: true, echoes: false, survives: true },
    probe: async () => ok({ version: options.version }),
    async open(spec, signal) {
      const handle = handleOf(spec.id);
      const known = facts(handle);
      if (!known.ok) return known;
      if (!known.value.known) {
        if (signal.aborted) return err(startStopped(spec.name));
        const isFolder = await stat(spec.cwd).then(
          (found) => found.isDirectory(),
          () => false,
        );
        if (!isFolder) return err(folderMissing(spec.name, spec.cwd));
        await pruneEnded(options.folder, async (name) => {
          const found = facts(name);
          return found.ok && found.value.exit !== null;
        });
      }
      const stand =
        known.value.exit ??
        (await client.start({
          id: spec.id,
          folder: pathOf(handle),
          argv: [...spec.argv],
          cwd: spec.cwd,
          env: { ...spec.env },
          stdin: '',
          timeoutMs: 0,
          interrupt: 'SIGTERM',
          graceMs,
          merged: true,
          owned: false,
          interactive: true,
        }));
      const exit = 'ok' in stand ? stand : ok(stand);
      if (!exit.ok) return exit;
      if (typeof exit.value === 'object' && exit.value.reason === 'spawn-failed')
        return err(notStarted(spec.name, exit.value.detail));
      if (!signal.aborted || known.value.known) return ok({ handle });
      await client.stop(pathOf(handle), 0);
      return err(startStopped(spec.name));
    },
    async find(id) {
      const seen = await look(handleOf(id));
      if (seen.kind === 'unobservable') return err(seen.problem);
      return ok(seen.kind === 'gone' ? null : handleOf(id));
    },
    look,
    type: (handle, text) => put(handle, typedText(text)),
    async press(handle, key) {
      const bytes = pipedKey(key);
      return bytes === null ? err(noKey(key)) : put(handle, bytes);
    },
    async read(handle, lines) {
      const found = facts(handle);
      if (!found.ok) return found;
      return found.value.known ? ok(readOutput(laneFolder(pathOf(handle)).stdout, lines)) : err(noAgent());
    },
    async close(handle, grace) {
      const found = facts(handle);
      if (!found.ok) return found;
      return found.value.known && found.value.exit === null ? client.stop(pathOf(handle), grace) : ok(undefined);
    },
    async show(handle) {
      const found = facts(handle);
      if (!found.ok) return found;
      return found.value.known ? ok({ kind: 'output', path: laneFolder(pathOf(handle)).stdout }) : err(noAgent());
    },
    watch,
  };
}

const gone = (exit: LaneExit | null): PlaceLook => ({
  kind: 'gone',
  code: exit?.code ?? null,
  signal: exit?.signal ?? null,
});

const notRead = (): Problem =>
  problem(
    'terminals.notRead',
    'Nothing was typed: the agent does not read what is typed. Stop the session, and resume it.',
  );
