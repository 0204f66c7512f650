import { once } from 'node:events';
import { mkdir, rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { dirname } from 'node:path';
import * as z from 'zod';
import { methods, Refused, subscription, type Version } from './methods.ts';
import { followEvents } from './followEvents.ts';
import { createWorld, type World } from './world.ts';

/** What a server does wrong; all of it can be switched while it runs. */
interface HerdrTrouble {
  /** Closes a connection instead of answering; `after` does what was asked for all the same. */
  drop?: 'before' | 'after' | null;
  /** Does what this method says, and closes the connection instead of answering. */
  dropMethod?: string;
  /** Answers this line to everything. */
  answers?: string | null;
  /** Milliseconds until an answer; Infinity never. */
  slowMs?: number;
  /** Methods that it does not know. */
  without?: readonly string[];
}

export interface FakeHerdr {
  readonly socketPath: string;
  readonly world: World;
  readonly trouble: HerdrTrouble;
  /** Everything that was asked, oldest first. */
  readonly asked: readonly { readonly method: string; readonly params: unknown }[];
  /** Subscriptions that are open now. */
  subscriptions(): number;
  /** It answers no more; what runs in it goes on. */
  stop(): Promise<void>;
  listenAgain(): Promise<void>;
  /** As a new server does: agents have ended with the old one, and their panes have shells. */
  startAgain(): Promise<void>;
  close(): Promise<void>;
}

export const herdr082: Version = { version: '0.8.2', protocol: 20 };
export const herdr09: Version = { version: '0.9.5', protocol: 22 };

/** As long as one request line may take, and as long as it may be. */
const requestMs = 5_000;
const longestRequest = 1024 * 1024;

/**
 * A server that speaks herdr's socket as it is documented: lines of JSON, one request a connection, a look at everything
 * each tick. What it is told to start really runs.
 */
export async function serveHerdr(options: {
  readonly socketPath: string;
  readonly version?: Version;
  /** The server's own tick in milliseconds; herdr's is 100. */
  readonly tickMs?: number;
  readonly env?: Readonly<Record<string, string>>;
}): Promise<FakeHerdr> {
  const { socketPath, version = herdr082, tickMs = 10 } = options;
  const inherited = { PATH: process.env['PATH'] ?? '', MAM_TEST_RUN: process.env['MAM_TEST_RUN'] ?? '' };
  const world = createWorld({ ...inherited, ...options.env });
  const trouble: HerdrTrouble = {};
  const asked: Request[] = [];
  const sockets = new Set<Socket>();
  let following = 0;

  const answerTo = async (line: string): Promise<object> => {
    const request = readRequest(line, trouble.without ?? []);
    if (typeof request === 'string') return invalid(request);
    asked.push(request);
    const { id, method, params } = request;
    try {
      const result = methods[method]?.call(world, params, version);
      return result ? { id, result: await result } : invalid('missing field');
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return { id, error: { code: error.code, message: error.message } };
    }
  };
  const follow = (line: string, socket: Socket): boolean => {
    const request = readRequest(line, trouble.without ?? []);
    if (typeof request === 'string' || request.method !== 'events.subscribe') return false;
    const params = subscription.parse(request.params);
    if (!followEvents(socket, request.id, params, { world, tickMs, replays: version.protocol <= 20 })) return true;
    following += 1;
    socket.on('close', () => (following -= 1));
    return true;
  };
  const reply = async (line: string, socket: Socket): Promise<void> => {
    if (trouble.drop === 'before') return void socket.destroy();
    if (!trouble.answers && follow(line, socket)) return;
    const answer = trouble.answers ?? JSON.stringify(await answerTo(line));
    const { drop, dropMethod } = trouble;
    if (drop === 'after' || (dropMethod !== undefined && asked.at(-1)?.method === dropMethod)) socket.destroy();
    else socket.end(`${answer}\n`);
  };
  const accept = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    let text = '';
    const late = setTimeout(() => socket.destroy(), requestMs);
    const read = (chunk: Buffer): void => {
      text += chunk.toString('utf8');
      const end = text.indexOf('\n');
      if (end < 0 && text.length < longestRequest) return;
      clearTimeout(late);
      socket.off('data', read);
      if (end < 0) return void socket.destroy();
      const wait = Math.max(tickMs * Math.random(), trouble.slowMs ?? 0);
      if (!Number.isFinite(wait)) return;
      const due = setTimeout(() => void reply(text.slice(0, end), socket), wait);
      // Whoever hung up meanwhile follows nothing.
      socket.on('close', () => clearTimeout(due));
    };
    socket.on('data', read);
    socket.on('close', () => clearTimeout(late));
  };

  let server: Server;
  const listen = async (): Promise<void> => {
    await mkdir(dirname(socketPath), { recursive: true });
    server = createServer(accept).listen(socketPath);
    await once(server, 'listening');
  };
  const stop = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
    await rm(socketPath, { force: true });
  };
  await listen();
  return {
    socketPath,
    world,
    trouble,
    asked,
    subscriptions: () => following,
    stop,
    listenAgain: listen,
    async startAgain() {
      await world.restore();
      await listen();
    },
    async close() {
      await stop();
      await world.end();
    },
  };
}

const request = z.object({ id: z.string(), method: z.string(), params: z.unknown().default({}) });
type Request = z.infer<typeof request>;

/** What the server says to a line that it can't read: it knows no id then. */
const invalid = (reason: string): object => ({
  id: '',
  error: { code: 'invalid_request', message: `invalid request: ${reason}` },
});

/** The request of a line, or what is wrong with it. */
function readRequest(line: string, without: readonly string[]): Request | string {
  try {
    const read = request.parse(JSON.parse(line));
    const known = read.method === 'events.subscribe' || read.method in methods;
    return known && !without.includes(read.method) ? read : `unknown variant \`${read.method}\``;
  } catch {
    return 'expected value';
  }
}
