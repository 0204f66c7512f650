// What the test tiers are, what each needs, and how one is run.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { nodeBinary, root, toolEnvironment } from './project.mjs';

const minute = 60_000;

/**
 * `commands`: programs of the system; `wished`: such that some tests are left out without; `hosts`/`agents`: installed by their own locked manifests; `test`: one test's time;
 * `limit`: the whole tier's, after which it counts as hanging.
 */
export const tiers = [
  { name: 'check', run: runChecks, commands: [] },
  { name: 'unit', run: runMocha, commands: ['git'], test: 20_000, limit: 5 * minute },
  { name: 'contract', run: runMocha, commands: ['git'], test: 20_000, limit: 10 * minute },
  { name: 'replay', run: runMocha, commands: [], test: 20_000, limit: 5 * minute },
  {
    name: 'integration',
    run: runMocha,
    commands: ['git', 'tmux', 'mosquitto'],
    wished: ['zsh', 'fish'],
    test: 2 * minute,
    limit: 45 * minute,
  },
  { name: 'agents', run: runMocha, commands: ['git', 'tmux'], agents: true, test: 2 * minute, limit: 20 * minute },
  {
    name: 'extension',
    run: runInHost,
    commands: ['git', 'chromium', 'g++', 'make', 'python3'],
    host: 'newest',
    limit: 10 * minute,
  },
  {
    name: 'extension-minimum',
    run: runInHost,
    folder: 'extension',
    commands: ['git', 'chromium', 'g++', 'make', 'python3'],
    host: 'minimum',
    limit: 10 * minute,
  },
  {
    name: 'ui',
    run: runMocha,
    commands: ['git', 'chromium', 'g++', 'make', 'python3'],
    host: 'newest',
    built: true,
    test: 3 * minute,
    limit: 20 * minute,
  },
];

/** The test files of a tier; those directly in test/ are about the whole project and belong to the unit tier. */
export function testFiles(tier) {
  const folder = join(root, 'test', tier.folder ?? tier.name);
  const inside = existsSync(folder) ? readdirSync(folder, { recursive: true }).map((name) => join(folder, name)) : [];
  const above = tier.name === 'unit' ? readdirSync(join(root, 'test')).map((name) => join(root, 'test', name)) : [];
  // What the agents' own packages bring along is no test of ours.
  return [...above, ...inside].filter((name) => name.endsWith('.test.ts') && !name.includes('node_modules')).toSorted();
}

/** Runs one program to its end, its process group ended with it; `output` is both streams together. */
function execute(command, args, { env = {}, limit = 10 * minute } = {}) {
  return new Promise((resolve) => {
    const options = {
      cwd: root,
      env: toolEnvironment({ NO_COLOR: '1', ...env }),
      detached: process.platform !== 'win32',
      stdio: ['ignore', 'pipe', 'pipe'],
    };
    const child = spawn(command, args, options);
    let output = '';
    const end = (signal) => {
      try {
        process.kill(options.detached ? -child.pid : child.pid, signal);
      } catch {
        // Nobody of the group is alive any more.
      }
    };
    const onInterrupt = () => {
      end('SIGTERM');
      process.exit(130);
    };
    process.once('SIGINT', onInterrupt).once('SIGTERM', onInterrupt);
    const timer = setTimeout(() => {
      output += `\nstill running after ${limit / 1000} s: ended\n`;
      end('SIGKILL');
    }, limit);
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    child.once('error', (error) => (output += error.message));
    child.once('close', (code) => {
      clearTimeout(timer);
      process.off('SIGINT', onInterrupt).off('SIGTERM', onInterrupt);
      end('SIGKILL');
      resolve({ code, output });
    });
  });
}

async function runChecks() {
  const checks = [
    // Without what an earlier run remembers: it overlooks changes of ambient declarations and of compiler options.
    ['types', 'tsc', ['-b', '--force']],
    ['lint', 'oxlint', ['--deny-warnings']],
    ['format', 'oxfmt', ['--check', '.']],
    ['dead code', 'knip', []],
  ];
  const failed = [];
  for (const [title, command, args] of checks) {
    const { code, output } = await execute(join(root, 'node_modules/.bin', command), args);
    if (code !== 0) failed.push({ title, message: output });
  }
  return { passed: checks.length - failed.length, failed, skipped: [] };
}

/** The results file of a run, with what the exit code and the output add to it. */
function readResults(file, { code, output }) {
  const results = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  const running = existsSync(`${file}.running`) ? `, in: ${readFileSync(`${file}.running`, 'utf8')}` : '';
  if (!results) {
    return {
      passed: 0,
      failed: [{ title: `the tests ended early (exit code ${code})${running}`, message: output }],
      skipped: [],
    };
  }
  const unexplained = code !== 0 && results.failed.length === 0;
  if (unexplained)
    results.failed.push({ title: `ended with exit code ${code} although no test failed`, message: output });
  return results;
}

function resultsFile(tier) {
  const file = join(root, '.build/results', `${tier.name}.json`);
  mkdirSync(join(file, '..'), { recursive: true });
  for (const old of [file, `${file}.running`]) rmSync(old, { force: true });
  return file;
}

async function runMocha(tier, extra) {
  const file = resultsFile(tier);
  const env = {
    MAM_RESULTS: file,
    MAM_TEST_RUN: randomUUID(),
    NODE_OPTIONS: '--disable-warning=ExperimentalWarning',
  };
  const flags = ['--no-config', '--forbid-only', '--reporter', 'test/reporter.ts', '--require', 'test/leaks.ts'];
  const args = [
    'node_modules/mocha/bin/mocha.js',
    ...flags,
    '--timeout',
    String(tier.test),
    ...extra,
    ...testFiles(tier),
  ];
  return readResults(file, await execute(nodeBinary(), args, { env, limit: tier.limit }));
}

async function runInHost(tier, extra) {
  const file = resultsFile(tier);
  const env = { MAM_RESULTS: file, MAM_HOST: tier.host };
  return readResults(
    file,
    await execute(nodeBinary(), ['test/hosts/extensionTier.ts', ...extra], { env, limit: tier.limit }),
  );
}
