import { existsSync } from 'node:fs';
import { runProcess } from '../../adapters/process/run.ts';
import type { Cli } from '../cli.ts';
import { createSettings, settingsFile } from '../settings.ts';
import { settingWarnings } from '../settingWarnings.ts';
import { words } from '../tell.ts';
import { finding, type Finding } from '../../app/doctor/finding.ts';

/** The oldest Node whose SQLite MAM can use. */
const oldestNode = [22, 13] as const;
/** Below this, git can't tell in advance whether a merge is clean. */
const forecastGit = [2, 38] as const;

const atLeast = (version: string, [major, minor]: readonly [number, number]): boolean => {
  const [a = 0, b = 0] = version.split('.').map(Number);
  return a > major || (a === major && b >= minor);
};

export function nodeFinding({ t }: Cli): Finding {
  const version = process.versions.node;
  return atLeast(version, oldestNode)
    ? finding('ok', 'Node', version)
    : finding('fail', 'Node', t('{version} is too old. Install Node 22.13 or newer.', { version }));
}

export async function gitFinding(cli: Cli): Promise<Finding> {
  const { t } = cli;
  const env = Object.fromEntries(
    Object.entries(cli.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  const ran = await runProcess({ argv: ['git', '--version'], cwd: cli.cwd, env, timeoutMs: 10_000, maxBytes: 4096 });
  const version = /(\d+\.\d+(?:\.\d+)?)/.exec(ran.stdout.toString('utf8'))?.[1];
  if (version === undefined)
    return finding('fail', 'git', t('git does not answer. Install git and put it on the PATH.'));
  return atLeast(version, forecastGit)
    ? finding('ok', 'git', version)
    : finding('warn', 'git', t('{version} works, but can’t forecast merge conflicts. 2.38 can.', { version }));
}

export function settingsFindings(cli: Cli): readonly Finding[] {
  const problems = settingWarnings(createSettings(cli.env, {}), cli.env);
  if (problems.length === 0) {
    const path = settingsFile(cli.env);
    const said = existsSync(path) ? path : cli.t('{path} does not exist; the defaults hold', { path });
    return [finding('ok', cli.t('Settings'), said)];
  }
  return problems.map((one) => finding('warn', cli.t('Settings'), words(cli, one)));
}
