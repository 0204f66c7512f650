import assert from 'node:assert/strict';

/** The shortest of several times, in milliseconds: others may work on this machine, too. */
function shortest(work: () => void): number {
  const times: number[] = [];
  for (let turn = 0; turn < 2; turn++) {
    const started = performance.now();
    work();
    times.push(performance.now() - started);
  }
  return Math.min(...times);
}

/** Eight times the text must not take much more than eight times as long; where it grows with the square, it takes minutes. */
export function assertLinear(unit: string, work: (text: string) => unknown): void {
  const text = (length: number): string => unit.repeat(Math.ceil(length / unit.length));
  const [short, long] = [text(60_000), text(480_000)];
  work(short);
  const [few, many] = [shortest(() => work(short)), shortest(() => work(long))];
  assert.ok(many < 40 * few || many < 250, `${few.toFixed(1)} ms, and ${many.toFixed(1)} ms for eight times as much`);
}
