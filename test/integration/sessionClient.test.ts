import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { chooseSocket, writeEndpoint } from '../../src/adapters/process/supervisor/endpoint.ts';
import { createSessionClient } from '../../src/adapters/process/supervisor/sessionClient.ts';
import { supervisorProtocol } from '../../src/protocol/agents/supervisorMessages.ts';
import { useTempFolder } from '../tempFolder.ts';

describe('a host that closes while it talks to the supervisor', () => {
  const folder = useTempFolder();
  const sockets = new Set<Socket>();
  let server: Server;

  /** It greets whoever calls and answers nothing that is asked. */
  beforeEach(async () => {
    server = createServer((socket) => {
      sockets.add(socket.on('close', () => sockets.delete(socket)));
      socket.once('data', () => socket.write(`${JSON.stringify({ type: 'hello', protocol: supervisorProtocol })}\n`));
      socket.on('data', () => server.emit('asked'));
    });
    const socket = chooseSocket(folder());
    await once(server.listen(socket), 'listening');
    writeEndpoint(folder(), { protocol: supervisorProtocol, pid: process.pid, startTime: '', socket, token: 'secret' });
  });
  afterEach(async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
    await once(server, 'close');
  });

  const create = () => createSessionClient({ folder: folder(), program: join(folder(), 'none') });
  const codeOf = (result: { readonly ok: true } | { readonly ok: false; readonly error: { readonly code: string } }) =>
    result.ok ? 'answered' : result.error.code;

  it('gives up what it has asked, and hangs up', async () => {
    const client = create();
    const asked = Promise.all([client.stand(join(folder(), 'one')), client.stand(join(folder(), 'two'))]);
    await once(server, 'asked');
    const [line] = sockets;
    assert.ok(line);
    const hungUp = once(line, 'close');
    client.dispose();
    assert.deepEqual((await asked).map(codeOf), ['supervisor.closed', 'supervisor.closed']);
    await hungUp;
  });

  it('asks and follows nothing more', async () => {
    const client = create();
    client.dispose();
    client.follow(folder(), () => assert.fail('nothing is followed')).dispose();
    assert.equal(codeOf(await client.input(folder(), 'x')), 'supervisor.closed');
    assert.equal(sockets.size, 0);
  });
});
