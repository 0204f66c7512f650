import { resolve } from 'node:path';
import type { App } from '../../app/app.ts';
import { callersPlane, planeProblem } from '../../app/agentSession/controlPlane.ts';
import type { Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { ControlPlane } from '../../core/agentSession/types.ts';
import { exit, type Cli, type Environment } from '../cli.ts';
import { fail } from '../tell.ts';

/**
 * The control plane that the caller's environment names. One that can't be is refused wherever a session could end up
 * with a plane of its own, in a worktree above all; in the main checkout it is told, and the usual one holds (null).
 */
export function callersBinding(
  cli: Cli,
  { facts }: Pick<App, 'facts'>,
  workdir: string | null,
  env: Environment = cli.env,
): Result<ControlPlane | null, Problem> {
  const plane = callersPlane(env, facts.controlRoot);
  const wrong = plane.ok ? planeProblem(plane.value, facts.controlRoot) : plane.error;
  if (wrong === null) return plane;
  const root = env['WORKSPACE_ROOT'] ?? '';
  const isOther =
    facts.sourceRoot !== facts.controlRoot ||
    (workdir !== null && workdir !== facts.controlRoot) ||
    (root !== '' && resolve(facts.controlRoot, root) !== facts.controlRoot);
  if (isOther) return err(wrong);
  fail(cli, wrong, exit.done);
  return ok(null);
}
