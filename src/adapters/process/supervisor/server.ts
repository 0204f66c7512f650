import { timingSafeEqual } from 'node:crypto';
import { createServer, type Server, type Socket } from 'node:net';
import {
  clientMessage,
  supervisorProtocol,
  type ClientMessage,
  type ServerMessage,
} from '../../../protocol/agents/supervisorMessages.ts';
import { cannotStart, type Desk, type Guest } from './desk.ts';
import { onLines } from './lines.ts';

/** Serves hosts at a desk; a host says the token first or is sent away. */
export function serveHosts(desk: Desk, token: string, onGuests: (count: number) => void): Server {
  const sockets = new Set<Socket>();
  return createServer((socket) => {
    sockets.add(socket);
    onGuests(sockets.size);
    const guest: Guest = { send: (message) => void (socket.writable && socket.write(`${JSON.stringify(message)}\n`)) };
    let welcome = false;
    const refuse = (why: 'protocol' | 'token'): void => {
      const message: ServerMessage = { type: 'refused', why };
      socket.end(`${JSON.stringify(message)}\n`);
    };
    socket.on('error', () => undefined);
    socket.once('close', () => {
      sockets.delete(socket);
      desk.leave(guest);
      onGuests(sockets.size);
    });
    onLines(socket, (line) => {
      const message = readMessage(line);
      if (message === null) return void socket.destroy();
      if (message.type === 'hello') {
        if (message.protocol !== supervisorProtocol) return refuse('protocol');
        if (!sameText(message.token, token)) return refuse('token');
        welcome = true;
        return guest.send({ type: 'hello', pid: process.pid });
      }
      if (!welcome) return refuse('token');
      serve(desk, message, guest);
    });
  });
}

function serve(desk: Desk, message: Exclude<ClientMessage, { type: 'hello' }>, guest: Guest): void {
  const folder = message.type === 'start' ? message.lane.folder : message.folder;
  try {
    if (message.type === 'start') desk.start(message.lane, guest);
    else if (message.type === 'attach') desk.attach(folder, guest);
    else if (message.type === 'input') {
      const { call, text } = message;
      guest.send({ type: 'taken', folder, call, isTaken: desk.input(folder, text) });
    } else desk.cancel(folder, message.graceMs);
  } catch (error) {
    // A folder that can't be read or written is this lane's failure; the others go on.
    guest.send({ type: 'ended', folder, exit: cannotStart(error) });
  }
}

function readMessage(line: string) {
  try {
    return clientMessage.parse(JSON.parse(line));
  } catch {
    return null;
  }
}

function sameText(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
