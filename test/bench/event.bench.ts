import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { paired, type Bench } from './bench.ts';

const root = join(import.meta.dirname, '../..');
const rounds = 15;
const node = process.execPath;

/** A copy of the programs as agents get it, and what a lane or a session tells them. */
function createPlace() {
  const folder = mkdtempSync(join(tmpdir(), 'mam bench '));
  const runtime = join(folder, 'runtime');
  mkdirSync(join(runtime, 'bin'), { recursive: true });
  for (const name of ['event.cjs', 'bin/mam', 'bin/mam-hook']) cpSync(join(root, 'dist', name), join(runtime, name));
  writeFileSync(join(runtime, 'runtime-node'), `${node}\n`);
  const spool = join(folder, 'spool');
  mkdirSync(spool);
  const token = 'x'.repeat(43);
  const env = {
    PATH: process.env['PATH'],
    MAM_NODE: node,
    MAM_SPOOL: spool,
    MAM_JOB: 'j1',
    MAM_ATTEMPT: '1',
    MAM_TOKEN: token,
    MAM_SESSION: 's1',
    MAM_GENERATION: '1',
    MAM_SESSION_TOKEN: token,
  };
  const run = (program: string, args: readonly string[], input = ''): void => {
    const ended = spawnSync(program, args, { env, cwd: root, input, encoding: 'utf8' });
    if (ended.status !== 0) throw new Error(`${program} ended with ${ended.status}: ${ended.stderr}`);
  };
  return { bin: join(runtime, 'bin'), run, dispose: () => rmSync(folder, { recursive: true, force: true }) };
}

const event: Bench = {
  name: 'mam event',
  async run() {
    const { bin, run, dispose } = createPlace();
    try {
      const say = (): void => run(join(bin, 'mam'), ['event', 'progress', '--text', 'half way']);
      const loadLibrary = (): void => run(node, ['-e', 'require("mqtt")']);
      say();
      const bare = await paired(rounds, say, () => run(node, ['-e', '0']));
      const library = await paired(rounds, say, loadLibrary);
      const floor = await paired(rounds, () => run(node, ['-e', '0']), loadLibrary);
      const hook = (): void => run(join(bin, 'mam-hook'), ['claude', 'Stop'], '{"hook_event_name":"Stop"}');
      hook();
      const shell = await paired(3 * rounds, hook, () => run('sh', ['-c', ':']));
      return [
        { label: 'from its call to its end, on disk, p50', value: bare.a, unit: 'ms' },
        { label: 'against a Node that does nothing', value: bare.ratio, unit: 'ratio', bar: 1.6 },
        { label: 'against a Node that loads the mqtt library', value: library.ratio, unit: 'ratio', bar: 0.4 },
        { label: 'a Node that does nothing against that one', value: floor.ratio, unit: 'ratio' },
        {
          label: 'what it takes above a Node that does nothing, against what the library takes above it',
          value: (bare.ratio - 1) / (1 / floor.ratio - 1),
          unit: 'ratio',
          bar: 0.4,
        },
        { label: 'the hook of the shell, p50', value: shell.a, unit: 'ms', bar: 15 },
        { label: 'a shell that does nothing, p50', value: shell.b, unit: 'ms' },
        { label: 'the hook above that shell, p50', value: shell.difference, unit: 'ms', bar: 15 },
      ];
    } finally {
      dispose();
    }
  },
};

export const benches: readonly Bench[] = [event];
