import { randomUUID } from 'node:crypto';
import { err, ok, type Result } from '../../../base/result.ts';

/** Why there is no answer: tmux said so, it said nothing in time, or the connection is gone and nobody knows. */
interface NotAnswered {
  readonly kind: 'refused' | 'silent' | 'lost';
  readonly reason: string;
}

/** A kept connection to a tmux server, over which it can be asked without starting a process. */
export interface ControlChannel {
  /** Whether tmux has answered on it, and it is not lost. */
  readonly isOpen: boolean;
  /** Runs commands in one go and answers the lines that they print; where one fails, those after it are not run. */
  ask(commands: readonly (readonly string[])[]): Promise<Result<string, NotAnswered>>;
  /** What came from tmux, in pieces as they come. */
  hear(text: string): void;
  lose(): void;
}

interface Pending {
  readonly token: string;
  readonly said: string[];
  refused: string | null;
  readonly settle: (answer: Result<string, NotAnswered>) => void;
}

/**
 * Speaks tmux's control mode. `onNews`: something was told that nobody asked for, such as what is drawn. `onSilent`: tmux
 * does not answer any more.
 */
export function createControlChannel(options: {
  readonly write: (text: string) => void;
  readonly onNews: () => void;
  /** What the program of a pane wrote, in pieces as they come. */
  readonly onOutput: (pane: string, text: string) => void;
  readonly onSilent: () => void;
  /** The longest that an answer may take, in milliseconds. */
  readonly answerMs: number;
}): ControlChannel {
  const pending: Pending[] = [];
  let rest = '';
  let block: { readonly end: string; readonly failed: string; readonly lines: string[] } | null = null;
  let [isReady, isLost] = [false, false];

  const close = (lines: readonly string[], isFailed: boolean): void => {
    // The first answer is that to being attached.
    isReady ||= !isFailed;
    const [first] = pending;
    if (!first) return;
    if (!isFailed && lines.length === 1 && lines[0] === first.token) {
      pending.shift();
      const { refused, said } = first;
      first.settle(refused === null ? ok(said.join('\n')) : err({ kind: 'refused', reason: refused }));
    } else if (isFailed) first.refused ??= lines.join(' ');
    else first.said.push(...lines);
  };
  const hearLine = (line: string): void => {
    if (block !== null) {
      // The end names the time and number of its beginning, so that nothing on a screen is taken for it.
      if (line !== block.end && line !== block.failed) block.lines.push(line);
      else {
        const { lines, failed } = block;
        block = null;
        close(lines, line === failed);
      }
      return;
    }
    const begin = /^%begin (\d+ \d+ \d+)$/.exec(line)?.[1];
    if (begin !== undefined) block = { end: `%end ${begin}`, failed: `%error ${begin}`, lines: [] };
    else if (!line.startsWith('%paste-buffer-')) {
      const [, pane = '', said = ''] = /^%output (%\d+) ([^]*)$/.exec(line) ?? [];
      if (pane !== '') options.onOutput(pane, unescaped(said));
      options.onNews();
    }
  };
  const giveUp = (kind: 'silent' | 'lost'): void => {
    isLost = true;
    for (const one of pending.splice(0)) one.settle(err({ kind, reason: '' }));
  };
  return {
    get isOpen() {
      return isReady && !isLost;
    },
    ask: (commands) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => {
          giveUp('silent');
          options.onSilent();
        }, options.answerMs);
        const settle = (answer: Result<string, NotAnswered>): void => {
          clearTimeout(timer);
          resolve(answer);
        };
        const token = randomUUID();
        if (isLost) settle(err({ kind: 'lost', reason: '' }));
        else {
          pending.push({ token, said: [], refused: null, settle });
          const line = commands.map((words) => words.map(quoted).join(' ')).join(' ; ');
          options.write(`${line}\ndisplay-message -p ${token}\n`);
        }
      }),
    hear(text) {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) hearLine(line);
    },
    lose: () => giveUp('lost'),
  };
}

const octal = (one: string): string => `\\${one.charCodeAt(0).toString(8).padStart(3, '0')}`;

/** One word of a line of tmux's own command language, whatever is in it. A home folder is meant by a tilde even within quotes. */
const quoted = (word: string): string => `"${word.replace(/[\\"$]/g, '\\$&').replace(/^~|\p{Cc}/gu, octal)}"`;

/** What tmux writes as an octal number is a character of its own. */
const unescaped = (said: string): string =>
  said.replace(/\\([0-7]{3})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 8)));
