import type * as z from 'zod';
import { redactSecrets } from '../../core/privacy/secrets.ts';
import { because, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { ProcessEnd, ProcessSpec } from '../process/run.ts';
import * as problems from './problems.ts';

export interface GhDeps {
  /** Absolute path of the program; null when there is none. */
  readonly program: () => Promise<string | null>;
  /** A folder of the repository. */
  readonly cwd: string;
  /** The common dir: gh finds the remotes in it, wherever it is started. */
  readonly gitDir: string;
  /** The whole environment: what gh needs to find its settings and its sign-in, and nothing else. */
  readonly env: Readonly<Record<string, string>>;
  readonly run: (spec: ProcessSpec) => Promise<ProcessEnd>;
}

/** One call of gh; `action` completes "gh could not …". Answers its output, or why there is none. */
export type GhCall = (action: string, args: readonly string[]) => Promise<Result<string, Problem>>;

const timeoutMs = 30_000;

export const createGhCalls = (deps: GhDeps): GhCall => {
  const env = {
    ...deps.env,
    GIT_DIR: deps.gitDir,
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GH_PROMPT_DISABLED: '1',
    GH_NO_UPDATE_NOTIFIER: '1',
    GH_SPINNER_DISABLED: '1',
    NO_COLOR: '1',
    LC_ALL: 'C',
  };
  return async (action, args) => {
    const program = await deps.program();
    if (program === null) return err(problems.ghMissing());
    const end = await deps.run({
      argv: [program, ...args],
      cwd: deps.cwd,
      env,
      timeoutMs,
      maxBytes: 64 * 1024 * 1024,
    });
    if (end.startFailure === 'program-missing') return err(problems.ghMissing());
    if (end.startFailure !== null) return err(problems.failed(action, end.startFailure));
    // A network that swallows packets looks like this; gh itself sets no limit.
    if (end.stopped !== null) return err(problems.unanswered());
    if (end.cut.stdout) return err(problems.failed(action, because('the answer is too long')));
    if (end.exitCode === 0) return ok(end.stdout.toString('utf8'));
    return err(whyNot(action, end.exitCode, end.stderr.toString('utf8')));
  };
};

/** gh ends with this when nobody is signed in. */
const needsSignIn = 4;
const signIn = /gh auth login|HTTP 401|bad credentials|requires authentication/i;
const noRemote = /no git remotes found|none of the git remotes configured/i;
const unreachable =
  /error connecting to|dial tcp|no such host|could not resolve host|network is unreachable|connection (?:refused|reset)|i\/o timeout|handshake timeout/i;
const busy = /HTTP (?:429|5\d\d)|rate limit/i;

function whyNot(action: string, code: number | null, said: string): Problem {
  if (noRemote.test(said)) return problems.noKnownRemote();
  if (code === needsSignIn || signIn.test(said)) return problems.signedOut();
  if (busy.test(said)) return problems.unanswered();
  if (unreachable.test(said)) return problems.offline();
  const reason = redactSecrets(said.trim().replaceAll(/\s*\n\s*/g, ' ')).slice(0, 300);
  return problems.failed(action, reason || `exit code ${code ?? '-'}`);
}

/** The answer as what it should be. A gh that answers something else is not understood, and never guessed at. */
export function parseReply<T>(action: string, text: string, schema: z.ZodType<T>): Result<T, Problem> {
  try {
    const parsed = schema.safeParse(JSON.parse(text));
    return parsed.success ? ok(parsed.data) : err(problems.failed(action, because('its answer has another form')));
  } catch {
    return err(problems.failed(action, 'its answer is no JSON'));
  }
}
