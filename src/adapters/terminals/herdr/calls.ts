import type * as z from 'zod';
import { because, type Problem } from '../../../base/problem.ts';
import { err, ok, type Result } from '../../../base/result.ts';
import { redactSecrets } from '../../../core/privacy/secrets.ts';
import { answer, snapshot, type HerdrSnapshot } from '../../../protocol/herdr.ts';
import { longestRequest, openLines, type Trouble } from './lines.ts';
import * as problems from './problems.ts';
import type { HerdrPlace } from './socketPath.ts';

export interface CallsDeps {
  /** Asked for each call: the setting may have changed. */
  readonly place: () => HerdrPlace;
  /** Milliseconds that one answer may take; herdr's own limits are five seconds. */
  readonly timeoutMs?: number;
}

/** Why a question has no answer: herdr's own code where it gave one. */
export interface Refusal {
  readonly code: string | null;
  readonly message: string;
  readonly problem: Problem;
}

export interface HerdrCalls {
  readonly place: () => HerdrPlace;
  /** One request on a connection of its own. It is never repeated: nobody knows whether a lost one was carried out. */
  ask<T>(method: string, params: object, schema: z.ZodType<T>): Promise<Result<T, Refusal>>;
  /** Everything that is there. */
  snapshot(): Promise<Result<HerdrSnapshot, Problem>>;
}

const usualTimeoutMs = 10_000;

export function createHerdrCalls(deps: CallsDeps): HerdrCalls {
  let asked = 0;
  const ask: HerdrCalls['ask'] = async (method, params, schema) => {
    const id = `mam-${++asked}`;
    const request = JSON.stringify({ id, method, params });
    if (Buffer.byteLength(request) >= longestRequest) return err(refusal(problems.tooLong(method)));
    const place = deps.place();
    const line = await firstLine(place.path, request, deps.timeoutMs ?? usualTimeoutMs);
    if (!line.ok) return err(refusal(problems.troubled(place, method, line.error)));
    return readAnswer(method, id, line.value, schema);
  };
  return {
    place: deps.place,
    ask,
    async snapshot() {
      const seen = await ask('session.snapshot', {}, snapshot);
      return seen.ok ? ok(seen.value.snapshot) : err(seen.error.problem);
    },
  };
}

const firstLine = (path: string, request: string, timeoutMs: number): Promise<Result<string, Trouble>> =>
  new Promise((resolve) => {
    const lines = openLines(path, request, timeoutMs, {
      onLine(line) {
        lines.dispose();
        resolve(ok(line));
      },
      onEnd: (trouble) => resolve(err(trouble)),
    });
  });

/** What a line says to the request with this id. */
export function readAnswer<T>(method: string, id: string, line: string, schema: z.ZodType<T>): Result<T, Refusal> {
  const value = parse(line);
  if (value === undefined) return err(refusal(problems.badAnswer(method, 'it is no JSON')));
  const read = answer.safeParse(value);
  if (!read.success) return err(refusal(problems.badAnswer(method, because('it has another form'))));
  if ('error' in read.data) {
    const { code, message } = read.data.error;
    const said = redactSecrets(message).slice(0, 300);
    return err({ code, message: said, problem: refusalOf(method, code, said) });
  }
  if (read.data.id !== id) return err(refusal(problems.badAnswer(method, because('it is for another question'))));
  const result = schema.safeParse(read.data.result);
  return result.success ? ok(result.data) : err(refusal(problems.badAnswer(method, because('it has another form'))));
}

export function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

const refusal = (problem: Problem): Refusal => ({ code: null, message: '', problem });

/** A server that does not know a method can't read the request. */
const refusalOf = (method: string, code: string, message: string): Problem =>
  code === 'unknown_method' || (code === 'invalid_request' && /unknown variant/.test(message))
    ? problems.methodMissing(method)
    : problems.refused(method, code, message);
