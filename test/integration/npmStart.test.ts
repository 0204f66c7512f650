import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { root } from '../../scripts/lib/project.mjs';
import { useTempFolder } from '../tempFolder.ts';

/** A program that says who it is and what it sees, and then waits. */
const program = `console.log(JSON.stringify({ pid: process.pid, path: process.env.PATH, npm: Object.keys(process.env).filter((name) => /^npm_/.test(name)) }));
setInterval(() => undefined, 1000);`;

const script = (file: string): string => `import { personEnvironment } from '${root}/scripts/lib/personEnvironment.mjs';
import { runInForeground } from '${root}/scripts/lib/project.mjs';
runInForeground(process.execPath, ['${file}'], { env: personEnvironment(process.env) });`;

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

const { scripts }: { scripts: { start: string } } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

describe('a program that npm starts', () => {
  const folder = useTempFolder();
  let npm: ChildProcess;

  const start = async (): Promise<{ pid: number; path: string; npm: readonly string[] }> => {
    await writeFile(
      join(folder(), 'package.json'),
      JSON.stringify({ scripts: { start: scripts.start.replace('scripts/', '') } }),
    );
    await writeFile(join(folder(), 'program.mjs'), program);
    await writeFile(join(folder(), 'start.mjs'), script(join(folder(), 'program.mjs')));
    const inherited = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name));
    npm = spawn('npm', ['start', '--silent'], {
      cwd: folder(),
      env: { ...Object.fromEntries(inherited), PATH: '/usr/local/bin:/usr/bin:/bin' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let out = '';
    npm.stdout?.setEncoding('utf8').on('data', (text: string) => (out += text));
    for (const deadline = Date.now() + 30_000; !out.includes('\n'); await delay(20))
      assert.ok(Date.now() < deadline && npm.exitCode === null, `npm said only: ${out}`);
    return JSON.parse(out);
  };

  before(function () {
    if (process.platform === 'win32') this.skip();
  });
  afterEach(() => npm.kill('SIGKILL'));

  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    it(`sees what the person sees, and ends when npm alone gets ${signal}`, async () => {
      const child = await start();
      assert.deepEqual([child.path, child.npm], ['/usr/local/bin:/usr/bin:/bin', []]);
      const ended = once(npm, 'exit');
      npm.kill(signal);
      await ended;
      for (const deadline = Date.now() + 15_000; isAlive(child.pid); await delay(50))
        assert.ok(Date.now() < deadline, `the program outlives npm: ${child.pid}`);
    });
});
