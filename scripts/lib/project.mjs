// What every script needs. Plain JavaScript without dependencies: it runs on the system's Node before anything is installed.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

const sleep = (milliseconds) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);

/** Two terminals may start at once; the second waits for the first to finish installing or building. */
function locked(name, work) {
  const folder = join(root, '.build/locks', name);
  mkdirSync(dirname(folder), { recursive: true });
  for (;;) {
    try {
      mkdirSync(folder);
      writeFileSync(join(folder, 'pid'), String(process.pid));
      break;
    } catch {
      if (isAbandoned(folder)) rmSync(folder, { recursive: true, force: true });
      else sleep(200);
    }
  }
  try {
    return work();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function isAbandoned(folder) {
  try {
    process.kill(Number(readFileSync(join(folder, 'pid'), 'utf8')), 0);
    return false;
  } catch (error) {
    if (error.code === 'EPERM') return false;
    // The holder writes its pid right after it made the folder.
    return error.code === 'ESRCH' || !existsSync(folder) || Date.now() - statSync(folder).mtimeMs > 2000;
  }
}

/** Runs `npm` of the Node that runs this script, wherever it is installed. */
export function npm(args, { cwd = root, env = process.env } = {}) {
  const script = process.env['npm_execpath'];
  const [command, first] = script?.endsWith('.js') ? [process.execPath, [script]] : ['npm', []];
  const options = {
    cwd,
    env: { ...env, npm_config_loglevel: 'error' },
    encoding: 'utf8',
    shell: process.platform === 'win32',
  };
  const result = spawnSync(command, [...first, ...args], options);
  if (result.status === 0) return;
  const output = `${result.error?.message ?? ''}${result.stdout ?? ''}${result.stderr ?? ''}`;
  throw new Error(`npm ${args.join(' ')} failed in ${cwd}\n${output}`);
}

const stampFile = (folder) => join(folder, 'node_modules/.mam-stamp');
const stampOf = (folder, extra) =>
  createHash('sha256')
    .update(`${process.platform} ${process.arch} ${extra}\n`)
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex');

/**
 * Installs a folder's locked packages unless that was done for exactly this lock file; `finish` does what remains.
 * The stamp is written last and `npm ci` removes it first, so an interrupted installation is repeated.
 */
export function ensureInstalled(folder = root, { finish = () => {}, flags = [], recipe = '' } = {}) {
  locked(`install-${createHash('sha256').update(folder).digest('hex').slice(0, 12)}`, () => {
    const stamp = stampOf(folder, recipe);
    if (existsSync(stampFile(folder)) && readFileSync(stampFile(folder), 'utf8') === stamp) return;
    const what = folder === root ? 'MAM' : folder.slice(root.length + 1);
    console.log(`installing the packages of ${what}: npm fetches what package-lock.json names, about a minute …`);
    rmSync(stampFile(folder), { force: true });
    npm(['ci', ...flags], { cwd: folder });
    finish();
    writeFileSync(stampFile(folder), stamp);
  });
}

/** Node 24 from npm; on a platform that npm has none for, the Node that runs this script if it is new enough. */
export function nodeBinary() {
  const installed = join(root, 'node_modules/.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
  if (existsSync(installed)) return installed;
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  throw new Error(
    `MAM's tools need Node 24 and npm has none for ${process.platform} ${process.arch}: please install it.`,
  );
}

/** The environment in which `node` and the installed tools are the project's own. */
export const toolEnvironment = (extra = {}) => ({
  ...process.env,
  PATH: [join(root, 'node_modules/.bin'), process.env['PATH']].join(delimiter),
  ...extra,
});

function newestChange(path) {
  const status = statSync(path, { throwIfNoEntry: false });
  if (!status) return [0, 0];
  if (!status.isDirectory()) return [1, status.mtimeMs];
  let [count, newest] = [1, status.mtimeMs];
  for (const name of readdirSync(path)) {
    const [below, time] = newestChange(join(path, name));
    count += below;
    newest = Math.max(newest, time);
  }
  return [count, newest];
}

/** Builds unless nothing that goes into the bundles has changed since. */
export function ensureBuilt() {
  locked('build', () => {
    const inputs = ['src', 'webview-ui', 'media/bin', '.esbuild.mjs', 'package-lock.json'];
    const stamp = JSON.stringify(inputs.map((path) => newestChange(join(root, path))));
    const file = join(root, 'dist/.stamp');
    if (existsSync(file) && readFileSync(file, 'utf8') === stamp) return;
    console.log('building, a few seconds …');
    const result = spawnSync(nodeBinary(), ['.esbuild.mjs'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
    if (result.status !== 0) throw new Error('The build failed.');
    writeFileSync(file, stamp);
  });
}

/** Runs a program in the foreground: it gets the terminal and the signals, and its end is ours. */
export function runInForeground(command, args, { onEnd = () => {}, ...options } = {}) {
  const child = spawn(command, args, { stdio: 'inherit', ...options });
  let interrupted = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      interrupted ||= signal === 'SIGINT';
      // A terminal's Ctrl-C reaches the child by itself; a signal sent to us alone does not.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    });
  }
  // After Ctrl-C npm may be gone before the child has ended in its own way.
  if (process.env['npm_lifecycle_event']) endWithParent(() => interrupted || child.kill('SIGTERM'));
  child.once('error', (error) => {
    console.error(error.message);
    process.exit(1);
  });
  child.once('exit', (code, signal) => {
    onEnd();
    process.exit(code ?? 128 + (constants.signals[signal] ?? 0));
  });
}

/** The shell between npm and us keeps signals to itself, where the script's `exec` does not replace it by us. */
function endWithParent(end) {
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && end(), 500).unref();
}

/** Ends a script with a sentence instead of a stack trace. */
export async function main(work) {
  try {
    await work();
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
