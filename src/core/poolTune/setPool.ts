import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Context } from '../context.ts';
import type { DomainEvent } from '../event.ts';
import type { Loop } from '../loop/types.ts';
import { isProposing } from '../patch/isProposing.ts';
import type { State } from '../state.ts';
import { poolSize } from './poolSize.ts';

/** The most tasks at once that anybody may ask for. */
export const mostAtOnce = 64;

/** The loop on the queue that runs, whose number of tasks at once can be said. */
export const pooledLoop = ({ loops }: Pick<State, 'loops'>): Loop | undefined =>
  Object.values(loops).findLast(
    (loop) => loop.state === 'running' && loop.options.pool !== undefined && !isProposing(loop),
  );

/** A person says how many tasks are at work at once; MAM moves it no more in this loop. Nothing in flight is ended for it. */
export function setPool(
  state: State,
  { size }: { readonly size: number },
  { actor }: Pick<Context, 'actor'>,
): Result<readonly DomainEvent[], Problem> {
  if (!Number.isInteger(size) || size < 1 || size > mostAtOnce)
    return err(problem('pool.badSize', 'A loop works on 1 to {most} tasks at once.', { most: mostAtOnce }));
  const loop = pooledLoop(state);
  if (!loop)
    return err(problem('pool.noLoop', 'No loop on the queue is running. Start one with --pool {size}.', { size }));
  const [clamp] = loop.options.clamped?.why ?? [];
  if (clamp && size > 1) return err(clamp);
  return ok([{ type: 'poolSet', loop: loop.id, from: poolSize(loop), to: size, by: actor.id }]);
}
