import type { Disposable } from '../base/disposable.ts';

/** One frame of a 60 Hz screen, in milliseconds. */
const frame = 16;

/** Turns a burst of calls into one run of `task` per frame. */
export const coalesce = (task: () => void): (() => void) & Disposable => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const request = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      task();
    }, frame);
  };
  return Object.assign(request, {
    dispose: () => {
      clearTimeout(timer);
      timer = undefined;
    },
  });
};
