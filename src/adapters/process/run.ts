import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { collectBytes } from './collectBytes.ts';
import { signalGroup } from './signalGroup.ts';

export interface ProcessSpec {
  /** Program and arguments; no shell is ever involved. */
  readonly argv: readonly [string, ...string[]];
  readonly cwd: string;
  /** The whole environment of the child: nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  /** Written to stdin, which is then closed. Without it stdin is empty. */
  readonly input?: string | Uint8Array;
  /** Milliseconds until the group is asked to end. */
  readonly timeoutMs?: number;
  /** Milliseconds between asking (SIGTERM) and forcing (SIGKILL); 2,000 unless said. */
  readonly graceMs?: number;
  /** Bytes kept of each stream; 16 MiB unless said. The rest is read and dropped, so that the child never blocks. */
  readonly maxBytes?: number;
  /** Which end of a stream that is too long is kept; the beginning unless said. */
  readonly keep?: 'head' | 'tail';
  /** Called with every chunk as it arrives, bounded or not. */
  readonly onOutput?: (stream: 'stdout' | 'stderr', chunk: Uint8Array) => void;
}

export interface ProcessEnd {
  /** Null when it was ended by a signal or never started. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly stdout: Buffer;
  readonly stderr: Buffer;
  /** Whether bytes of a stream were dropped. */
  readonly cut: { readonly stdout: boolean; readonly stderr: boolean };
  /** Why it was stopped from here, if it was. */
  readonly stopped: 'timeout' | 'aborted' | null;
  /** Why it could not be started: `program-missing`, `folder-missing`, or the system's error code. */
  readonly startFailure: string | null;
  readonly durationMs: number;
}

/** How long streams may stay open after the program itself has ended, in milliseconds. */
const drainMs = 500;
const defaultGraceMs = 2000;
const defaultMaxBytes = 16 * 1024 * 1024;

/**
 * Runs one program to its end, in a process group of its own. Never rejects for what the program does: a missing
 * program, a time limit and an abort are fields of the result. Whatever the program leaves in its group is ended with it.
 */
export async function runProcess(spec: ProcessSpec, signal?: AbortSignal): Promise<ProcessEnd> {
  const started = performance.now();
  const stdout = collectBytes(spec.maxBytes ?? defaultMaxBytes, spec.keep ?? 'head');
  const stderr = collectBytes(spec.maxBytes ?? defaultMaxBytes, spec.keep ?? 'head');
  const end = (rest: Pick<ProcessEnd, 'exitCode' | 'signal' | 'stopped' | 'startFailure'>): ProcessEnd => ({
    ...rest,
    stdout: stdout.bytes(),
    stderr: stderr.bytes(),
    cut: { stdout: stdout.cut(), stderr: stderr.cut() },
    durationMs: performance.now() - started,
  });
  if (signal?.aborted) return end({ exitCode: null, signal: null, stopped: 'aborted', startFailure: null });

  const child = begin(spec);
  if (typeof child === 'string')
    return end({ exitCode: null, signal: null, stopped: null, startFailure: whyNotStarted(spec.cwd, child) });
  child.stdout?.on('data', (chunk: Buffer) => {
    stdout.add(chunk);
    spec.onOutput?.('stdout', chunk);
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr.add(chunk);
    spec.onOutput?.('stderr', chunk);
  });
  // A program that ends without reading all of it has told what it has to tell.
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(spec.input);

  let stopped: ProcessEnd['stopped'] = null;
  const timers = new Set<NodeJS.Timeout>();
  const later = (ms: number, task: () => void) => void timers.add(setTimeout(task, ms));
  const stop = (why: 'timeout' | 'aborted') => {
    if (stopped !== null) return;
    stopped = why;
    signalGroup(child.pid, 'SIGTERM');
    later(spec.graceMs ?? defaultGraceMs, () => signalGroup(child.pid, 'SIGKILL'));
  };
  const onAbort = () => stop('aborted');
  signal?.addEventListener('abort', onAbort, { once: true });
  if (spec.timeoutMs !== undefined) later(spec.timeoutMs, () => stop('timeout'));
  child.once('exit', () => {
    signalGroup(child.pid, 'SIGKILL');
    // What left the group (a daemon) may still hold the pipes: the program's own end is what counts.
    later(drainMs, () => {
      child.stdout?.destroy();
      child.stderr?.destroy();
    });
  });

  const code = await ended(child);
  for (const timer of timers) clearTimeout(timer);
  signal?.removeEventListener('abort', onAbort);
  const startFailure = child.pid === undefined ? whyNotStarted(spec.cwd, code ?? undefined) : null;
  return end({
    exitCode: startFailure === null ? child.exitCode : null,
    signal: child.signalCode,
    stopped,
    startFailure,
  });
}

/** The process, or the system's code of why there is none: of some it is told at once, of others as an event. */
function begin(spec: ProcessSpec): ChildProcess | string {
  const [program, ...args] = spec.argv;
  try {
    return spawn(program, args, {
      cwd: spec.cwd,
      env: { ...spec.env },
      // Its own group, so that a stop reaches what it started. Windows has no groups: its tree is ended by `taskkill`.
      detached: process.platform !== 'win32',
      windowsHide: true,
      stdio: [spec.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    });
  } catch (error) {
    return codeOf(error) ?? 'unknown';
  }
}

/** Resolves when it has ended and its streams are read; with the system's code where it never began. */
const ended = (child: ChildProcess): Promise<string | null> =>
  new Promise((resolve) => {
    child.once('close', () => resolve(null));
    child.on('error', (error) => {
      if (child.pid === undefined) resolve(codeOf(error));
    });
  });

const codeOf = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;

/** The system reports a missing working folder in the same words as a missing program. */
function whyNotStarted(cwd: string, code: string | undefined): string {
  // A file has no place inside it.
  if (code === 'ENOTDIR') return 'folder-missing';
  if (code !== 'ENOENT') return code ?? 'unknown';
  return existsSync(cwd) ? 'program-missing' : 'folder-missing';
}
