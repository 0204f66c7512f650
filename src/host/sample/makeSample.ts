import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { runProcess } from '../../adapters/process/run.ts';
import { sampleFiles } from './sampleFiles.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The sample's own check, allowed by itself since the sample is ours. */
export const sampleCheck: readonly string[] = ['node', '--test'];

/** In the repository's own git configuration, which nobody can commit. */
const sampleMark = 'mam.sample';

/** Whether a folder lies in a sample repository: there the rehearsal agent works without being named. */
export async function isSample(folder: string, env: Environment): Promise<boolean> {
  const ran = await runProcess({
    argv: ['git', 'config', '--local', '--type=bool', '--get', sampleMark],
    cwd: folder,
    env: gitEnvironment(env),
    timeoutMs: 10_000,
    maxBytes: 1024,
  });
  return ran.exitCode === 0 && ran.stdout.toString('utf8').trim() === 'true';
}

/** Makes the sample repository with one commit. A folder that holds something is left alone. */
export async function makeSample(folder: string, env: Environment): Promise<Result<void, Problem>> {
  const there = await readdir(folder).catch(() => []);
  if (there.length > 0)
    return err(
      problem('sample.notEmpty', '{path} holds something already. Name a folder that is empty or new.', {
        path: folder,
      }),
    );
  for (const [path, text] of Object.entries(sampleFiles)) {
    await mkdir(join(folder, dirname(path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  const git = async (...args: readonly string[]): Promise<Problem | null> => {
    const ran = await runProcess({
      argv: ['git', ...args],
      cwd: folder,
      env: gitEnvironment(env),
      timeoutMs: 30_000,
      maxBytes: 64 * 1024,
    });
    if (ran.exitCode === 0) return null;
    return problem('sample.gitFailed', 'The sample repository could not be made: git {verb} said {said}', {
      verb: args[0] ?? '',
      said: ran.stderr.toString('utf8').trim() || 'nothing; is git installed?',
    });
  };
  // `init -b` is younger than the oldest git that MAM works with, so the branch is named before its first commit.
  const failed =
    (await git('init', '--quiet')) ??
    (await git('symbolic-ref', 'HEAD', 'refs/heads/main')) ??
    (await git('config', 'user.name', 'MAM sample')) ??
    (await git('config', 'user.email', 'sample@localhost')) ??
    (await git('config', 'commit.gpgSign', 'false')) ??
    (await git('config', sampleMark, 'true')) ??
    (await git('add', '--all')) ??
    (await git('commit', '--quiet', '--no-verify', '--message', 'Start of the sample'));
  return failed ? err(failed) : ok(undefined);
}

/** Nothing that would lead git to another repository. */
const gitEnvironment = (env: Environment): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      value === undefined || name.startsWith('GIT_') ? [] : [[name, value]],
    ),
  );
