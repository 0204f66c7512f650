import { execFile } from 'node:child_process';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** Makes repositories below one folder, with git as a person has it and nothing of the person who runs the tests. */
export interface Maker {
  readonly folder: string;
  readonly at: (...parts: readonly string[]) => string;
  /** Output without its last line end; throws when git fails. */
  readonly git: (cwd: string, ...args: readonly string[]) => Promise<string>;
  /** The same where failing is a part of the state. */
  readonly may: (cwd: string, ...args: readonly string[]) => Promise<void>;
  readonly write: (path: string, text: string | Buffer) => Promise<void>;
  /** A program of the shell. */
  readonly script: (path: string, lines: string) => Promise<void>;
  /** Commits all there is. */
  readonly save: (repo: string, message?: string) => Promise<void>;
  /** A repository of one commit; returns its path. */
  readonly repository: (name?: string, branch?: string) => Promise<string>;
  /** A bare one beside it that it has as `origin`, fetched. */
  readonly upstream: (repo: string) => Promise<string>;
  /** Branches main and f that change a.txt differently. */
  readonly diverged: () => Promise<string>;
}

export const gitEnvironment = (folder: string): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  HOME: folder,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  ...Object.fromEntries(
    ['AUTHOR', 'COMMITTER'].flatMap((who) => [
      [`GIT_${who}_NAME`, 'Ann'],
      [`GIT_${who}_EMAIL`, 'ann@example.invalid'],
    ]),
  ),
});

export function createMaker(folder: string): Maker {
  const env = gitEnvironment(folder);
  const maker: Maker = {
    folder,
    at: (...parts) => join(folder, ...parts),
    async git(cwd, ...args) {
      const { stdout } = await promisify(execFile)('git', ['-c', 'protocol.file.allow=always', ...args], { cwd, env });
      return stdout.replace(/\n$/, '');
    },
    async may(cwd, ...args) {
      await maker.git(cwd, ...args).catch(() => undefined);
    },
    async write(path, text) {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, text);
    },
    async script(path, lines) {
      await maker.write(path, `#!/bin/sh\n${lines}\n`);
      await chmod(path, 0o755);
    },
    async save(repo, message = 'more') {
      await maker.git(repo, 'add', '-A');
      await maker.git(repo, 'commit', '-qm', message);
    },
    async repository(name = 'repo', branch = 'main') {
      const repo = join(folder, name);
      await maker.write(join(repo, 'a.txt'), 'one\n');
      await maker.write(join(repo, '.gitignore'), '.env\nnode_modules/\n');
      await maker.git(repo, 'init', '-q', '-b', branch);
      await maker.save(repo, 'first');
      return repo;
    },
    async upstream(repo) {
      const bare = `${repo}.git`;
      await maker.git(folder, 'clone', '-q', '--bare', repo, bare);
      await maker.git(repo, 'remote', 'add', 'origin', bare);
      await maker.git(repo, 'fetch', '-q', 'origin');
      await maker.git(repo, 'remote', 'set-head', 'origin', '-a');
      return bare;
    },
    async diverged() {
      const repo = await maker.repository();
      await maker.git(repo, 'checkout', '-qb', 'f');
      await maker.write(join(repo, 'a.txt'), 'f\n');
      await maker.save(repo);
      await maker.git(repo, 'checkout', '-q', 'main');
      await maker.write(join(repo, 'a.txt'), 'm\n');
      await maker.save(repo);
      return repo;
    },
  };
  return maker;
}
