import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ensureBuilt } from '../../scripts/lib/project.mjs';

const root = join(import.meta.dirname, '../..');

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** Resolves when the text was printed on either stream; fails when the command ends without it. */
  shows(text: string): Promise<void>;
}

/** A sample repository, a state folder of its own, and the `mam` command as it is shipped as a real process in it. */
export interface MamCommand {
  readonly folder: string;
  readonly repository: string;
  readonly env: NodeJS.ProcessEnv;
  start(...args: readonly string[]): Running;
  run(...args: readonly string[]): Promise<Ended>;
  /** The same in another folder. */
  runIn(cwd: string, ...args: readonly string[]): Promise<Ended>;
  /** Replaces the queue and commits it, since checks are taken from the base. */
  setQueue(text: string): Promise<void>;
  git(...args: readonly string[]): Promise<string>;
  /** Ends the supervisor that it caused, if any. */
  endSupervisor(): Promise<void>;
  dispose(): Promise<void>;
}

export async function createMamCommand(options: { readonly sample?: boolean } = {}): Promise<MamCommand> {
  ensureBuilt();
  const folder = await realpath(await mkdtemp(join(tmpdir(), "mam cli 'test ")));
  const repository = join(folder, 'the repository');
  // `USER` is set, so that the person is the same on every machine.
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    XDG_STATE_HOME: join(folder, 'state'),
    XDG_CONFIG_HOME: join(folder, 'config'),
    USER: 'ann',
    LC_ALL: 'C.UTF-8',
    NO_COLOR: '1',
    MAM_NODE: process.execPath,
  };
  delete env['MAM_JOB'];
  delete env['MAM_LANE'];
  const running = new Set<ChildProcess>();

  const startIn = (cwd: string, args: readonly string[]): Running => {
    const child = spawn(join(root, 'dist/bin/mam'), args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    running.add(child);
    let [out, err] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
    const ended = once(child, 'close').then(([code]: unknown[]): Ended => {
      running.delete(child);
      return { code: typeof code === 'number' ? code : null, out, err };
    });
    return {
      child,
      ended,
      async shows(text) {
        for (const deadline = Date.now() + 40_000; ; await delay(20)) {
          if (out.includes(text) || err.includes(text)) return;
          assert.ok(child.exitCode === null, `ended without "${text}":\n${out}\n${err}`);
          assert.ok(Date.now() < deadline, `"${text}" did not come:\n${out}\n${err}`);
        }
      },
    };
  };

  const git = async (...args: readonly string[]): Promise<string> => {
    const child = spawn('git', ['-C', repository, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
    let out = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    await once(child, 'close');
    assert.equal(child.exitCode, 0, args.join(' '));
    return out;
  };

  if (options.sample ?? true) {
    const made = await startIn(folder, ['sample', repository]).ended;
    assert.equal(made.code, 0, made.err);
  }
  return {
    folder,
    repository,
    env,
    git,
    start: (...args) => startIn(repository, args),
    run: (...args) => startIn(repository, args).ended,
    runIn: (cwd, ...args) => startIn(cwd, args).ended,
    async setQueue(text) {
      await writeFile(join(repository, 'tasks/queue.md'), text);
      await git('commit', '--quiet', '--all', '--message', 'Other tasks');
    },
    endSupervisor: () => endSupervisor(repository),
    async dispose() {
      for (const child of running) child.kill('SIGKILL');
      await endSupervisor(repository);
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** The supervisor outlives its hosts by design, so a test has to end the one that it caused. */
async function endSupervisor(repository: string): Promise<void> {
  const text = await readFile(join(repository, '.git/mam/supervisor.json'), 'utf8').catch(() => null);
  if (text === null) return;
  const { pid }: { pid: number } = JSON.parse(text);
  try {
    process.kill(pid, 'SIGTERM');
    for (let i = 0; i < 250; i++) {
      process.kill(pid, 0);
      await delay(20);
    }
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
