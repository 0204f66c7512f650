import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, copyFile, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const shipped = join(import.meta.dirname, '../../../media/bin');

/** What bash 3.2, which macOS has, does not know. */
const tooNew: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['associative arrays', /\b(?:declare|local|typeset)\s+-\w*[Agn]/],
  ['mapfile', /\b(?:mapfile|readarray)\b/],
  ['case conversion', /\$\{\w+(?:\[[^\]]*\])?(?:,,?|\^\^?|@\w)/],
  ['negative offsets', /\$\{\w+:\s+-|\$\{\w+\[-/],
  ['joined redirections', /&>>|\|&/],
  ['coproc', /\bcoproc\b/],
  ['named descriptors', /\{\w+\}[<>]/],
  ['fall through', /;;&|;&/],
  ['dates', /printf\s+(?:-v\s+\w+\s+)?['"]?%\(/],
  ['tests for a variable', /\[\[?\s+-[vR]\s/],
  ['globstar', /\bglobstar\b|\*\*\//],
  ['waiting for any', /\bwait\s+-n\b/],
  ['escapes of code points', /\$'[^']*\\[uU]/],
  // Under `set -u` an empty "$@" or array ends 3.2 scripts.
  ['unset as an error', /\bset\s+-\w*u|nounset/],
];

describe('run_loop.sh', function () {
  this.timeout(60_000);
  let folder: string;
  let script: string;
  before(async function () {
    if (process.platform === 'win32') this.skip();
    folder = await realpath(await mkdtemp(join(tmpdir(), `mam "loop" it's `)));
    await mkdir(join(folder, 'dist/bin'), { recursive: true });
    script = join(folder, 'dist/bin/run_loop.sh');
    for (const name of ['mam', 'run_loop.sh']) {
      await copyFile(join(shipped, name), join(folder, 'dist/bin', name));
      await chmod(join(folder, 'dist/bin', name), 0o755);
    }
    await writeFile(
      join(folder, 'dist/cli.cjs'),
      `const args = process.argv.slice(2);
if (args.includes('wait')) { process.on('SIGTERM', () => process.exit(143)); setInterval(() => {}, 1000); console.log('waiting'); }
else { console.log(JSON.stringify([args, process.cwd(), process.env.MAM_LOOP_WORKTREE ?? null])); console.error('on the other stream'); process.exitCode = Number(args[1] ?? 0); }
`,
    );
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const env = { PATH: '/usr/bin:/bin', MAM_NODE: process.execPath, MAM_LOOP_WORKTREE: '/wt/a b' };

  it('is short, has no syntax that bash 3.2 lacks, and is right for a strict shell', async () => {
    const text = await readFile(script, 'utf8');
    assert.ok(text.trimEnd().split('\n').length <= 20);
    for (const [what, pattern] of tooNew) assert.doesNotMatch(text, pattern, what);
    for (const args of [['-n'], ['--posix', '-n']]) {
      const read = spawnSync('bash', [...args, script], { encoding: 'utf8' });
      assert.deepEqual([read.status, read.stderr], [0, '']);
    }
  });

  it('would notice such syntax', () => {
    const examples = [
      'declare -A seats',
      'mapfile -t lines',
      'echo "${name,,}"',
      'echo "${name: -1}"',
      'run &>> log',
      'coproc run',
      'exec {fd}> log',
      'a) x ;;& esac',
      "printf '%(%s)T' -1",
      '[[ -v name ]]',
      'shopt -s globstar',
      'wait -n',
      "echo $'\\u00e9'",
      'set -eu',
    ];
    assert.equal(examples.length, tooNew.length);
    for (const [n, example] of examples.entries()) assert.match(example, tooNew[n]?.[1] ?? /$^/, example);
  });

  it('hands on every argument, the folder, the environment, both streams and the exit code', () => {
    const cwd = realpathOf(tmpdir());
    for (const code of ['0', '1', '2', '5']) {
      const args = [code, '--task', 'it\'s a "task" $x', '', '--worktree', '/a b'];
      const ended = spawnSync(script, args, { cwd, env, encoding: 'utf8' });
      assert.equal(ended.stdout, `${JSON.stringify([['loop', ...args], cwd, '/wt/a b'])}\n`, ended.stderr);
      assert.deepEqual([ended.stderr, ended.status], ['on the other stream\n', Number(code)]);
    }
    const none = spawnSync(script, [], { cwd, env, encoding: 'utf8' });
    assert.equal(none.stdout, `${JSON.stringify([['loop'], cwd, '/wt/a b'])}\n`);
  });

  it('is found through links and by a relative path, in the older mode of the shell, too', async () => {
    await symlink('dist/bin/run_loop.sh', join(folder, 'one'));
    await symlink(join(folder, 'one'), join(folder, 'two'));
    const ways: readonly (readonly [string, readonly string[]])[] = [
      [join(folder, 'one'), []],
      [join(folder, 'two'), []],
      ['./two', []],
      ['bash', ['--posix', 'dist/bin/run_loop.sh']],
      ['bash', ['one']],
    ];
    for (const [command, args] of ways) {
      const ended = spawnSync(command, [...args, '0'], { cwd: folder, env, encoding: 'utf8' });
      assert.match(ended.stdout, /^\[\["loop","0"\]/, `${command}: ${ended.stderr}`);
    }
  });

  it('is the command itself, so that a signal reaches it and nothing is left between', async () => {
    const child = spawn(script, ['wait'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    child.kill('SIGTERM');
    const [code] = await once(child, 'close');
    assert.equal(code, 143);
  });
});

const realpathOf = (path: string): string => spawnSync('realpath', [path], { encoding: 'utf8' }).stdout.trim();
