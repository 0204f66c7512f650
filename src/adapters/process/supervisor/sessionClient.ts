import type { Disposable } from '../../../base/disposable.ts';
import { problem, type Problem } from '../../../base/problem.ts';
import { err, ok, type Result } from '../../../base/result.ts';
import type { LaneExit } from '../../../protocol/agents/laneFiles.ts';
import type { ClientMessage, LaneRequest, ServerMessage } from '../../../protocol/agents/supervisorMessages.ts';
import type { Connection } from './connection.ts';
import { reachSupervisor, type SupervisorOptions } from './reach.ts';

/** How what was asked for stands. `absent`: it was never started. */
type SessionStand = LaneExit | 'running' | 'absent';

/** Talks to interactive processes under the supervisor. */
export interface SessionClient extends Disposable {
  /** Starts the process of a folder, or joins it; answers when it runs, or how it ended. */
  start(request: LaneRequest): Promise<Result<SessionStand, Problem>>;
  /** How the process of a folder stands; what a killed supervisor left of it is ended. */
  stand(folder: string): Promise<Result<SessionStand, Problem>>;
  /** Passes a text to its standard input; false when nobody reads there. */
  input(folder: string, text: string): Promise<Result<boolean, Problem>>;
  /** Ends it; answers when nothing of it is left. */
  stop(folder: string, graceMs: number): Promise<Result<undefined, Problem>>;
  /** Tells of output and of the end, until that came or the supervisor is gone. */
  follow(folder: string, onChange: (isOver: boolean) => void): Disposable;
}

/** How long the supervisor may take to answer, in milliseconds. */
const answerMs = 25_000;

type Listener = (message: ServerMessage | null) => void;

/**
 * Keeps one connection while something is asked or followed, so that an idle host keeps nothing alive. Once it is disposed,
 * whatever is asked is answered with a problem.
 */
export function createSessionClient(options: SupervisorOptions): SessionClient {
  const listeners = new Set<Listener>();
  let line: Promise<Result<Connection, Problem>> | null = null;
  let calls = 0;
  let isDisposed = false;
  /** Gives up what waits for an answer. */
  const waiting = new Set<() => void>();

  const connect = (): Promise<Result<Connection, Problem>> => {
    if (line !== null) return line;
    const opened = reachSupervisor(options).then((reached) => {
      if (!reached.ok) {
        if (line === opened) line = null;
        return reached;
      }
      reached.value.listen((message) => {
        if (line !== opened) return;
        if (message === null) line = null;
        for (const listener of listeners) listener(message);
      });
      return reached;
    });
    line = opened;
    return opened;
  };
  const leave = (listener: Listener): void => {
    if (!listeners.delete(listener) || listeners.size > 0) return;
    const open = line;
    line = null;
    void open?.then((reached) => reached.ok && reached.value.close());
  };

  /** Sends something and takes what is said of the folder until that is an answer. */
  const ask = <T>(
    folder: string,
    messages: readonly ClientMessage[],
    answer: (message: ServerMessage) => T | undefined,
    withinMs = answerMs,
  ): Promise<Result<T, Problem>> =>
    new Promise((resolve) => {
      if (isDisposed) return resolve(err(closed()));
      const finish = (result: Result<T, Problem>): void => {
        clearTimeout(timer);
        waiting.delete(giveUp);
        resolve(result);
        leave(listener);
      };
      const listener: Listener = (message) => {
        if (message === null) return finish(err(lost(options.folder)));
        if (!('folder' in message) || message.folder !== folder) return;
        const found = answer(message);
        if (found !== undefined) finish(ok(found));
      };
      const timer = setTimeout(() => finish(err(noAnswer(options.folder))), withinMs);
      const giveUp = (): void => finish(err(closed()));
      waiting.add(giveUp);
      listeners.add(listener);
      void connect().then((reached) => {
        if (!reached.ok) return finish(reached);
        for (const message of messages) reached.value.send(message);
      });
    });
  const standOf = (message: ServerMessage): SessionStand | undefined => {
    if (message.type === 'ended') return message.exit;
    if (message.type === 'absent') return 'absent';
    return message.type === 'started' ? 'running' : undefined;
  };

  return {
    start: (request) => ask(request.folder, [{ type: 'start', lane: request }], standOf),
    stand: (folder) => ask(folder, [{ type: 'attach', folder }], standOf),
    input(folder, text) {
      const call = (calls += 1);
      return ask(folder, [{ type: 'input', folder, text, call }], (message) =>
        message.type === 'taken' && message.call === call ? message.isTaken : undefined,
      );
    },
    async stop(folder, graceMs) {
      const messages: readonly ClientMessage[] = [
        { type: 'attach', folder },
        { type: 'cancel', folder, graceMs },
      ];
      const isOver = ({ type }: ServerMessage): true | undefined =>
        type === 'ended' || type === 'absent' ? true : undefined;
      const ended = await ask(folder, messages, isOver, answerMs + graceMs);
      return ended.ok ? ok(undefined) : ended;
    },
    follow(folder, onChange) {
      if (isDisposed) return { dispose: () => undefined };
      const listener: Listener = (message) => {
        if (message === null || (message.type === 'ended' && message.folder === folder)) {
          leave(listener);
          onChange(true);
        } else if ((message.type === 'output' || message.type === 'started') && message.folder === folder)
          onChange(false);
      };
      listeners.add(listener);
      void connect().then((reached) => {
        if (!listeners.has(listener)) return;
        if (reached.ok) return reached.value.send({ type: 'attach', folder });
        leave(listener);
        onChange(true);
      });
      return { dispose: () => leave(listener) };
    },
    dispose() {
      isDisposed = true;
      for (const giveUp of waiting) giveUp();
      for (const listener of [...listeners]) leave(listener);
    },
  };
}

const lost = (folder: string): Problem =>
  problem('supervisor.lostNow', 'The agents’ supervisor ended just now. Try again; see supervisor.log in {folder}.', {
    folder,
  });

const noAnswer = (folder: string): Problem =>
  problem('supervisor.noAnswer', 'The agents’ supervisor of {folder} does not answer. Wait, or end it and try again.', {
    folder,
  });

const closed = (): Problem =>
  problem('supervisor.closed', 'MAM was closed here before the agents’ supervisor answered. Open it and try again.');
