/** Lets at most `size` tasks run at once; the others wait their turn. */
export function createLimit(size: number): <T>(task: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (task) => {
    if (running < size) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await task();
    } finally {
      // A turn is handed on, so that nobody who comes meanwhile gets in before those who wait.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
