export interface ByteCollector {
  add(chunk: Buffer): void;
  bytes(): Buffer;
  /** Whether something was dropped. */
  cut(): boolean;
}

/** Keeps at most `max` bytes of a stream: its beginning, or its end. */
export function collectBytes(max: number, keep: 'head' | 'tail'): ByteCollector {
  const chunks: Buffer[] = [];
  let held = 0;
  let cut = false;
  return {
    add(chunk) {
      if (keep === 'head') {
        const room = max - held;
        if (chunk.length > room) cut = true;
        if (room <= 0) return;
        const part = chunk.length > room ? chunk.subarray(0, room) : chunk;
        chunks.push(part);
        held += part.length;
        return;
      }
      chunks.push(chunk);
      held += chunk.length;
      while (held > max) {
        cut = true;
        const [first = chunk] = chunks;
        const over = held - max;
        if (first.length > over) chunks[0] = first.subarray(over);
        else chunks.shift();
        held -= Math.min(first.length, over);
      }
    },
    bytes: () => Buffer.concat(chunks),
    cut: () => cut,
  };
}
