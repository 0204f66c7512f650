import { rm } from 'node:fs/promises';
import type { TeamServer } from '../../core/team/types.ts';
import type { ProcessEnd, runProcess } from '../process/run.ts';

interface Options {
  readonly run: typeof runProcess;
  /** Path of tmux. */
  readonly program: string;
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
}

const answerMs = 5000;

/**
 * Ends the tmux server of a team where it is the one that was recorded and holds no session but the team's, and removes
 * its socket, which tmux leaves. Answers whether nobody is behind that socket any more.
 */
export async function endTeamServer({ socket, pid, session }: TeamServer, options: Options): Promise<boolean> {
  const { run, program, folder, env } = options;
  // A tmux of the person's must not answer in its place.
  const { TMUX: _, TMUX_PANE: __, ...own } = env;
  const tmux = (...args: readonly string[]): Promise<ProcessEnd> =>
    run({ argv: [program, '-S', socket, ...args], cwd: folder, env: own, timeoutMs: answerMs });
  const asked = await tmux('list-sessions', '-F', '#{pid} #{session_name}');
  if (asked.startFailure !== null || asked.stopped !== null) return false;
  if (isNobodyThere(asked)) return forget(socket);
  const lines = asked.stdout.toString('utf8').split('\n').filter(Boolean);
  const isEmpty = asked.exitCode === 0 ? lines.length === 0 : /no sessions/i.test(asked.stderr.toString('utf8'));
  const isTeams = lines.every((line) => line === `${pid} ${session}`);
  if (!isTeams || (!isEmpty && lines.length === 0)) return false;
  await tmux('kill-server');
  return isNobodyThere(await tmux('list-sessions')) ? forget(socket) : false;
}

const isNobodyThere = ({ exitCode, stderr }: ProcessEnd): boolean =>
  exitCode !== 0 && /no server running|error connecting|server exited/i.test(stderr.toString('utf8'));

async function forget(socket: string): Promise<true> {
  await rm(socket, { force: true });
  return true;
}
