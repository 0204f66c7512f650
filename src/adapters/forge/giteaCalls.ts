import type * as z from 'zod';
import { because, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { GiteaPlace } from './giteaPlace.ts';
import * as problems from './giteaProblems.ts';

export interface GiteaDeps {
  /** The repository as the remotes and the settings name it now; null when they name none. */
  readonly place: () => Promise<GiteaPlace | null>;
  /** Sent to a service that a person named and nowhere else, never kept. */
  readonly token: string | null;
  /** Milliseconds that one answer may take; half a minute unless said. */
  readonly timeoutMs?: number;
}

export interface GiteaCalls {
  /** One answer; null when the service says that there is no such thing. `path` begins below the repository. */
  get<T>(action: string, path: string, schema: z.ZodType<T>): Promise<Result<T | null, Problem>>;
  /** Makes something; `body` is sent as JSON. */
  post<T>(action: string, path: string, body: unknown, schema: z.ZodType<T>): Promise<Result<T, Problem>>;
  /** All pages of a list. */
  list<T>(action: string, path: string, schema: z.ZodType<readonly T[]>): Promise<Result<readonly T[], Problem>>;
}

const pageSize = 50;
/** The longest page that is read, in bytes. */
const mostBytes = 8 * 1024 * 1024;
/** More pages than any repository has; a service that never ends is not asked for ever. */
const mostPages = 1000;

/** Asks a Gitea for what it knows of one repository. */
export function createGiteaCalls(deps: GiteaDeps): GiteaCalls {
  async function ask(action: string, path: string, body?: string): Promise<Result<Response | null, Problem>> {
    const place = await deps.place();
    if (place === null) return err(problems.giteaNoRemote());
    const [owner, name] = [encodeURIComponent(place.owner), encodeURIComponent(place.name)];
    try {
      const answer = await fetch(`${place.url}/api/v1/repos/${owner}/${name}${path}`, {
        ...(body === undefined ? {} : { method: 'POST', body }),
        headers: {
          accept: 'application/json',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(deps.token === null || !place.chosen ? {} : { authorization: `token ${deps.token}` }),
        },
        // Wherever it leads to, the token is not meant for that place.
        redirect: 'manual',
        signal: AbortSignal.timeout(deps.timeoutMs ?? 30_000),
      });
      if (answer.ok) return ok(answer);
      await answer.body?.cancel();
      if (answer.status === 404) return ok(null);
      if (answer.status === 401 || answer.status === 403) return err(signedOut(place, deps.token));
      // Too many questions, or a service that is down: there was no answer, whatever the number says.
      if (answer.status === 429 || answer.status >= 500) return err(problems.giteaUnanswered(place.url));
      return err(problems.giteaFailed(action, `HTTP ${answer.status}`));
    } catch (error) {
      return err(unheard(place.url, error));
    }
  }

  async function parse<T>(action: string, answer: Response, schema: z.ZodType<T>): Promise<Result<T, Problem>> {
    try {
      const text = await readText(answer, mostBytes);
      if (text === null) return err(problems.giteaFailed(action, because('the answer is too long')));
      const parsed = schema.safeParse(JSON.parse(text));
      return parsed.success
        ? ok(parsed.data)
        : err(problems.giteaFailed(action, because('its answer has another form')));
    } catch (error) {
      return error instanceof SyntaxError
        ? err(problems.giteaFailed(action, 'its answer is no JSON'))
        : err(unheard(new URL(answer.url).origin, error));
    }
  }

  return {
    async get(action, path, schema) {
      const answer = await ask(action, path);
      if (!answer.ok) return answer;
      return answer.value === null ? ok(null) : parse(action, answer.value, schema);
    },
    async post(action, path, body, schema) {
      const answer = await ask(action, path, JSON.stringify(body));
      if (!answer.ok) return answer;
      if (answer.value === null) return err(problems.giteaFailed(action, because('the repository was not found')));
      return parse(action, answer.value, schema);
    },
    async list(action, path, schema) {
      const all = [];
      for (let page = 1; page <= mostPages; page += 1) {
        const answer = await ask(action, `${path}${path.includes('?') ? '&' : '?'}page=${page}&limit=${pageSize}`);
        if (!answer.ok) return answer;
        if (answer.value === null)
          return err(problems.giteaFailed(action, 'there is no such list, or nobody may see it'));
        const total = Number(answer.value.headers.get('x-total-count') ?? Number.NaN);
        const parsed = await parse(action, answer.value, schema);
        if (!parsed.ok) return parsed;
        all.push(...parsed.value);
        // A service may give fewer than were asked for: only an empty page or the number of all tells the end.
        if (parsed.value.length === 0 || all.length >= total) return ok(all);
      }
      return err(problems.giteaFailed(action, because('the list has no end')));
    },
  };
}

const signedOut = (place: GiteaPlace, token: string | null): Problem => {
  if (token === null) return problems.giteaSignedOut(place.url);
  return place.chosen ? problems.giteaRefused(place.url) : problems.giteaNotNamed(place.url);
};

/** A limit of time that ran out says less than a service that isn't there. */
const unheard = (url: string, error: unknown): Problem =>
  error instanceof DOMException && error.name === 'TimeoutError'
    ? problems.giteaUnanswered(url)
    : problems.giteaOffline(url);

/** The body of an answer, or null when it is longer than `most` bytes. */
async function readText(answer: Response, most: number): Promise<string | null> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of answer.body ?? []) {
    size += part.length;
    if (size > most) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
