// Where what keeps a test process alive was made. Costs time for each handle, so only a file that failed is run with it.
import { createHook } from 'node:async_hooks';
import { writeSync } from 'node:fs';

const kinds = new Set(['Timeout', 'Immediate', 'PIPEWRAP', 'TCPWRAP', 'TCPSERVERWRAP', 'PROCESSWRAP', 'FSEVENTWRAP']);
const madeAt = new Map<number, { readonly kind: string; readonly stack: string; readonly handle: object }>();

const isHeld = (handle: object): boolean =>
  !('hasRef' in handle) || typeof handle.hasRef !== 'function' || handle.hasRef() === true;

const ownFrames = (stack: string): string =>
  stack
    .split('\n')
    .filter((line) => line.includes('file://') && !line.includes('openHandles.ts'))
    .slice(0, 6)
    .join('\n');

/** Remembers from now on who makes timers, pipes, sockets, watchers and processes. */
export function traceHandles(): void {
  createHook({
    init: (id, kind, _trigger, handle) => {
      if (kinds.has(kind)) madeAt.set(id, { kind, stack: new Error(kind).stack ?? '', handle });
    },
    destroy: (id) => void madeAt.delete(id),
  }).enable();
}

/** Says which of them still hold the process. */
export function printOpenHandles(): void {
  for (const { kind, stack, handle } of madeAt.values())
    if (isHeld(handle)) writeSync(2, `${kind} made at\n${ownFrames(stack) || stack}\n`);
}
