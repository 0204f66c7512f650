import { spawn } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { problem, type Problem } from '../../../base/problem.ts';
import { err, ok, type Result } from '../../../base/result.ts';
import type { Connection } from './connection.ts';
import { greet } from './connection.ts';
import { readEndpoint, supervisorLog } from './endpoint.ts';

export interface SupervisorOptions {
  /** `<git common dir>/mam`: one supervisor serves it, whoever asks. */
  readonly folder: string;
  /** Absolute path of the supervisor's program, a bundle or its source. */
  readonly program: string;
  /** How long it stays without lane and host, in milliseconds; 30,000 unless said. */
  readonly idleMs?: number;
  /** Most bytes of one lane's standard output that are kept from its beginning; 64 MiB unless said. */
  readonly stdoutLimit?: number;
}

/** How long a supervisor may take to answer after it was started, in milliseconds. */
const startMs = 20_000;
/** Least time between two starts, in milliseconds: one that met another just ending is followed by a second. */
const againMs = 500;

/** Calls the supervisor of the folder, and starts one when nobody answers. */
export async function reachSupervisor(options: SupervisorOptions): Promise<Result<Connection, Problem>> {
  const began = performance.now();
  let launched = -againMs;
  let starting = false;
  let failure = '';
  mkdirSync(options.folder, { recursive: true, mode: 0o700 });
  for (;;) {
    const endpoint = readEndpoint(options.folder);
    const greeting = endpoint === null ? null : await greet(endpoint);
    if (greeting?.kind === 'connected') return ok(greeting.connection);
    const elapsed = performance.now() - began;
    const refused = greeting?.kind === 'refused' ? greeting.why : null;
    // A new supervisor may listen already while its token is still to be written: the old one is not refused for good.
    if (refused === 'protocol' || (refused !== null && elapsed > startMs)) return err(refusal(refused));
    if (failure !== '' || elapsed > startMs)
      return err(unreachable(options, failure === '' ? `it did not answer within ${startMs / 1000} s` : failure));
    if (refused === null && !starting && elapsed - launched >= againMs) {
      launched = elapsed;
      starting = true;
      launch(options, (why) => {
        starting = false;
        failure = why ?? '';
      });
    }
    await delay(20);
  }
}

/** Starts a supervisor. One that finds another at work ends well, and that one is about to say where it listens. */
function launch(options: SupervisorOptions, onEnd: (failure: string | null) => void): void {
  const child = spawn(
    process.execPath,
    [
      options.program,
      options.folder,
      String(options.idleMs ?? 30_000),
      String(options.stdoutLimit ?? 64 * 1024 * 1024),
    ],
    {
      cwd: options.folder,
      env: supervisorEnvironment(process.env),
      stdio: 'ignore',
      detached: true,
      windowsHide: true,
    },
  );
  child.once('error', (error) => onEnd(error.message));
  child.once('exit', (code, signal) => onEnd(code === 0 ? null : endOf(code, signal) + logHint(options.folder)));
  child.unref();
}

const endOf = (code: number | null, signal: string | null): string =>
  code === null ? `it was ended by ${signal ?? 'something'}` : `it ended with code ${code}`;

/** Who is killed leaves no log. */
const logHint = (folder: string): string =>
  existsSync(join(folder, supervisorLog)) ? `, see ${supervisorLog} in ${folder}` : '';

/** Lanes bring their own environment; what only the host's own process needs (debuggers, loaders) stays out. */
function supervisorEnvironment(host: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'USERPROFILE', 'LOCALAPPDATA'];
  return {
    ...Object.fromEntries(kept.flatMap((name) => (host[name] === undefined ? [] : [[name, host[name]]]))),
    // In the editor the binary at hand is Electron, which is Node only when it is told so.
    ELECTRON_RUN_AS_NODE: '1',
  };
}

const refusal = (why: 'protocol' | 'token'): Problem =>
  why === 'protocol'
    ? problem(
        'supervisor.version',
        'Another version of MAM still runs agents in this repository. Wait until they have ended, or stop them there.',
      )
    : problem(
        'supervisor.refused',
        'The agents’ supervisor did not accept this host. End it, or wait until its agents have ended, and try again.',
      );

const unreachable = (options: SupervisorOptions, reason: string): Problem =>
  problem(
    'supervisor.unreachable',
    'The agents’ supervisor {program} could not be started: {reason}. Install MAM again if the file is missing.',
    { program: options.program, reason },
  );
