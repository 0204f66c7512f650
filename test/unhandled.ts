/** The next errors that nobody takes; until they came they are no failure of the test. */
export function rejections(count: number): Promise<readonly Error[]> {
  const others = process.rawListeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection');
  return new Promise((resolve) => {
    const found: Error[] = [];
    process.on('unhandledRejection', (reason) => {
      found.push(reason instanceof Error ? reason : new Error(String(reason)));
      if (found.length < count) return;
      process.removeAllListeners('unhandledRejection');
      for (const other of others)
        process.on('unhandledRejection', (...args) => void Reflect.apply(other, process, args));
      resolve(found);
    });
  });
}
