// What the test tiers are, what each needs, and how one is run.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { execute } from './execute.mjs';
import { nodeBinary, root } from './project.mjs';
import { readResults, resultsFile, runFileByFile, runTogether } from './mochaRuns.mjs';

const minute = 60_000;

/**
 * `commands`: programs of the system; `wished`: such that some tests are left out without; `hosts`/`agents`: installed by their own locked manifests; `test`: one test's time;
 * `limit`: one process's, after which it counts as hanging; `atOnce`: how many files run side by side.
 */
export const tiers = [
  { name: 'check', run: runChecks, commands: [] },
  { name: 'unit', run: inOneProcess, commands: ['git'], test: 20_000, limit: 5 * minute },
  {
    name: 'contract',
    run: fileByFile,
    commands: ['git', 'mosquitto', 'nats-server'],
    built: true,
    atOnce: 2,
    test: 20_000,
    limit: 5 * minute,
  },
  { name: 'replay', run: inOneProcess, commands: [], test: 20_000, limit: 5 * minute },
  {
    name: 'integration',
    run: fileByFile,
    commands: ['git', 'tmux', 'mosquitto', 'nats-server'],
    wished: ['zsh', 'fish'],
    built: true,
    atOnce: 2,
    test: 2 * minute,
    limit: 15 * minute,
  },
  {
    name: 'agents',
    run: fileByFile,
    commands: ['git', 'tmux'],
    agents: true,
    built: true,
    test: 2 * minute,
    limit: 8 * minute,
  },
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
    run: fileByFile,
    commands: ['git', 'chromium', 'g++', 'make', 'python3'],
    host: 'newest',
    built: true,
    atOnce: 2,
    test: 3 * minute,
    limit: 10 * minute,
  },
  {
    name: 'ui-minimum',
    run: fileByFile,
    folder: 'ui/bothHosts',
    commands: ['git', 'chromium', 'g++', 'make', 'python3'],
    host: 'minimum',
    built: true,
    atOnce: 2,
    test: 3 * minute,
    limit: 10 * minute,
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

function inOneProcess(tier, extra) {
  return runTogether(tier, testFiles(tier), extra);
}

function fileByFile(tier, extra) {
  return runFileByFile(tier, testFiles(tier), extra);
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

/** A failure is seen once more before it counts, as that of a file elsewhere is: an editor is a lot for a busy machine. */
async function runInHost(tier, extra) {
  const first = await runHostOnce(tier, extra);
  if (first.failed.length === 0) return first;
  const second = await runHostOnce(tier, extra);
  return second.failed.length === 0 ? { ...second, unstable: first.failed } : second;
}

async function runHostOnce(tier, extra) {
  const file = resultsFile(tier.name);
  const env = { MAM_RESULTS: file, MAM_HOST: tier.host };
  return readResults(
    file,
    await execute(nodeBinary(), ['test/hosts/extensionTier.ts', ...extra], { env, limit: tier.limit }),
  );
}
