import { createConnection } from 'node:net';
import { StringDecoder } from 'node:string_decoder';
import type { Disposable } from '../../../base/disposable.ts';

/** Why a connection ended without what was asked for. */
export type Trouble =
  /** Nothing listens there. */
  | 'notRunning'
  /** This user may not. */
  | 'notAllowed'
  /** It was closed before an answer. */
  | 'dropped'
  | 'timeout'
  /** A line of the other side was longer than it may be. */
  | 'tooLong';

/** The longest request that herdr reads, in bytes, its line's end included. */
export const longestRequest = 1024 * 1024;
/** The longest line that is read of it; a look at everything is longer than a request can be. */
const longestLine = 8 * 1024 * 1024;

export interface LineListener {
  onLine(line: string): void;
  /** Once, after the last line; not after `dispose`. */
  onEnd(trouble: Trouble): void;
}

/**
 * Connects, sends one line and hands over what comes back. Nothing else is ever sent: herdr takes any further byte for the
 * end of the client. `silenceMs`: how long the first line may take.
 */
export function openLines(path: string, request: string, silenceMs: number, listener: LineListener): Disposable {
  const socket = createConnection(path);
  // A character may be cut in two by the border of a packet.
  const decoder = new StringDecoder('utf8');
  /** What came of a line that has no end yet. */
  let parts: string[] = [];
  let length = 0;
  let over = false;
  const end = (trouble: Trouble | null): void => {
    if (over) return;
    over = true;
    clearTimeout(timer);
    socket.destroy();
    if (trouble !== null) listener.onEnd(trouble);
  };
  const timer = setTimeout(() => end('timeout'), silenceMs);
  socket.on('connect', () => socket.write(`${request}\n`));
  socket.on('data', (chunk) => {
    const [first = '', ...others] = decoder.write(chunk).split('\n');
    parts.push(first);
    length += first.length;
    for (const next of others) {
      const line = parts.join('');
      parts = [next];
      length = next.length;
      clearTimeout(timer);
      if (line !== '') listener.onLine(line);
      if (over) return;
    }
    if (length > longestLine) end('tooLong');
  });
  socket.on('error', (error) => end(troubleOf(error)));
  socket.on('close', () => end('dropped'));
  return { dispose: () => end(null) };
}

const troubleOf = (error: Error): Trouble => {
  const code = 'code' in error ? error.code : '';
  // A socket file that its server left behind refuses; one that never was, or whose folder is no folder, is not found.
  if (code === 'ENOENT' || code === 'ECONNREFUSED' || code === 'ENOTDIR' || code === 'ENOTSOCK') return 'notRunning';
  return code === 'EACCES' || code === 'EPERM' ? 'notAllowed' : 'dropped';
};
