/** What a terminal puts around a paste. */
// oxlint-disable-next-line no-control-regex -- the escape character begins the marks
const pasted = /\u001b\[20[01]~/g;
const interrupt = '\u0003';
const escape = '\u001b';

/** What is typed in front of the agent. Null once nothing comes any more. */
export interface Typed {
  line(): Promise<string | null>;
  /** A line, or on a terminal one key without Enter, as dialogues of agents take it. */
  answer(): Promise<string | null>;
  /** From now on keys arrive as they are pressed, and not only with Enter; a pipe has none. */
  byKey(on: boolean): void;
}

/** As much of standard input as it takes: a terminal or a pipe. */
interface Input {
  readonly isTTY?: boolean;
  setRawMode?(on: boolean): unknown;
  setEncoding(encoding: 'utf8'): unknown;
  on(event: 'data', heard: (text: string) => void): unknown;
  on(event: 'end', heard: () => void): unknown;
}

export function readTyped(input: Input, onInterrupt: () => void): Typed {
  let waiting = '';
  let ended = false;
  let keys = false;
  let wake = (): void => undefined;
  input.setEncoding('utf8');
  input.on('data', (text: string) => {
    // Without the terminal's help nobody else makes a signal of it.
    if (keys && text === interrupt) onInterrupt();
    else waiting += text;
    wake();
  });
  input.on('end', () => {
    ended = true;
    wake();
  });

  const takeLine = (): string | null => {
    const [whole, line = ''] = /^([^\r\n]*)(?:\r\n|\r|\n)/.exec(waiting) ?? [];
    if (whole === undefined) return null;
    waiting = waiting.slice(whole.length);
    return line.replaceAll(pasted, '').trim();
  };
  /** What comes alone is a key; a text comes as a whole and ends with Enter. */
  const takeKey = (): string | null => {
    if (!keys || waiting.length !== 1) return null;
    const key = waiting;
    waiting = '';
    return key === escape ? 'Escape' : key;
  };
  const until = async (take: () => string | null): Promise<string | null> => {
    for (;;) {
      const taken = take();
      if (taken !== null) return taken;
      if (ended) return null;
      await new Promise<void>((resolve) => (wake = resolve));
    }
  };

  return {
    line: () => until(takeLine),
    answer: () => until(() => takeLine() ?? takeKey()),
    byKey(on) {
      if (input.isTTY !== true || input.setRawMode === undefined) return;
      keys = on;
      input.setRawMode(on);
    },
  };
}
