import type { Problem } from '../base/problem.ts';
import { personOnlyProblem } from '../core/decide.ts';
import type { Cli } from './cli.ts';

/** Why the caller may not decide, or null: an agent can't stand in for the person whose work it does. */
export const needPerson = (cli: Pick<Cli, 'actor'>, command: string): Problem | null =>
  cli.actor.kind === 'person' ? null : personOnlyProblem(command);
