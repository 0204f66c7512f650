import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { until } from '../../until.ts';

interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number };
}

/** A real server process, spoken to in raw messages. */
export interface LanguageServer {
  /** Everything that the server sent, in its order. */
  readonly received: readonly Message[];
  notify(method: string, params: unknown): void;
  /** Resolves with the whole answer, an error's too. */
  request(method: string, params: unknown): Promise<Message>;
  /** The parameters of the first notification of `method` that `matches`, waited for. */
  notification(method: string, matches: (params: unknown) => boolean): Promise<unknown>;
  /** Waits for a request that the server makes, and answers it with nothing. */
  serverRequest(method: string): Promise<void>;
  /** Closes the server's input, as a client does that dies. */
  hangUp(): void;
  readonly exitCode: Promise<number | null>;
}

const program = join(import.meta.dirname, '../../../src/language/server.ts');

export function startLanguageServer(): LanguageServer {
  const child = spawn(process.execPath, [program, '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const received: Message[] = [];
  readMessages(child.stdout, (message) => received.push(message));
  const send = (message: object): void => {
    const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...message }));
    child.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
    child.stdin.write(body);
  };
  let lastId = 0;
  const find = async (what: string, matches: (message: Message) => boolean): Promise<Message> => {
    let found: Message | undefined;
    await until(what, () => (found = received.find(matches)) !== undefined, 20_000);
    return found!;
  };
  return {
    received,
    notify: (method, params) => send({ method, params }),
    request: (method, params) => {
      const id = ++lastId;
      send({ id, method, params });
      return find(`the answer to ${method}`, (message) => message.id === id && message.method === undefined);
    },
    notification: async (method, matches) =>
      (await find(method, (message) => message.method === method && matches(message.params))).params,
    serverRequest: async (method) => {
      const { id } = await find(method, (message) => message.method === method && message.id !== undefined);
      send({ id, result: null });
    },
    hangUp: () => void child.stdin.end(),
    exitCode: new Promise((resolve) => child.once('exit', resolve)),
  };
}

/** Splits the stream at its `Content-Length` headers. */
function readMessages(stream: NodeJS.ReadableStream, receive: (message: Message) => void): void {
  let buffer = Buffer.alloc(0);
  stream.on('data', (chunk: Buffer) => {
    buffer = Buffer.concat([buffer, chunk]);
    for (;;) {
      const start = buffer.indexOf('\r\n\r\n') + 4;
      const length = Number(/Content-Length: (\d+)/i.exec(buffer.toString('latin1', 0, start))?.[1]);
      if (start < 4 || buffer.length < start + length) return;
      receive(JSON.parse(buffer.toString('utf8', start, start + length)));
      buffer = buffer.subarray(start + length);
    }
  });
}
