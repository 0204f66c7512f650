import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { userState } from '../adapters/store/userState.ts';
import { problem, type Problem } from '../base/problem.ts';
import { redactSecrets } from '../core/privacy/secrets.ts';
import type { Environment } from './cli.ts';

/** An error that nobody expected, as a problem. Its details are put into a file, which is read when somebody reports it. */
export function unexpected(error: unknown, env: Environment): Problem {
  const reason = redactSecrets((error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '');
  const folder = userState(env);
  const path = join(folder, 'last-error.txt');
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(path, `${redactSecrets(inspect(error))}\n`, { mode: 0o600 });
  } catch {
    return problem('cli.crashed', 'mam ended unexpectedly: {reason}. Try again with MAM_LOG=1 to see the details.', {
      reason,
    });
  }
  return problem('cli.crashed', 'mam ended unexpectedly: {reason}. The details are in {path}; report them.', {
    reason,
    path,
  });
}
