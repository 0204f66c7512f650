import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Disposable } from '../../../base/disposable.ts';
import type { Problem } from '../../../base/problem.ts';
import { problem } from '../../../base/problem.ts';
import { err, ok, type Result } from '../../../base/result.ts';
import type { LaneExit } from '../../../protocol/agents/laneFiles.ts';
import type { LaneRequest, ServerMessage } from '../../../protocol/agents/supervisorMessages.ts';
import type { Connection } from './connection.ts';
import { supervisorLog } from './endpoint.ts';
import { laneFolder } from './laneFolder.ts';
import { readOpenLanes } from './openLanes.ts';
import { reachSupervisor, type SupervisorOptions } from './reach.ts';

/** Runs processes that outlive their host. */
export interface Supervisor extends Disposable {
  /**
   * Starts the process of a folder, or joins it, or tells how it ended: a folder is started once, whoever asks.
   * An abort ends the process; an abort before the start starts nothing. `onOutput` tells that its files grew.
   * Rejects only when this host is disposed meanwhile; the process runs on, unless it is `owned`.
   */
  run(request: LaneRequest, signal: AbortSignal, onOutput: () => void): Promise<Result<LaneExit, Problem>>;
  /** Has what a killed supervisor left ended. Starts nothing where there is nothing; what a living one serves goes on. */
  endLeft(): Promise<Result<undefined, Problem>>;
}

/** How often a lost supervisor is replaced before it is a failure. */
const mostLosses = 3;

type Listener = (message: ServerMessage | null) => void;

/** The host's side of the supervisor. Connected while something runs, so that an idle host keeps nothing alive. */
export function createSupervisor(options: SupervisorOptions): Supervisor {
  const listeners = new Map<string, Set<Listener>>();
  const disposal = new AbortController();
  let line: Promise<Result<Connection, Problem>> | null = null;

  const connect = (): Promise<Result<Connection, Problem>> => {
    if (line !== null) return line;
    const opened = reachSupervisor(options).then((reached) => {
      if (!reached.ok) {
        if (line === opened) line = null;
        return reached;
      }
      reached.value.listen((message) => {
        // A line that was hung up has nothing to say to those who use the next one.
        if (line !== opened) return;
        if (message === null) line = null;
        for (const [folder, group] of listeners)
          if (message === null || !('folder' in message) || message.folder === folder)
            for (const listener of group) listener(message);
      });
      return reached;
    });
    line = opened;
    return opened;
  };

  const hangUp = (): void => {
    const open = line;
    line = null;
    void open?.then((reached) => reached.ok && reached.value.close());
  };

  const follow = (
    connection: Connection,
    request: LaneRequest,
    signal: AbortSignal,
    onOutput: () => void,
  ): Promise<LaneExit | null> =>
    new Promise((resolve) => {
      const cancel = (): void => connection.send({ type: 'cancel', folder: request.folder });
      const group = listeners.get(request.folder) ?? new Set();
      const finish = (exit: LaneExit | null): void => {
        group.delete(listener);
        if (group.size === 0 && listeners.get(request.folder) === group) listeners.delete(request.folder);
        signal.removeEventListener('abort', cancel);
        resolve(exit);
      };
      const listener: Listener = (message) => {
        if (message === null) finish(null);
        else if (message.type === 'ended') finish(message.exit);
        else if (message.type === 'absent') finish(neverStarted);
        // What is joined may have said something before.
        else if (message.type === 'output' || message.type === 'running') onOutput();
      };
      listeners.set(request.folder, group.add(listener));
      signal.addEventListener('abort', cancel, { once: true });
      connection.send(signal.aborted ? { type: 'attach', folder: request.folder } : { type: 'start', lane: request });
      if (signal.aborted) cancel();
    });

  const run: Supervisor['run'] = async (request, signal, onOutput) => {
    for (let losses = 0; losses <= mostLosses; losses += 1) {
      disposal.signal.throwIfAborted();
      const known = look(request.folder);
      if (!known.ok) return known;
      if (known.value !== null && known.value !== 'open') return ok(known.value);
      if (known.value === null && signal.aborted) return ok(neverStarted);
      const reached = await connect();
      if (!reached.ok) return reached;
      const end = await follow(reached.value, request, signal, onOutput);
      if (end !== null) return ok(end);
    }
    const { folder } = options;
    return err(
      existsSync(join(folder, supervisorLog))
        ? problem('supervisor.lost', 'The agents’ supervisor ended again and again. See supervisor.log in {folder}.', {
            folder,
          })
        : problem(
            'supervisor.lost',
            'The agents’ supervisor of {folder} was ended again and again by something else, and left no log.',
            { folder },
          ),
    );
  };

  let runs = 0;
  return {
    async run(request, signal, onOutput) {
      runs += 1;
      try {
        return await unlessAborted(disposal.signal, run(request, signal, onOutput));
      } finally {
        runs -= 1;
        if (runs === 0) hangUp();
      }
    },
    async endLeft() {
      if (readOpenLanes(options.folder).length === 0) return ok(undefined);
      // A new one begins with that by itself.
      const reached = await reachSupervisor(options);
      if (!reached.ok) return reached;
      reached.value.close();
      return ok(undefined);
    },
    dispose() {
      disposal.abort(new Error('The host was closed while its lanes were running.'));
      hangUp();
    },
  };
}

const neverStarted: LaneExit = {
  code: null,
  signal: null,
  reason: 'stopped',
  detail: '',
  at: '',
  cut: false,
  survivors: 0,
};

/** How far a lane's folder says that it is: its end, `open` when it was started, null when nothing happened yet. */
function look(folder: string): Result<LaneExit | 'open' | null, Problem> {
  try {
    const files = laneFolder(folder);
    return ok(files.exit() ?? (files.spec() === null ? null : 'open'));
  } catch (error) {
    return err(
      problem(
        'supervisor.laneUnreadable',
        'The files of the lane in {folder} can’t be read: {reason}. Move the folder aside and start a new attempt.',
        { folder, reason: error instanceof Error ? error.message : String(error) },
      ),
    );
  }
}

function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const abandon = (): void => {
      const reason: unknown = signal.reason;
      reject(reason instanceof Error ? reason : new Error(String(reason)));
    };
    if (signal.aborted) abandon();
    signal.addEventListener('abort', abandon, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abandon));
  });
}
