import type { Loop } from '../loop/types.ts';
import type { State } from '../state.ts';
import { beginsMore } from './beginsMore.ts';
import { nextUp } from './nextUp.ts';

/** Whether a loop would begin a further task by itself once there is room, so that to stop it can mean two things. */
export function couldBegin(state: State, loop: Loop): boolean {
  if (!beginsMore(loop)) return false;
  const { task, refused } = nextUp(state, loop);
  return task !== undefined || refused?.passes === true;
}
