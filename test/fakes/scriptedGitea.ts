import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { ForgeWorld } from './memoryForge.ts';

/** What the service does instead of answering. */
export interface GiteaTrouble {
  readonly status?: number;
  readonly answers?: string;
  /** It gives no answer, or only the beginning of what `answers` says. */
  readonly hangs?: boolean;
  /** It sends white space for as long as somebody reads. */
  readonly endless?: boolean;
  /** It doesn't say how long its lists are. */
  readonly silent?: boolean;
}

export interface ScriptedGitea {
  readonly url: string;
  readonly calls: readonly { readonly path: string; readonly headers: IncomingHttpHeaders }[];
  close(): Promise<void>;
}

/** Elements of a page, however many are asked for. */
const mostOfPage = 30;

/** A service on this machine that answers out of a world, in the forms in which Gitea answers. */
export async function serveGitea(world: ForgeWorld, trouble: GiteaTrouble = {}): Promise<ScriptedGitea> {
  const calls: { path: string; headers: IncomingHttpHeaders }[] = [];
  const pulls = world.pullRequests.map((one) => ({
    number: one.number,
    state: one.state === 'open' ? 'open' : 'closed',
    merged: one.state === 'merged',
    head: { ref: one.head, sha: one.headCommit, repo_id: one.fork ? 2 : 1 },
    base: { ref: one.base, sha: '', repo_id: 1 },
  }));
  const answer = (path: string, query: URLSearchParams): unknown => {
    const issue = /^\/issues\/(\d+)$/.exec(path)?.[1];
    if (issue !== undefined) {
      const state = world.issues[issue];
      return state === undefined || state === 'absent' ? null : { state };
    }
    const files = /^\/pulls\/(\d+)\/files$/.exec(path)?.[1];
    if (files !== undefined)
      return (world.files[Number(files)] ?? []).map(([filename, before]) => ({
        filename,
        ...(before === null ? {} : { previous_filename: before }),
      }));
    if (path === '/issues')
      return (world.opened ?? [])
        .filter((one) => world.issues[one.number] === query.get('state'))
        .toReversed()
        .map(({ number, body }) => ({ number: Number(number), body: body === '' ? null : body }));
    if (path === '/pulls') return pulls.filter((one) => query.get('state') === 'all' || one.state === 'open');
    return path === '' ? { id: 1 } : null;
  };
  const server = createServer((request, response) => {
    const asked = new URL(request.url ?? '/', 'http://localhost');
    calls.push({ path: request.url ?? '', headers: request.headers });
    if (trouble.hangs) {
      if (trouble.answers !== undefined) response.writeHead(200).write(trouble.answers);
      return;
    }
    if (trouble.endless) {
      const part = Buffer.alloc(4 * 1024 * 1024, ' ');
      const more = (): void => void response.write(part, (error) => error ?? more());
      response.writeHead(200);
      more();
      return;
    }
    if (trouble.status !== undefined || trouble.answers !== undefined) {
      response.writeHead(trouble.status ?? 200, { location: 'http://127.0.0.1:9/' }).end(trouble.answers ?? '{}');
      return;
    }
    if (request.method === 'POST' && asked.pathname.endsWith('/issues')) {
      const number = 1 + Math.max(0, ...Object.keys(world.issues).map(Number));
      world.issues[String(number)] = 'open';
      void text(request).then((sent) => {
        world.opened?.push({ number: String(number), ...JSON.parse(sent) });
        response.writeHead(201).end(JSON.stringify({ number }));
      });
      return;
    }
    const prefix = '/api/v1/repos/acme/shop';
    const found = asked.pathname.startsWith(prefix)
      ? answer(asked.pathname.slice(prefix.length), asked.searchParams)
      : null;
    if (found === null) {
      response.writeHead(404).end('{}');
      return;
    }
    const page = Number(asked.searchParams.get('page') ?? 1) - 1;
    const limit = Math.min(mostOfPage, Number(asked.searchParams.get('limit') ?? mostOfPage));
    const body = Array.isArray(found) ? found.slice(page * limit, (page + 1) * limit) : found;
    const total = Array.isArray(found) && !trouble.silent ? { 'x-total-count': String(found.length) } : {};
    response.writeHead(200, { 'content-type': 'application/json', ...total }).end(JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    calls,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
