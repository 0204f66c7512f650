import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectSecure } from 'node:tls';
import type { BusAddress } from '../../app/ports/bus.ts';
import { createPacketLimit, fromBroker } from '../../protocol/packetLimit.ts';

/** What a broker may send in one packet, in bytes: more than any message about a job, and nothing to fear for the memory. */
const mostBytes = 256 * 1024;

/** The connection below an MQTT line. It is cut as soon as the broker says what nobody asked for. */
export function openSocket({ host, port, tls }: BusAddress): Socket {
  const socket =
    tls === null
      ? connectPlain({ host, port })
      : connectSecure({
          host,
          port,
          // A certificate names a host, never an address.
          ...(isIP(host) === 0 ? { servername: host } : {}),
          ...(tls.ca === null ? {} : { ca: tls.ca }),
          ...(tls.cert === null ? {} : { cert: tls.cert }),
          ...(tls.key === null ? {} : { key: tls.key }),
          rejectUnauthorized: true,
        });
  const limit = createPacketLimit(mostBytes, fromBroker);
  const push = socket.push.bind(socket);
  // Before the reader of packets gets to see it: not all of what a broker may say does it bear.
  socket.push = (chunk: unknown, encoding?: BufferEncoding) => {
    if (!(chunk instanceof Uint8Array) || limit(chunk)) return push(chunk, encoding);
    socket.destroy(Object.assign(new Error('no packet for a client'), { code: 'EBADMSG' }));
    return false;
  };
  socket.setNoDelay(true);
  return socket;
}
