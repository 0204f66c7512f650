import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { backends, type Backend } from '../../core/agentSession/types.ts';
import type { Call } from '../verb.ts';

/** Where a session is to run: tmux unless said. */
export function backendOf(call: Call): Result<Backend, Problem> {
  const wanted = call.text('backend') ?? 'tmux';
  const backend = backends.find((one) => one === wanted);
  if (backend) return ok(backend);
  return err(
    problem('cli.badBackend', 'Sessions can’t run in {backend}. They can in: {known}.', {
      backend: wanted,
      known: backends.join(', '),
    }),
  );
}
