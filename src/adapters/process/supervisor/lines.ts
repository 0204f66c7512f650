import type { Socket } from 'node:net';

/** No message comes near this; a peer that sends more is no peer. In characters. */
const longestLine = 64 * 1024 * 1024;

/** Calls `take` with each whole line that a socket receives. */
export function onLines(socket: Socket, take: (line: string) => void): void {
  let parts: string[] = [];
  let held = 0;
  socket.setEncoding('utf8');
  socket.on('data', (text: string) => {
    const lines = text.split('\n');
    const rest = lines.pop() ?? '';
    for (const line of lines) {
      take(parts.join('') + line);
      parts = [];
      held = 0;
    }
    parts.push(rest);
    held += rest.length;
    if (held > longestLine) socket.destroy();
  });
}
