import type { Disposable } from '../../../base/disposable.ts';
import { paneRead } from '../../../protocol/herdr.ts';
import type { HerdrCalls } from './calls.ts';

/** Time between two looks at the screens, in milliseconds. */
const betweenMs = 1_000;
/** So many questions are open at once. */
const atOnce = 16;

interface ScreensDeps {
  readonly calls: HerdrCalls;
  /** Ids of the panes by their handles. */
  readonly panes: () => ReadonlyMap<string, string>;
}

/** Announces panes with another text on their screen than a second ago. */
export function watchScreens({ calls, panes }: ScreensDeps, onChange: (handle: string) => void): Disposable {
  let texts = new Map<string, string>();
  let disposed = false;

  const readOne = async (handle: string, pane: string, into: Map<string, string>): Promise<void> => {
    if (disposed) return;
    const what = { pane_id: pane, source: 'visible', format: 'text', strip_ansi: true };
    const read = await calls.ask('pane.read', what, paneRead);
    // Whether it can be read is told by the connection.
    if (!read.ok) return;
    const { text } = read.value.read;
    into.set(handle, text);
    if (!disposed && texts.has(handle) && texts.get(handle) !== text) onChange(handle);
  };
  const round = async (): Promise<void> => {
    const left = [...panes()];
    const now = new Map<string, string>();
    const worker = async (): Promise<void> => {
      for (let next = left.pop(); next !== undefined; next = left.pop()) await readOne(...next, now);
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    texts = now;
    if (!disposed) timer = setTimeout(() => void round(), betweenMs).unref();
  };
  let timer = setTimeout(() => void round(), betweenMs).unref();
  return {
    dispose() {
      disposed = true;
      clearTimeout(timer);
    },
  };
}
