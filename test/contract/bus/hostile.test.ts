import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import * as fc from 'fast-check';
import { createMqttBus } from '../../../src/adapters/bus/mqttBus.ts';
import type { BusLine, BusMessage } from '../../../src/app/ports/bus.ts';
import { portOf } from './brokers.ts';

const connack = Buffer.from([0x20, 2, 0, 0]);

/** Something that listens where a broker should, and answers each piece of what it gets as a test likes. */
async function createLiar(
  answer: (socket: Socket, chunk: Buffer) => unknown,
): Promise<{ server: Server; port: number; close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('data', (chunk: Buffer) => answer(socket, chunk));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    server,
    port: portOf(server),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

describe('a line to a hostile broker', () => {
  let liar: Awaited<ReturnType<typeof createLiar>> | null = null;
  afterEach(async () => {
    await liar?.close();
    liar = null;
  });
  const connect = async (
    answer: (socket: Socket, chunk: Buffer) => unknown,
    onMessage: (message: BusMessage) => void = () => undefined,
  ) => {
    liar = await createLiar(answer);
    return createMqttBus({ patienceMs: 300 }).connect({
      address: { host: '127.0.0.1', port: liar.port, tls: null, user: null, password: null },
      clientId: 'mam',
      keepSession: false,
      will: null,
      onMessage,
    });
  };
  const opened = async (...args: Parameters<typeof connect>): Promise<BusLine> => {
    const line = await connect(...args);
    assert.ok(line.ok);
    return line.value;
  };
  const isConnect = (chunk: Buffer): boolean => chunk[0] === 0x10;
  const message: BusMessage = { topic: 'python/mqtt/jobs/a/events', body: 'x', retain: false };

  for (const [title, answer] of [
    ['says nothing', () => undefined],
    ['hangs up', (socket) => socket.destroy()],
    ['refuses', (socket) => socket.write(Buffer.from([0x20, 2, 0, 5]))],
    ['speaks another language', (socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n')],
    ['announces 256 MB', (socket) => socket.write(Buffer.from([0x30, 0xff, 0xff, 0xff, 0x7f]))],
    [
      'says that it is there again and again',
      (socket) => socket.end(Buffer.concat(Array.from({ length: 1000 }, () => Buffer.from([0x20, 2, 0, 3])))),
    ],
  ] as readonly (readonly [string, (socket: Socket) => void])[])
    it(`that ${title} is no line`, async () => {
      const line = await connect(answer);
      assert.equal(line.ok, false);
    });

  it('waits only so long for an answer', async () => {
    const line = await opened((socket, chunk) => {
      if (isConnect(chunk)) socket.write(connack);
    });
    assert.equal(await line.publish(message), false);
    assert.equal((await line.ended)?.code, 'bus.unreachable');
  });

  it('believes no confirmation of what it did not send', async () => {
    const line = await opened((socket, chunk) => {
      if (isConnect(chunk)) socket.write(connack);
      // Of every number but the right one.
      else for (let id = 1; id < 50; id++) socket.write(Buffer.from([0x40, 2, 0xff, id]));
    });
    assert.equal(await line.publish(message), false);
  });

  it('ends with a packet that is too large, before it is there', async () => {
    const heard: BusMessage[] = [];
    const line = await opened(
      (socket, chunk) => socket.write(isConnect(chunk) ? connack : Buffer.from([0x30, 0xff, 0xff, 0xff, 0x7f])),
      (one) => heard.push(one),
    );
    assert.equal(await line.publish(message), false);
    assert.notEqual(await line.ended, null);
    assert.deepEqual(heard, []);
  });

  it('outlives whatever bytes it is sent', async function () {
    this.timeout(60_000);
    // Mostly such that the library gets to see them.
    const first = fc.constantFrom(
      0x20,
      0x30,
      0x31,
      0x32,
      0x33,
      0x3a,
      0x40,
      0x90,
      0xb0,
      0xd0,
      0x30,
      0x32,
      0x34,
      0x40,
      0x50,
      0x60,
      0x62,
      0x70,
      0x90,
      0xb0,
      0xd0,
      0xe0,
      0xf0,
      0x00,
    );
    const packet = fc
      .tuple(first, fc.uint8Array({ maxLength: 40 }))
      .map(([type, body]) => Buffer.from([type, body.length, ...body]));
    const bytes = fc.oneof(
      packet,
      fc.uint8Array({ maxLength: 60 }).map((one) => Buffer.from(one)),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(bytes, { minLength: 1, maxLength: 10 }), async (pieces) => {
        const line = await connect((socket, chunk) => {
          if (isConnect(chunk)) return socket.write(connack);
          for (const piece of pieces) socket.write(piece);
          return socket.end();
        });
        try {
          if (!line.ok) return;
          await line.value.publish(message);
          await line.value.ended;
          await line.value.close();
        } finally {
          await liar?.close();
          liar = null;
        }
      }),
      { numRuns: 150 },
    );
  });
});
