import { problem, type Problem } from '../../base/problem.ts';
import { err, type Result } from '../../base/result.ts';
import type { Actor } from '../../core/actor.ts';
import type { AgentSession } from '../../core/agentSession/types.ts';
import { personOnlyProblem } from '../../core/decide.ts';
import type { Ports } from '../ports.ts';

interface Deps {
  readonly ports: Pick<Ports, 'terminals'>;
  readonly find: (session: string) => Result<AgentSession, Problem>;
}

/** Breaks off what a session's agent does, by Escape, for a person. Its process and its conversation stay. */
export const createInterruptTurn =
  ({ ports, find }: Deps) =>
  async (meant: string, actor: Actor): Promise<Result<AgentSession, Problem>> => {
    if (actor.kind !== 'person') return err(personOnlyProblem('interrupt'));
    const found = find(meant);
    if (!found.ok) return found;
    const { handle, name, backend, ended } = found.value;
    const place = ports.terminals[backend];
    if (handle === null || ended)
      return err(
        problem('session.notThere', '{session} does not run, so nothing of it can be broken off.', { session: name }),
      );
    if (!place?.offers.typing || place.offers.echoes === false)
      return err(
        problem(
          'session.interruptThere',
          '{session} runs in {backend}, where Escape can’t be pressed from here. Press it there, or stop the session.',
          { session: name, backend },
        ),
      );
    const pressed = await place.press(handle, 'Escape');
    return pressed.ok ? found : pressed;
  };
