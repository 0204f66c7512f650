import assert from 'node:assert/strict';

/** The least processor time of several turns, in milliseconds: others may work on this machine, too. */
function least(work: () => void): number {
  const times: number[] = [];
  for (let turn = 0; turn < 3; turn++) {
    const started = process.cpuUsage();
    work();
    times.push(process.cpuUsage(started).user / 1000);
  }
  return Math.min(...times);
}

/** Eight times the text must not take much more than eight times as long; where it grows with the square, it takes minutes. */
export function assertLinear(unit: string, work: (text: string) => unknown): void {
  const text = (length: number): string => unit.repeat(Math.ceil(length / unit.length));
  const [short, long] = [text(60_000), text(480_000)];
  work(short);
  const [few, many] = [least(() => work(short)), least(() => work(long))];
  assert.ok(many < 40 * few || many < 250, `${few.toFixed(1)} ms, and ${many.toFixed(1)} ms for eight times as much`);
}
