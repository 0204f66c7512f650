import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { portOf } from './brokers.ts';

/** Stands between a client and its broker, so that a test can cut the line, or hold back what is said. */
export interface Proxy {
  readonly port: number;
  /** Ends every connection without a word. */
  cut(): void;
  /** Lets nothing through until `flow`, in neither direction. */
  hold(): void;
  flow(): void;
  close(): Promise<void>;
}

export async function createProxy(target: number): Promise<Proxy> {
  const sockets = new Set<Socket>();
  let isHeld = false;
  const track = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
    if (isHeld) socket.pause();
  };
  const server = createServer((near) => {
    const far = connect({ port: target, host: '127.0.0.1' });
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      track(from);
      from.on('data', (chunk) => to.write(chunk));
      from.once('close', () => to.destroy());
      if (isHeld) from.pause();
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: portOf(server),
    cut: () => {
      for (const socket of sockets) socket.destroy();
    },
    hold: () => {
      isHeld = true;
      for (const socket of sockets) socket.pause();
    },
    flow: () => {
      isHeld = false;
      for (const socket of sockets) socket.resume();
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
