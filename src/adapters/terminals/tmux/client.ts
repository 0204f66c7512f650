import { delimiter, isAbsolute } from 'node:path';
import { problem, type Problem } from '../../../base/problem.ts';
import { err, ok, type Result } from '../../../base/result.ts';
import { redactSecrets } from '../../../core/privacy/secrets.ts';
import type { runProcess } from '../../process/run.ts';
import type { FindProgram } from '../../process/shellPath.ts';

export interface TmuxOptions {
  readonly run: typeof runProcess;
  readonly find: FindProgram;
  /** The host's environment, of which tmux gets next to nothing: what it has, a person's shells there would have. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Name of the server's socket: one server a control root, whoever asks. */
  readonly socket: string;
  /** Folder of tmux's sockets; where tmux has them by itself unless said. */
  readonly socketFolder?: string;
}

/** The tmux that is used, once it was found. */
interface Tmux {
  /** Program and the arguments that every call begins with. */
  readonly argv: readonly [string, ...string[]];
  readonly env: Readonly<Record<string, string>>;
  readonly version: string;
}

export interface TmuxClient {
  /** Finds tmux, and says what is missing. */
  locate(): Promise<Result<Tmux, Problem>>;
  /** Runs commands in one call, each with its arguments, and answers what they print; null where no server runs. */
  call(commands: readonly (readonly string[])[], input?: string): Promise<Result<string | null, Problem>>;
}

/** Oldest version that is used. */
const oldest = [3, 0] as const;
/** The longest that tmux may take, in milliseconds. */
export const answerMs = 5000;
const most = 16 * 1024 * 1024;

/** Calls a tmux server of MAM's own, which reads no configuration. */
export function createTmuxClient(options: TmuxOptions): TmuxClient {
  let located: Tmux | null = null;
  const base = (): Record<string, string> => {
    const kept = ['PATH', 'HOME', 'USER', 'LOGNAME', 'LANG'];
    return {
      ...Object.fromEntries(
        kept.flatMap((name) => (options.env[name] === undefined ? [] : [[name, options.env[name]]])),
      ),
      ...(options.socketFolder === undefined ? {} : { TMUX_TMPDIR: options.socketFolder }),
      // In the editor the binary that runs places is Electron, which is Node only when it is told so.
      ELECTRON_RUN_AS_NODE: '1',
    };
  };

  const locate = async (): Promise<Result<Tmux, Problem>> => {
    if (located !== null) return ok(located);
    const { path, env } = await options.find(['tmux'], base());
    if (path === null) return err(missing(env));
    const end = await options.run({ argv: [path, '-V'], cwd: '/', env, timeoutMs: answerMs });
    const version = /(\d+)\.(\d+)\w*/.exec(end.stdout.toString('utf8'));
    if (end.exitCode !== 0) return err(failed(reasonOf(end)));
    // One without a number was built from its sources.
    if (version && isOlder(version)) return err(tooOld(version[0], path));
    located = { argv: [path, '-u', '-L', options.socket, '-f', '/dev/null'], env, version: version?.[0] ?? 'master' };
    return ok(located);
  };

  return {
    locate,
    async call(commands, input) {
      const tmux = await locate();
      if (!tmux.ok) return tmux;
      const args = commands.flatMap((command, index) => [...(index > 0 ? [';'] : []), ...command.map(argument)]);
      const end = await options.run({
        argv: [...tmux.value.argv, ...args],
        cwd: '/',
        env: tmux.value.env,
        timeoutMs: answerMs,
        graceMs: 200,
        maxBytes: most,
        ...(input === undefined ? {} : { input }),
      });
      // A client that is ended while it waits may end well.
      if (end.stopped !== null) return err(noAnswer());
      if (end.exitCode === 0) return ok(end.stdout.toString('utf8'));
      if (end.startFailure !== null) located = null;
      const reason = reasonOf(end);
      return isNobodyThere(reason) ? ok(null) : err(failed(reason));
    },
  };
}

/** tmux takes an argument that ends so for the end of a command. */
const argument = (text: string): string => (text.endsWith(';') ? `${text.slice(0, -1)}\\;` : text);

const isOlder = ([, major, minor]: RegExpExecArray): boolean =>
  Number(major) < oldest[0] || (Number(major) === oldest[0] && Number(minor) < oldest[1]);

const isNobodyThere = (reason: string): boolean =>
  /no server running|error connecting to .*\((No such file|Connection refused)|server exited|lost server/i.test(reason);

const reasonOf = (end: Awaited<ReturnType<typeof runProcess>>): string => {
  const said = redactSecrets(end.stderr.toString('utf8').trim()).slice(-300);
  return said || String(end.startFailure ?? end.exitCode ?? end.signal ?? '-');
};

function missing(env: Readonly<Record<string, string>>): Problem {
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => isAbsolute(folder));
  return problem(
    'terminals.tmuxMissing',
    'There is no tmux on the PATH ({folders}). Install tmux 3, or choose another place for sessions.',
    { folders: folders.slice(0, 8).join(', ') },
  );
}

const tooOld = (version: string, path: string): Problem =>
  problem(
    'terminals.tmuxOld',
    'tmux {version} at {path} is too old. Install tmux {oldest} or newer, or choose another place for sessions.',
    { version, path, oldest: oldest.join('.') },
  );

/** What tmux said on a kept connection of why it does not do something. */
export const refused = (reason: string): Problem => failed(redactSecrets(reason).slice(-300) || '-');

const failed = (reason: string): Problem =>
  problem(
    'terminals.tmuxFailed',
    'tmux did not do what it was asked: {reason}. Mend that, or choose another place for sessions.',
    {
      reason,
    },
  );

/** Nothing was said in time; nobody knows whether it was done. */
export const noAnswer = (): Problem =>
  problem(
    'terminals.noAnswer',
    'tmux does not answer. Wait, or end its server, which ends the sessions in it; they can be resumed.',
  );
