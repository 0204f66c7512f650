import { once } from 'node:events';
import type { Server, Socket } from 'node:net';
import type { Aedes } from 'aedes';
import { createPacketLimit } from '../../protocol/packetLimit.ts';

const host = '127.0.0.1';
/** Whoever only listens says little: in bytes of one packet. */
const mostBytes = 64 * 1024;

/** Lets somebody speak to the broker, but not in packets that are too large. */
export function welcome(socket: Socket, sockets: Set<Socket>, broker: Aedes): void {
  const limit = createPacketLimit(mostBytes);
  const push = socket.push.bind(socket);
  // Looked at before the broker reads it, which takes bytes in its own time.
  socket.push = (chunk: unknown, encoding?: BufferEncoding) => {
    if (chunk instanceof Uint8Array && !limit(chunk)) {
      socket.destroy();
      return false;
    }
    return push(chunk, encoding);
  };
  socket.setNoDelay(true);
  sockets.add(socket);
  socket.once('close', () => sockets.delete(socket));
  socket.on('error', () => undefined);
  broker.handle(socket);
}

/** The port of before where it is free, so that subscribers find it again by themselves. */
export async function listen(server: Server, wished: number): Promise<number> {
  try {
    await listening(server, wished);
  } catch (error) {
    if (wished === 0) throw error;
    await listening(server, 0);
  }
  server.on('error', () => undefined);
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

async function listening(server: Server, port: number): Promise<void> {
  server.listen({ port, host, exclusive: true });
  await once(server, 'listening');
}
