import type { Problem } from '../base/problem.ts';
import type { Result } from '../base/result.ts';
import { openLook, type Look } from '../host/openLook.ts';
import { exit, type Cli } from './cli.ts';
import { createSettings } from './settings.ts';
import { fail } from './tell.ts';

/** Looks at the repository of the current folder with the CLI's settings; says which of them don't hold. */
export function lookHere(cli: Cli): Promise<Result<Look, Problem>> {
  const { settings, problems } = createSettings(cli.env, {});
  for (const one of problems) fail(cli, one, exit.done);
  return openLook({ folder: cli.cwd, env: cli.env, settings });
}
