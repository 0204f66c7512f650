import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { isoSeconds } from '../../../base/clock.ts';
import type { Disposable } from '../../../base/disposable.ts';
import { redactSecrets } from '../../../core/privacy/secrets.ts';
import type { LaneExit, LaneExitReason } from '../../../protocol/agents/laneFiles.ts';
import type { LaneRequest } from '../../../protocol/agents/supervisorMessages.ts';
import { endFamily, familyVariable, findFamily, sendSignal, type Family } from '../family.ts';
import { startTimeOf, type ProcessEntry } from '../processTable.ts';
import { afterAwake } from './awakeTimer.ts';
import { openBoundedLog, type BoundedLog, type BoundedLogLimits } from './boundedLog.ts';
import { laneFolder, type LaneFolder } from './laneFolder.ts';
import { openRollingLog } from './rollingLog.ts';

/** How long a pipe may stay open after every process that is known to hold it has ended, in milliseconds. */
const drainMs = 1000;
/** How long what a lane left behind may take to end when asked politely, in milliseconds. */
const politeMs = 500;

/** One agent process from its start to its exit file. Only the supervisor makes one. */
export interface Lane {
  readonly ended: Promise<LaneExit>;
  /** Asks it to end, and makes it end after its grace time. The first reason counts. */
  stop(reason: 'stopped' | 'timeout' | 'lost', graceMs?: number): void;
  /** Writes to its standard input; false when nobody reads there. */
  input(text: string): boolean;
}

/** What is told of a lane while it runs. */
export interface LaneListener {
  /** Its files grew. */
  readonly onOutput: () => void;
  /** Its process runs. */
  readonly onStarted: () => void;
}

/** Bytes that wait for a process that does not read its input. */
const mostWaiting = 4 * 1024 * 1024;

/** Starts the process of a lane whose folder has no spec yet, and marks with `key` all that it starts. */
export function startLane(
  request: LaneRequest,
  key: string,
  limits: { readonly stdout: BoundedLogLimits; readonly stderr: BoundedLogLimits },
  { onOutput, onStarted }: LaneListener,
): Lane {
  const folder = laneFolder(request.folder);
  folder.writeSpec({
    id: request.id,
    argv: request.argv.map(redactSecrets),
    cwd: request.cwd,
    key,
    timeoutMs: request.timeoutMs,
    at: isoSeconds(Date.now()),
  });
  const stdout = request.interactive
    ? openRollingLog(folder.stdout, onOutput)
    : openBoundedLog(folder.stdout, limits.stdout, onOutput);
  const stderr = request.merged ? stdout : openBoundedLog(folder.stderr, limits.stderr, () => undefined);
  const logs = new Set([stdout, stderr]);

  const [program = '', ...args] = request.argv;
  const child = spawn(program, args, {
    cwd: request.cwd,
    env: { ...request.env, MAM_LANE: request.id, [familyVariable]: key },
    stdio: 'pipe',
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  if (child.pid === undefined) {
    const ended = once(child, 'error').then(async ([error]: unknown[]) =>
      finish(folder, logs, spawnFailure(error, request), 0),
    );
    return { ended, stop: () => undefined, input: () => false };
  }
  return attend(request, folder, child, child.pid, key, { stdout, stderr, logs, onStarted });
}

function attend(
  request: LaneRequest,
  folder: LaneFolder,
  child: ChildProcess,
  pid: number,
  key: string,
  output: {
    readonly stdout: BoundedLog;
    readonly stderr: BoundedLog;
    readonly logs: Set<BoundedLog>;
    readonly onStarted: () => void;
  },
): Lane {
  const family: Family = { group: pid, key };
  const timers: Disposable[] = [];
  let seen: readonly ProcessEntry[] = [];
  let why: LaneExitReason = 'exited';
  let over = false;
  const closed = once(child, 'close');
  child.on('error', () => undefined);
  if (child.stdout) output.stdout.take(child.stdout);
  if (child.stderr) output.stderr.take(child.stderr);
  // A CLI that ends without reading its brief breaks the pipe; its exit tells the story.
  child.stdin?.on('error', () => undefined).write(request.stdin);
  if (!request.interactive) child.stdin?.end();

  const stop: Lane['stop'] = (reason, graceMs = request.graceMs) => {
    if (why !== 'exited' || over) return;
    why = reason;
    void (async () => {
      // Children that leave the group and clear their environment are only known while their parent lives.
      seen = await findFamily(family).catch(() => []);
      if (over) return;
      sendSignal(-pid, request.interrupt);
      const timer = setTimeout(() => sendSignal(-pid, 'SIGKILL'), graceMs);
      timers.push({ dispose: () => clearTimeout(timer) });
    })();
  };

  const input: Lane['input'] = (text) => {
    const { stdin } = child;
    if (!request.interactive || over || !stdin?.writable || stdin.writableLength > mostWaiting) return false;
    stdin.write(text);
    return true;
  };

  const ended = (async (): Promise<LaneExit> => {
    const exited = new Promise<Pick<LaneExit, 'code' | 'signal'>>((resolve) =>
      child.once('exit', (code, signal) => resolve({ code, signal })),
    );
    folder.writeStarted({ pid, startTime: (await startTimeOf(pid)) ?? '', pgid: pid });
    output.onStarted();
    if (request.timeoutMs > 0) timers.push(afterAwake(request.timeoutMs, () => stop('timeout')));
    const end = await exited;
    over = true;
    for (const timer of timers) timer.dispose();
    const survivors = await endFamily(family, seen, politeMs);
    const left = new AbortController();
    await Promise.race([closed, delay(drainMs, undefined, { signal: left.signal, ref: true }).catch(() => undefined)]);
    left.abort();
    child.stdout?.destroy();
    child.stderr?.destroy();
    return finish(folder, output.logs, { ...end, reason: why, detail: '' }, survivors);
  })();
  return { ended, stop, input };
}

async function finish(
  folder: LaneFolder,
  logs: Set<BoundedLog>,
  end: Pick<LaneExit, 'code' | 'signal' | 'reason' | 'detail'>,
  survivors: number,
): Promise<LaneExit> {
  const ends = await Promise.all([...logs].map((log) => log.end()));
  const exit: LaneExit = { ...end, at: isoSeconds(Date.now()), cut: ends.some((one) => one.cut), survivors };
  folder.writeExit(exit);
  return exit;
}

/** The system reports a missing working folder in the same words as a missing program. */
function spawnFailure(error: unknown, request: LaneRequest): Pick<LaneExit, 'code' | 'signal' | 'reason' | 'detail'> {
  const detail = !existsSync(request.cwd)
    ? `there is no folder ${request.cwd}`
    : error instanceof Error
      ? error.message
      : String(error);
  return { code: null, signal: null, reason: 'spawn-failed', detail: redactSecrets(detail) };
}
