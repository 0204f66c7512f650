// How the files of a tier are run by mocha, and what their results are.
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { execute } from './execute.mjs';
import { nodeBinary, root } from './project.mjs';

/** The results file of a run, with what the exit code and the output add to it. */
export function readResults(file, { code, output }) {
  const name = basename(file, '.json');
  const results = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  const running = existsSync(`${file}.running`) ? `, in: ${readFileSync(`${file}.running`, 'utf8')}` : '';
  if (!results) {
    return {
      passed: 0,
      failed: [{ title: `${name} ended early (exit code ${code})${running}`, message: output }],
      skipped: [],
    };
  }
  const unexplained = code !== 0 && results.failed.length === 0;
  if (unexplained)
    results.failed.push({ title: `${name} ended with exit code ${code} although no test failed`, message: output });
  return results;
}

/** Where a run leaves its results; what an earlier one left there is gone. */
export function resultsFile(name) {
  const file = join(root, '.build/results', `${name}.json`);
  mkdirSync(join(file, '..'), { recursive: true });
  for (const old of [file, `${file}.running`]) rmSync(old, { force: true });
  return file;
}

/** What Node made of sources, by their content: each file is a process of its own and would compile all of them again. */
const compiled = join(root, '.build/compiled');
const mostDays = 3;
// Nothing of it is ever thrown away by Node.
if (existsSync(compiled) && Date.now() - statSync(compiled).birthtimeMs > mostDays * 86_400_000)
  rmSync(compiled, { recursive: true, force: true });

async function runMocha(name, tier, files, extra, { isTraced = false } = {}) {
  const file = resultsFile(name);
  const env = {
    MAM_RESULTS: file,
    MAM_TEST_RUN: randomUUID(),
    ...(tier.host ? { MAM_HOST: tier.host } : {}),
    ...(isTraced ? { MAM_TEST_TRACE: '1' } : {}),
    NODE_OPTIONS: '--disable-warning=ExperimentalWarning',
    NODE_COMPILE_CACHE: compiled,
  };
  const flags = ['--no-config', '--forbid-only', '--reporter', 'test/reporter.ts', '--require', 'test/leaks.ts'];
  const timeout = ['--timeout', String(tier.test)];
  const args = ['node_modules/mocha/bin/mocha.js', ...flags, ...timeout, ...extra, ...files];
  return readResults(file, await execute(nodeBinary(), args, { env, limit: tier.limit }));
}

/** All files in one process: quick, for tests that start nothing. */
export const runTogether = (tier, files, extra) => runMocha(tier.name, tier, files, extra);

/**
 * Each file in a process of its own, so that whatever it leaves behind is known to be its own; `tier.atOnce` side by side.
 * A file that fails is run once more by itself. What passes then is no failure of the change under test but a test that
 * can't stand a busy machine: it is reported as unstable, with what it said the first time.
 */
export async function runFileByFile(tier, files, extra) {
  const waiting = [...files];
  const total = { passed: 0, failed: [], skipped: [], unstable: [] };
  const again = [];
  const nameOf = (file) => `${tier.name}/${relative(join(root, 'test'), file).replaceAll(/[^\w.]/g, '-')}`;
  const add = ({ passed, failed, skipped }) => {
    total.passed += passed;
    total.failed.push(...failed);
    total.skipped.push(...skipped);
  };
  const work = async () => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      const results = await runMocha(nameOf(file), tier, [file], extra);
      if (results.failed.length > 0) again.push({ file, failed: results.failed });
      else add(results);
    }
  };
  await Promise.all(Array.from({ length: tier.atOnce ?? 1 }, work));
  for (const { file, failed } of again) {
    const results = await runMocha(nameOf(file), tier, [file], extra, { isTraced: true });
    if (results.failed.length === 0) total.unstable.push(...failed);
    add(results);
  }
  return total;
}
