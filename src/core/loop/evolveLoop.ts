import { evolveCycles } from '../autoLoop/cycles.ts';
import type { DomainEvent } from '../event.ts';
import type { Loop } from './types.ts';

/** One loop after one event that is about it. */
export function evolveLoop(loop: Loop, event: DomainEvent): Loop {
  switch (event.type) {
    case 'runStarted':
      return { ...loop, taken: [...loop.taken, event.task.id] };
    case 'loopStopRequested':
      return { ...loop, state: 'stopping' };
    case 'loopResumed': {
      // Whoever goes on has seen what ended it, and gives it its time and its tries anew.
      const { halted: _halted, blockedBy: _blocked, finishing: _finishing, ...rest } = loop;
      const since = {
        ...(event.awakeMs === undefined ? {} : { startedAwake: event.awakeMs }),
        ...(event.tried === undefined ? {} : { triedBefore: event.tried }),
      };
      return { ...rest, state: 'running', outcome: null, ...(loop.streak ? { streak: 0 } : {}), ...since };
    }
    case 'loopFinishing':
      return { ...loop, finishing: true };
    case 'taskOverran': {
      const { run, task, seconds } = event;
      return { ...loop, overran: [...(loop.overran ?? []), { run, task, seconds }] };
    }
    case 'cycleSettled':
      return { ...loop, ...evolveCycles(loop, event) };
    case 'lanesTuned':
      return { ...loop, tunings: [...(loop.tunings ?? []), event.tuning] };
    case 'poolTuned': {
      const { from, to } = event.tuning;
      const moved = from === to ? {} : { poolSize: to };
      return { ...loop, ...moved, poolTunings: [...(loop.poolTunings ?? []), event.tuning] };
    }
    case 'poolSet':
      return { ...loop, poolSize: event.to, poolBy: event.by };
    case 'loopHalted':
      return { ...loop, halted: event.why };
    case 'loopEnded':
      return { ...loop, state: 'ended', outcome: event.outcome };
    default:
      return loop;
  }
}
