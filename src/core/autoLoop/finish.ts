import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { DomainEvent } from '../event.ts';
import { unknownLoop } from '../loop/decide.ts';
import type { State } from '../state.ts';

/** Lets loops begin nothing more. What is in flight goes on to its end; one that is stopping already ends before that. */
export function finishLoop(state: State, only?: string): Result<readonly DomainEvent[], Problem> {
  if (only !== undefined && !state.loops[only]) return err(unknownLoop(only));
  const running = Object.values(state.loops).filter(
    (loop) => loop.state === 'running' && (only === undefined || loop.id === only),
  );
  if (running.length === 0) return err(problem('loop.notRunning', 'No loop is running.'));
  return ok(running.filter((loop) => !loop.finishing).map((loop) => ({ type: 'loopFinishing', loop: loop.id })));
}
