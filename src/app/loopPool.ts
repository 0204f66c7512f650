import type { Guards } from '../core/autoLoop/nextMove.ts';
import type { LoopOptions } from '../core/loop/types.ts';
import type { PoolTerms } from '../core/poolTune/types.ts';
import type { Settings } from '../protocol/settings.ts';
import type { StartRequest } from './loopOptions.ts';

/** How a loop on the queue works through it: how many tasks at once, and what ends it. One on a single piece of work has none of it. */
export function loopPool(
  { tasks, limit, pool, target, source, given }: StartRequest,
  settings: Settings,
): Pick<LoopOptions, 'pool' | 'poolTerms' | 'guards' | 'queueLanes'> {
  if (source || given) return {};
  const isOpenEnded = tasks === null && limit === null;
  const most = tasks?.length ?? limit;
  const taskMaxMs = settings['mam.loop.taskMaxSeconds'] * 1000;
  return {
    pool: pool ?? settings['mam.loop.pool'],
    ...(settings['mam.pool.autotune'] ? { poolTerms: poolTerms(settings) } : {}),
    guards: {
      target: target ?? (settings['mam.loop.target'] || null),
      maxBlockers: isOpenEnded ? settings['mam.loop.maxBlockers'] : null,
      maxMs: isOpenEnded ? settings['mam.loop.maxSeconds'] * 1000 : 0,
      ...breakerOf(settings),
      ...retryOf(settings, most),
      ...(taskMaxMs > 0 ? { taskMaxMs } : {}),
      ...(isOpenEnded ? {} : { stopsBlocked: true as const }),
    },
    queueLanes: { serialWords: settings['mam.queue.serialWords'], surfaces: settings['mam.surfaces'] },
  };
}

function breakerOf(settings: Settings): Pick<Guards, 'breaker'> {
  const failures = settings['mam.loop.breakerFailures'];
  return failures === 0 ? {} : { breaker: { failures, backOffMs: settings['mam.loop.backOffSeconds'] * 1000 } };
}

/** A most that is below the least allows the least alone. */
function poolTerms(settings: Settings): PoolTerms {
  const min = settings['mam.pool.min'];
  const max = Math.max(settings['mam.pool.max'], min);
  return { min, max, cooldown: settings['mam.pool.cooldown'], agree: settings['mam.pool.agree'] };
}

/** Whoever wants one task is there, and is asked at once. */
function retryOf(settings: Settings, most: number | null): Pick<Guards, 'retry' | 'maxAttempts'> {
  const attempts = settings['mam.loop.attempts'];
  if (attempts === 1 || most === 1) return {};
  return {
    retry: { attempts, backOffMs: settings['mam.loop.backOffSeconds'] * 1000 },
    ...(most === null ? {} : { maxAttempts: Math.max(most, settings['mam.loop.maxAttempts']) }),
  };
}
