import type { Loop } from '../loop/types.ts';
import type { State } from '../state.ts';
import { nextTask } from '../task/select.ts';

/** Whether a loop would begin a further task by itself once there is room, so that to stop it can mean two things. */
export const couldBegin = (state: State, loop: Loop): boolean =>
  loop.state === 'running' && loop.halted === undefined && !loop.finishing && nextTask(state, loop) !== undefined;
