import { spawn, type ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import type { TerminalOptions } from 'vscode';
import { Emitter } from '../../src/base/event.ts';
import type { AnyTerminal, TerminalWindow } from '../../src/vscode/terminals/shownTerminals.ts';
import { until } from '../until.ts';

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;

/** The terminals of an editor's window: each a real process with a real terminal, without an editor around it. */
export class FakeWindow implements TerminalWindow {
  readonly terminals: AnyTerminal[] = [];
  readonly shown: string[] = [];
  readonly #opened = new Emitter<AnyTerminal>();
  readonly #closed = new Emitter<AnyTerminal>();
  readonly #running = new Set<ChildProcess>();

  readonly onDidOpenTerminal = this.#opened.event;
  readonly onDidCloseTerminal = this.#closed.event;

  createTerminal(options: TerminalOptions): AnyTerminal {
    const args = Array.isArray(options.shellArgs) ? options.shellArgs : [];
    const line = ['exec', options.shellPath ?? '', ...args]
      .map(quoted)
      .join(' ')
      .replace(/^'exec'/, 'exec');
    // Gives the process a terminal of its own, as the editor does.
    const pty = spawn('script', ['--quiet', '--flush', '--return', '--echo', 'never', '--command', line, '/dev/null'], {
      env: strings({ ...options.env, SHELL: '/bin/sh' }),
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    pty.stdout.resume();
    this.#running.add(pty);
    const shown = this.shown;
    const made: Changing<AnyTerminal> = {
      creationOptions: options,
      exitStatus: undefined,
      processId: childOf(pty),
      // The editor sends one carriage return for the end of a line.
      sendText: (text) => void pty.stdin.write(text),
      show: () => void shown.push(options.name ?? ''),
      dispose: () => void childOf(pty).then((pid) => pid !== undefined && isThere(pid) && process.kill(pid, 'SIGHUP')),
    };
    pty.once('exit', () => {
      this.#running.delete(pty);
      made.exitStatus = { reason: 'ended' };
      this.terminals.splice(this.terminals.indexOf(made), 1);
      this.#closed.fire(made);
    });
    this.terminals.push(made);
    this.#opened.fire(made);
    return made;
  }

  /** The window with its terminals as another one finds them after it was loaded again: known by their processes alone. */
  reloaded(): FakeWindow {
    const again = new FakeWindow();
    for (const terminal of this.terminals) again.terminals.push({ ...terminal, creationOptions: {} });
    return again;
  }

  async close(): Promise<void> {
    for (const terminal of this.terminals) terminal.dispose();
    await until('the terminals to end', () => this.#running.size === 0, 15_000);
  }
}

const strings = (env: NonNullable<TerminalOptions['env']>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );

type Changing<T> = { -readonly [K in keyof T]: T[K] };

/** The process that a terminal was made for. */
async function childOf(pty: ChildProcess): Promise<number | undefined> {
  let child: number | undefined;
  await until('its process', () => {
    child = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .find((pid) => parentOf(pid) === pty.pid);
    return child !== undefined || pty.exitCode !== null || pty.signalCode !== null;
  });
  return child;
}

function parentOf(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return null;
  }
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
