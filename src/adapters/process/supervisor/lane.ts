import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
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

/** How long a pipe may stay open after every process that is known to hold it has ended, in milliseconds. */
const drainMs = 1000;
/** How long what a lane left behind may take to end when asked politely, in milliseconds. */
const politeMs = 500;

/** One agent process from its start to its exit file. Only the supervisor makes one. */
export interface Lane {
  readonly owned: boolean;
  readonly ended: Promise<LaneExit>;
  /** Asks it to end, and makes it end after its grace time. The first reason counts. */
  stop(reason: 'stopped' | 'timeout' | 'lost'): void;
}

/** Starts the process of a lane whose folder has no spec yet. `onOutput` tells that its files grew. */
export function startLane(
  request: LaneRequest,
  limits: { readonly stdout: BoundedLogLimits; readonly stderr: BoundedLogLimits },
  onOutput: () => void,
): Lane {
  const folder = laneFolder(request.folder);
  const key = randomBytes(12).toString('hex');
  folder.writeSpec({
    id: request.id,
    argv: request.argv.map(redactSecrets),
    cwd: request.cwd,
    key,
    timeoutMs: request.timeoutMs,
    at: isoSeconds(Date.now()),
  });
  const stdout = openBoundedLog(folder.stdout, limits.stdout, onOutput);
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
    return { owned: request.owned, ended, stop: () => undefined };
  }
  return attend(request, folder, child, child.pid, key, { stdout, stderr, logs });
}

function attend(
  request: LaneRequest,
  folder: LaneFolder,
  child: ChildProcess,
  pid: number,
  key: string,
  output: { readonly stdout: BoundedLog; readonly stderr: BoundedLog; readonly logs: Set<BoundedLog> },
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
  child.stdin?.on('error', () => undefined).end(request.stdin);

  const stop: Lane['stop'] = (reason) => {
    if (why !== 'exited' || over) return;
    why = reason;
    void (async () => {
      // Children that leave the group and clear their environment are only known while their parent lives.
      seen = await findFamily(family).catch(() => []);
      if (over) return;
      sendSignal(-pid, request.interrupt);
      const timer = setTimeout(() => sendSignal(-pid, 'SIGKILL'), request.graceMs);
      timers.push({ dispose: () => clearTimeout(timer) });
    })();
  };

  const ended = (async (): Promise<LaneExit> => {
    const exited = new Promise<Pick<LaneExit, 'code' | 'signal'>>((resolve) =>
      child.once('exit', (code, signal) => resolve({ code, signal })),
    );
    folder.writeStarted({ pid, startTime: (await startTimeOf(pid)) ?? '', pgid: pid });
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
  return { owned: request.owned, ended, stop };
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
