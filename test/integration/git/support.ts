import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createGit, type GitAdapter, type GitDeps } from '../../../src/adapters/git/createGit.ts';
import { runProcess } from '../../../src/adapters/process/run.ts';
import type { Problem } from '../../../src/base/problem.ts';
import type { Result } from '../../../src/base/result.ts';

const script = join(import.meta.dirname, '../../fixtures/repositories.sh');

/** What a test gives to git: nothing of the person who runs the tests, so that their settings change no result. */
export const testEnvironment = (home: string): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  HOME: home,
  ...(process.env['MAM_TEST_RUN'] === undefined ? {} : { MAM_TEST_RUN: process.env['MAM_TEST_RUN'] }),
});

/** Builds a state of test/fixtures/repositories.sh in an empty folder; returns the path of its repository. */
export async function buildState(state: string, folder: string): Promise<string> {
  await promisify(execFile)('bash', [script, state, folder], { env: { ...testEnvironment(folder) } });
  return join(folder, 'repo');
}

export const openGit = (folder: string, more: Partial<GitDeps> = {}): GitAdapter =>
  createGit({ folder, env: testEnvironment(join(folder, '..')), run: runProcess, ...more });

/** Plain git as an agent or a person would run it; returns its output without the last line end. */
export async function plainGit(cwd: string, ...args: readonly string[]): Promise<string> {
  const who = ['-c', 'user.name=t', '-c', 'user.email=t@example.invalid', '-c', 'protocol.file.allow=always'];
  const env = { ...testEnvironment(cwd), GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
  const { stdout } = await promisify(execFile)('git', [...who, ...args], { cwd, env });
  return stdout.replace(/\n$/, '');
}

/** The value, or the problem as a failed test that names it. */
export function must<T>(result: Result<T, Problem>): T {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.text} ${JSON.stringify(result.error.params)}`);
  return result.value;
}

/** `ok`, or the code of the problem. */
export const codeOf = (result: Result<unknown, Problem>): string => (result.ok ? 'ok' : result.error.code);
