import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { problem } from '../../base/problem.ts';
import type { CheckRun, Commands } from '../../app/ports/commands.ts';
import { findOnPath, type FindProgram } from './shellPath.ts';
import type { Supervisor } from './supervisor/client.ts';

export interface CommandsOptions {
  readonly supervisor: Supervisor;
  /** Folder for the output of commands while they run, on this machine and writable. */
  readonly folder: string;
  /** Where a command's program is looked for; on the PATH unless said. */
  readonly find?: FindProgram;
  /** The whole environment that a command gets: without credentials, without what leads git elsewhere. */
  readonly env: Readonly<Record<string, string>>;
}

/** Bytes of the end of a command's output that are kept. */
const tailBytes = 16 * 1024;

/**
 * Runs commands under the supervisor, so that time limits, left-over processes and a host that dies are dealt with as
 * for lanes. Unlike a lane, a command ends with its host: it is simply run again.
 */
export function createCommands(options: CommandsOptions): Commands {
  return {
    async run({ cwd, argv, timeoutMs, env: more = {} }, signal): Promise<CheckRun> {
      const id = randomUUID();
      const folder = join(options.folder, id);
      const began = performance.now();
      const over = (rest: Omit<CheckRun, 'durationMs'>): CheckRun => ({
        ...rest,
        durationMs: Math.round(performance.now() - began),
      });
      const { env } = await (options.find ?? findOnPath)(argv.slice(0, 1), options.env);
      const none = { exitCode: null, timedOut: false, tail: '' };
      try {
        const run = await options.supervisor.run(
          {
            id,
            folder,
            argv: [...argv],
            cwd,
            env: { ...env, CI: '1', ...more },
            stdin: '',
            timeoutMs,
            interrupt: 'SIGTERM',
            graceMs: 5000,
            merged: true,
            owned: true,
          },
          signal,
          () => undefined,
        );
        if (!run.ok) return over({ ...none, problem: run.error });
        const { code, reason, detail, signal: by } = run.value;
        const tail = await readTail(join(folder, 'stdout.jsonl')).catch(() => '');
        const command = argv.join(' ');
        switch (reason) {
          case 'spawn-failed':
            return over({
              ...none,
              problem: problem(
                'command.notStarted',
                'The command {command} could not be started: {reason}. Check that it is installed.',
                { command, reason: detail },
              ),
            });
          case 'stopped':
            return over({
              ...none,
              tail,
              problem: problem('command.stopped', 'The command {command} was stopped on request.', { command }),
            });
          case 'lost':
            return over({
              ...none,
              tail,
              problem: problem(
                'command.lost',
                'The supervisor ended while the command {command} was running. Run it again.',
                { command },
              ),
            });
          case 'timeout':
            return over({ exitCode: null, timedOut: true, tail, problem: null });
          case 'exited':
            // One that a signal ended has no code of its own, and is no pass.
            return over({
              exitCode: code,
              timedOut: false,
              tail: by === null ? tail : `${tail}\n[ended by ${by}]`,
              problem: null,
            });
        }
      } finally {
        // What the command did is known by now: a folder that stays must not make a failure of it.
        await rm(folder, { recursive: true, force: true }).catch(() => undefined);
      }
    },
  };
}

async function readTail(path: string): Promise<string> {
  const file = await open(path, 'r').catch(() => null);
  if (file === null) return '';
  try {
    const { size } = await file.stat();
    const length = Math.min(size, tailBytes);
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length);
    return buffer.toString('utf8');
  } finally {
    await file.close();
  }
}
