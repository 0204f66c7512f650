import type { App } from '../../app/app.ts';
import type { Problem } from '../../base/problem.ts';
import type { Result } from '../../base/result.ts';
import { exit, type Cli } from '../cli.ts';
import { fail } from '../tell.ts';
import type { Call } from '../verb.ts';
import { leaseData } from './leaseData.ts';

/** Tells how an action on a lease ended, in words or as one JSON object with what is held now; returns the exit code. */
export function told(
  cli: Cli,
  call: Call,
  app: App,
  done: Result<unknown, Problem>,
  about: { readonly lease: string; readonly words: string; readonly data?: Readonly<Record<string, unknown>> },
): number {
  if (!done.ok) return fail(cli, done.error, exit.blocked);
  const lease = app.state.leases[about.lease];
  if (call.flag('json'))
    cli.terminal.out(JSON.stringify({ lease: lease ? leaseData(app.state, lease) : null, ...about.data }));
  else cli.terminal.out(about.words);
  return exit.done;
}
