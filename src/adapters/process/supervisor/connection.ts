import { connect, type Socket } from 'node:net';
import {
  serverMessage,
  supervisorProtocol,
  type ClientMessage,
  type ServerMessage,
  type SupervisorEndpoint,
} from '../../../protocol/agents/supervisorMessages.ts';
import { onLines } from './lines.ts';

/** A host's line to the supervisor. */
export interface Connection {
  send(message: ClientMessage): void;
  /** What the supervisor says, in order; null when the line is gone. At most one listener. */
  listen(take: (message: ServerMessage | null) => void): void;
  close(): void;
}

export type Greeting =
  | { readonly kind: 'connected'; readonly connection: Connection }
  | { readonly kind: 'refused'; readonly why: 'protocol' | 'token' }
  | { readonly kind: 'gone' };

/** Calls the supervisor and says the token. `gone` when nobody answers there any more. */
export function greet(endpoint: SupervisorEndpoint): Promise<Greeting> {
  return new Promise((resolve) => {
    const socket = connect(endpoint.socket);
    let listener: ((message: ServerMessage | null) => void) | null = null;
    const connection = overSocket(socket, (take) => (listener = take));
    socket.on('error', () => undefined);
    socket.once('close', () => {
      resolve({ kind: 'gone' });
      listener?.(null);
    });
    socket.once('connect', () =>
      connection.send({ type: 'hello', protocol: supervisorProtocol, token: endpoint.token }),
    );
    onLines(socket, (line) => {
      const message = serverMessage.safeParse(parse(line));
      if (!message.success) return void socket.destroy();
      if (message.data.type === 'hello') resolve({ kind: 'connected', connection });
      else if (message.data.type === 'refused') resolve({ kind: 'refused', why: message.data.why });
      else listener?.(message.data);
    });
  });
}

function overSocket(socket: Socket, listen: Connection['listen']): Connection {
  return {
    send: (message) => void (socket.writable && socket.write(`${JSON.stringify(message)}\n`)),
    listen,
    close: () => socket.destroy(),
  };
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
