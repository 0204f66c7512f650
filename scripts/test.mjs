// `npm test [-- TIER … [--grep TEXT]]`: sets up what is missing, runs the tiers, ends with `N passed, N failed`.
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { ensureBuilt, ensureInstalled, nodeBinary, root } from './lib/project.mjs';
import { ensureCommands } from './lib/system.mjs';
import { testFiles, tiers } from './lib/tiers.mjs';

const strict = process.env['CI'] === 'true';
const withMinimum = strict || process.env['MAM_TEST_MINIMUM'] === '1';
const total = { passed: 0, failed: 0 };
const notRun = [];

function selection(args) {
  const firstFlag = args.findIndex((arg) => arg.startsWith('-'));
  const names = firstFlag < 0 ? args : args.slice(0, firstFlag);
  const unknown = names.find((name) => !tiers.some((tier) => tier.name === name));
  if (unknown)
    throw new Error(`There is no tier "${unknown}". The tiers are: ${tiers.map((tier) => tier.name).join(', ')}.`);
  const byDefault = tiers.filter((tier) => withMinimum || tier.host !== 'minimum');
  const chosen = names.length > 0 ? tiers.filter((tier) => names.includes(tier.name)) : byDefault;
  return { chosen, extra: firstFlag < 0 ? [] : args.slice(firstFlag) };
}

/** Returns why the tier cannot run, or nothing. */
function prepare(tier) {
  const missing = ensureCommands(tier.commands);
  ensureCommands(tier.wished ?? []);
  if (missing.length > 0) return `${missing.join(', ')} not found`;
  const setUps = [
    ...(tier.host ? [['test/hosts/setUp.mjs', tier.host]] : []),
    ...(tier.agents ? [['test/agents/setUp.mjs']] : []),
  ];
  for (const [script, ...args] of setUps) {
    const result = spawnSync(nodeBinary(), [join(root, script), ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'inherit', 'pipe'],
    });
    if (result.status !== 0) return `${script} failed: ${result.stderr.trim()}`;
  }
  if (tier.built || tier.host) ensureBuilt();
  return undefined;
}

function report(tier, started, { passed, failed, skipped, unstable = [] }) {
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  // Whoever asked for everything (CI) must not get less without noticing.
  const failures = strict
    ? [...failed, ...skipped.map((title) => ({ title, message: 'skipped, which CI does not allow' }))]
    : failed;
  const skips = skipped.length > 0 ? `, ${skipped.length} SKIPPED` : '';
  console.log(`${tier.name}: ${passed} passed, ${failures.length} failed${skips} (${seconds} s)`);
  for (const { title, message } of failures) console.log(`\n✗ ${tier.name}: ${title}\n${message.trimEnd()}\n`);
  for (const { title, message } of unstable)
    console.log(`\n~ ${tier.name}: unstable, failed beside others and passed alone: ${title}\n${message.trimEnd()}\n`);
  if (!strict) for (const title of skipped) console.log(`  skipped: ${title}`);
  total.passed += passed;
  total.failed += failures.length;
}

function reportNotRun(tier, reason) {
  console.log(`${tier.name}: NOT RUN (${reason})`);
  notRun.push(tier.name);
  if (strict) total.failed += 1;
}

async function runTier(tier, extra) {
  if (tier.name !== 'check' && testFiles(tier).length === 0) return console.log(`${tier.name}: no tests`);
  const obstacle = prepare(tier);
  if (obstacle) return reportNotRun(tier, obstacle);
  const started = performance.now();
  const results = await tier.run(tier, extra);
  const executed = results.passed + results.failed.length;
  if (executed === 0 && extra.length === 0) results.failed.push({ title: 'no test was executed', message: '' });
  return report(tier, started, results);
}

try {
  const { chosen, extra } = selection(process.argv.slice(2));
  ensureInstalled();
  for (const tier of chosen) await runTier(tier, extra);
} catch (error) {
  console.error(error.message);
  total.failed += 1;
}
if (notRun.length > 0) console.log(`NOT RUN: ${notRun.join(', ')}`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;
