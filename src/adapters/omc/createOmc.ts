import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Teams } from '../../app/ports/teams.ts';
import { redactSecrets } from '../../core/privacy/secrets.ts';
import type { TeamSummary } from '../../core/team/types.ts';
import { readTeamServer } from '../../protocol/agents/teamServer.ts';
import { readTeamName, readTeamSummary } from '../../protocol/agents/teamSummary.ts';
import type { ProcessEnd, runProcess } from '../process/run.ts';
import type { FindProgram } from '../process/shellPath.ts';
import { endTeamServer } from './endTeamServer.ts';
import { omcEnvironment } from './environment.ts';
import { tidyCheckout } from './tidyCheckout.ts';

interface Options {
  readonly run: typeof runProcess;
  readonly find: FindProgram;
  /** The checkout whose teams these are: the control root. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

const program = 'omc';
/** Where it keeps what it knows of each team. */
const states = '.omc/state/team';
const shutdownMs = 30_000;
const forceMs = 10_000;
/** Bytes of a stream that are kept. */
const mostBytes = 1024 * 1024;
/** Characters of the program's own words in a sentence. */
const said = 300;

/**
 * Teams of `omc` (npm: oh-my-claude-sisyphus). It starts its workers in tmux, where they outlive it. `--auto-merge` is
 * never given: what they commit stays on their branches.
 */
export function createOmc({ run, find, folder, env }: Options): Teams {
  const call = async (args: readonly string[], timeoutMs: number, signal?: AbortSignal): Promise<ProcessEnd | null> => {
    const { path, env: found } = await find([program], omcEnvironment(env));
    if (path === null) return null;
    return run(
      { argv: [path, ...args], cwd: folder, env: omcEnvironment(found), timeoutMs, maxBytes: mostBytes },
      signal,
    );
  };
  const stateOf = (name: string): string => join(folder, states, name);
  return {
    command: ({ workers, text }) => [program, ...launchArgs(workers, text)],
    async names() {
      try {
        const entries = await readdir(join(folder, states), { withFileTypes: true });
        return ok(entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).toSorted());
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? String(error.code) : null;
        if (code === null) throw error;
        return code === 'ENOENT' ? ok([]) : err(unlisted(code));
      }
    },
    async launch({ workers, text, timeoutMs }, signal) {
      const end = await call(launchArgs(workers, text), timeoutMs, signal);
      if (end?.exitCode === 0) return ok({ name: readTeamName(end.stdout.toString('utf8')) });
      return err(failure('start', end));
    },
    async summary(name, timeoutMs, signal): Promise<Result<TeamSummary, Problem>> {
      const input = JSON.stringify({ team_name: name });
      const end = await call(['team', 'api', 'get-summary', '--input', input, '--json'], timeoutMs, signal);
      if (end?.exitCode !== 0) return err(failure('summary', end));
      const summary = readTeamSummary(end.stdout.toString('utf8'));
      return summary
        ? ok(summary)
        : err(
            problem(
              'omc.summary',
              'omc said how the team stands in a form that MAM does not know. Update one of them.',
            ),
          );
    },
    usualPath: (name, worker) => join(folder, '.omc/team', name, 'worktrees', worker),
    tidy: (name, worker, path) => tidyCheckout(join(stateOf(name), 'workers', worker), path),
    async server(name) {
      const text = await readFile(join(stateOf(name), 'config.json'), 'utf8').catch(() => '');
      return readTeamServer(text, name);
    },
    async endServer(server) {
      const { path, env: found } = await find(['tmux'], omcEnvironment(env));
      // Without tmux nobody can say who is behind the socket.
      return path !== null && endTeamServer(server, { run, program: path, folder, env: omcEnvironment(found) });
    },
    async shutdown(name, force) {
      const end = await call(['team', 'shutdown', name, ...(force ? ['--force'] : [])], force ? forceMs : shutdownMs);
      return end?.exitCode === 0 ? null : failure('shutdown', end);
    },
  };
}

const launchArgs = (workers: string, text: string): readonly string[] => ['team', workers, '--no-decompose', text];

const unlisted = (code: string): Problem =>
  problem(
    'omc.unlisted',
    'The teams of omc can’t be listed: {path} can’t be read ({code}). Make it a folder that you can read.',
    { path: states, code },
  );

function failure(what: 'start' | 'summary' | 'shutdown', end: ProcessEnd | null): Problem {
  if (end === null || end.startFailure === 'program-missing')
    return problem(
      'omc.missing',
      'There is no omc on the PATH. Install it with npm install -g oh-my-claude-sisyphus, and tmux with it.',
    );
  const params = {
    code: end.exitCode ?? end.signal ?? end.startFailure ?? '-',
    reason: redactSecrets(end.stderr.toString('utf8').trim() || end.stdout.toString('utf8').trim()).slice(-said) || '-',
  };
  if (end.stopped === 'timeout')
    return problem('omc.slow', 'omc did not answer in time: {reason}', { reason: params.reason });
  switch (what) {
    case 'start':
      return problem('omc.launch', 'omc could not start the team and ended with {code}: {reason}', params);
    case 'summary':
      return problem('omc.summary', 'omc does not say how the team stands and ended with {code}: {reason}', params);
    case 'shutdown':
      return problem('omc.shutdown', 'omc could not shut the team down and ended with {code}: {reason}', params);
  }
}
