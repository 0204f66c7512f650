import type { TranscriptCall } from './signs.ts';

/** Calls under way that are remembered; an agent that tells no end of them must not fill the memory. */
const mostCalls = 200;

/** Tells of each line, in their order, which calls it ends, by what was said when they began. */
export function createEndedCalls(
  read: (line: string) => readonly TranscriptCall[],
): (line: string) => readonly string[] {
  const open = new Map<string, string>();
  return (line) =>
    read(line).flatMap(({ id, begins }) => {
      if (begins === null) {
        const call = open.get(id);
        open.delete(id);
        return call === undefined ? [] : [call];
      }
      open.set(id, begins);
      const [oldest] = open.keys();
      if (open.size > mostCalls && oldest !== undefined) open.delete(oldest);
      return [];
    });
}
