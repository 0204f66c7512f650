import { createInterface } from 'node:readline';
import { plainPaint, createPaint, type Paint } from './paint.ts';

/** Where a command speaks and listens. */
export interface Terminal {
  /** One line of the answer. */
  out(line: string): void;
  /** One line for people about how it went. */
  err(line: string): void;
  readonly paint: Paint;
  /** Whether a person can be asked. */
  readonly interactive: boolean;
  /** Asks for a line; null when the input ends. */
  ask(question: string, signal: AbortSignal): Promise<string | null>;
  /** Each Ctrl-C, and a request to end from outside. */
  onInterrupt(listener: (signal: 'SIGINT' | 'SIGTERM') => void): () => void;
}

export function createTerminal(env: Readonly<Record<string, string | undefined>>): Terminal {
  const { stdin, stdout, stderr } = process;
  const interactive = stdin.isTTY && stdout.isTTY;
  // A reader that went away, as `mam status | head -1` does, is no failure of ours.
  for (const stream of [stdout, stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') return;
      // A full disk behind `>` is the caller's matter: the rest of the work goes on, and the exit code tells.
      if (stream === stdout && process.exitCode !== 1) stderr.write(`mam: ${error.message}\n`);
      process.exitCode = 1;
    });
  return {
    out: (line) => void stdout.write(`${line}\n`),
    err: (line) => void stderr.write(`${line}\n`),
    paint: stdout.isTTY && env['NO_COLOR'] === undefined && env['TERM'] !== 'dumb' ? createPaint() : plainPaint,
    interactive,
    ask: (question, signal) =>
      new Promise((resolve) => {
        const lines = createInterface({ input: stdin, output: stdout });
        const close = (): void => lines.close();
        lines.once('close', () => {
          signal.removeEventListener('abort', close);
          resolve(null);
        });
        // While a line is read, Ctrl-C reaches only the reader; it means the same there as anywhere.
        lines.on('SIGINT', () => {
          close();
          process.kill(process.pid, 'SIGINT');
        });
        signal.addEventListener('abort', close);
        lines.question(question, (answer) => {
          resolve(answer);
          close();
        });
      }),
    onInterrupt(listener) {
      const int = (): void => listener('SIGINT');
      const term = (): void => listener('SIGTERM');
      process.on('SIGINT', int).on('SIGTERM', term);
      return () => void process.off('SIGINT', int).off('SIGTERM', term);
    },
  };
}
