import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createGit, type GitAdapter } from '../../src/adapters/git/createGit.ts';
import { runProcess } from '../../src/adapters/process/run.ts';

export const cores = Math.max(2, availableParallelism());
const run = promisify(execFile);
export const plain = (cwd: string, ...args: readonly string[]) =>
  run('git', [...args], { cwd, maxBuffer: 64 * 1024 * 1024 });

export interface Subject {
  readonly folder: string;
  readonly root: string;
  readonly commit: string;
  readonly git: GitAdapter;
}

/** A repository of small files, below the project: the system's folder for temporary files may be memory, which no one checks out on. */
export async function withRepository<T>(files: number, use: (subject: Subject) => Promise<T>): Promise<T> {
  const build = join(import.meta.dirname, '../../.build');
  mkdirSync(build, { recursive: true });
  const folder = mkdtempSync(join(build, 'bench-'));
  try {
    const root = join(folder, 'repo');
    await run('git', ['init', '-q', '-b', 'main', root]);
    const stream = Array.from(
      { length: files },
      (_, i) => `M 644 inline d${i % 100}/f${i}\ndata <<END\nfile ${i}\nEND\n`,
    ).join('\n');
    const importer = spawn('git', ['fast-import', '--quiet'], { cwd: root, stdio: ['pipe', 'ignore', 'inherit'] });
    importer.stdin.end(`commit refs/heads/main\ncommitter b <b@example.invalid> 0 +0000\ndata 1\nb\n${stream}`);
    await once(importer, 'exit');
    await plain(root, 'read-tree', 'HEAD');
    const commit = (await plain(root, 'rev-parse', 'HEAD')).stdout.trim();
    return await use({ folder, root, commit, git: createGit({ folder: root, env: process.env, run: runProcess }) });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
