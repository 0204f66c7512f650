import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { mostEventText } from '../../core/job/signals.ts';
import { redactAll } from '../../core/privacy/redactLine.ts';
import { redactSecrets } from '../../core/privacy/secrets.ts';
import { drop } from './drop.ts';
import { handInReport } from './handInReport.ts';
import { readPass } from './readPass.ts';
import type { EventRequest, Pass } from './types.ts';

/** What was said, once it is on disk. */
export interface Said {
  readonly job: string;
  readonly attempt: number;
  readonly kind: string;
  readonly text: string;
  readonly seq: number;
  /** Its name in the spool. */
  readonly file: string;
  /** SHA-256 of the report that was handed in with it, in hex. */
  readonly report?: string;
}

/** What the owner takes of the data beside the text, as JSON. */
const mostData = 16_000;
const cutMark = ' […]';

/** Says how a job goes. The message, and the report with it, are on disk when this returns, whether or not anybody takes them now. */
export function say(request: EventRequest, env: Readonly<Record<string, string | undefined>>): Result<Said, Problem> {
  const pass = readPass(request, env);
  if (!pass.ok) return pass;
  try {
    return sayAs(pass.value, request);
  } catch (error) {
    return err(unwritable(pass.value.spool, error));
  }
}

/** The same for somebody who may speak. Throws what the file system says. */
function sayAs(pass: Pass, request: EventRequest): Result<Said, Problem> {
  const { job, attempt, token } = pass;
  const { kind } = request;
  const handedIn = request.report === null ? null : handInReport(pass, request.report);
  if (handedIn && !handedIn.ok) return handedIn;
  const report = handedIn?.value.sha256;
  const data = { ...request.data, ...(report === undefined ? {} : { report }) };
  const clean = redactAll(data);
  if (JSON.stringify(clean).length > mostData)
    return err(
      problem('event.dataLarge', 'What follows --data has more than {most} characters. Shorten it.', {
        most: mostData,
      }),
    );
  const text = shorten(redactSecrets(request.text));
  const dropped = drop(pass, (seq) =>
    JSON.stringify({
      v: 2,
      type: 'jobEvent',
      job,
      attempt,
      token,
      seq,
      kind,
      text,
      ...(Object.keys(data).length > 0 ? { data: clean } : {}),
    }),
  );
  if (!dropped)
    return err(
      problem('event.busy', 'Other callers of the job {job} kept this one from its turn. Call it again.', { job }),
    );
  return ok({ job, attempt, kind, text, ...dropped, ...(report === undefined ? {} : { report }) });
}

const shorten = (text: string): string =>
  text.length > mostEventText ? text.slice(0, mostEventText - cutMark.length) + cutMark : text;

const unwritable = (folder: string, error: unknown): Problem =>
  problem('spool.unwritable', '{folder} can’t be written to: {reason}', {
    folder,
    reason: error instanceof Error ? error.message : String(error),
  });
