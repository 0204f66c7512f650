import { open } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { createGit } from '../../adapters/git/createGit.ts';
import { runProcess } from '../../adapters/process/run.ts';
import type { App } from '../../app/app.ts';
import type { Cli } from '../cli.ts';
import { createSettings } from '../settings.ts';
import { words } from '../tell.ts';
import { finding, type Finding } from './finding.ts';

export function repositoryFindings(cli: Cli, app: App): readonly Finding[] {
  const { t } = cli;
  const { facts, owner, problem, state } = app;
  return [
    finding('ok', t('Repository'), facts.bare ? t('{path} (bare)', { path: facts.controlRoot }) : facts.controlRoot),
    facts.head === null
      ? finding(
          'fail',
          t('Branch'),
          t('There is no commit yet. Make a first one, so that there is a base to work from.'),
        )
      : finding('ok', t('Branch'), facts.branch ?? t('detached at {commit}', { commit: facts.head.slice(0, 7) })),
    finding('ok', t('Owner'), owner?.label ?? t('nobody runs work here now')),
    problem === null
      ? finding('ok', t('Ledger'), t('at event {seq}', { seq: state.seq }))
      : finding('fail', t('Ledger'), words(cli, problem)),
    ...state.queue.problems.map((one) => finding('warn', t('Queue'), words(cli, one))),
  ];
}

export async function logFinding({ t }: Cli, app: App): Promise<Finding> {
  const found = await app.verify();
  return found.ok
    ? finding('ok', t('Log'), t('{count} events, whole', { count: found.events }))
    : finding('fail', t('Log'), t('It is not what it was. See mam evidence verify.'));
}

/** Byte 18 of a SQLite file says how it is written: 2 is the write-ahead log. */
export async function storeFinding({ t }: Cli, app: App): Promise<Finding> {
  const file = await open(join(app.facts.commonDir, 'mam', 'mam.db'), 'r').catch(() => null);
  if (file === null) return finding('warn', t('Store'), t('no database yet'));
  try {
    const { buffer } = await file.read(Buffer.alloc(20), 0, 20, 0);
    return buffer[18] === 2
      ? finding('ok', t('Store'), t('write-ahead log'))
      : finding(
          'warn',
          t('Store'),
          t('rollback journal: the file system can’t share a write-ahead log, so appends are slower'),
        );
  } finally {
    await file.close();
  }
}

export async function agentFindings(cli: Cli, app: App): Promise<readonly Finding[]> {
  const { t } = cli;
  const programs = app.agents().filter((agent) => agent.person !== true);
  const probed = await Promise.all(programs.map(async (agent) => ({ agent, status: await app.probeAgent(agent.id) })));
  const some = probed.some(({ agent, status }) => status.kind === 'ready' && !agent.embedded);
  return probed.flatMap(({ agent, status }) => {
    const what = t('Agent {name}', { name: agent.name });
    if (status.kind === 'ready') return [finding('ok', what, t('{version}, ready', { version: status.version }))];
    // Nobody has all of them: one that isn't there is told only where no other does its work.
    return status.kind === 'missing' && (some || agent.unverified === true)
      ? []
      : [finding('warn', what, words(cli, status.problem))];
  });
}

/**
 * Worktrees below MAM's own folder that this log does not know, and those that it knows and git does not list. Whatever
 * else is checked out is the user's.
 */
export async function worktreeFindings(cli: Cli, app: App): Promise<readonly Finding[]> {
  const { t } = cli;
  const git = createGit({ folder: app.facts.controlRoot, env: cli.env, run: runProcess });
  const known = new Set(Object.values(app.state.worktrees).map((worktree) => worktree.path));
  const listed = await git.listWorktrees(undefined, [...known]);
  if (!listed.ok) return [finding('fail', t('Worktrees'), words(cli, listed.error))];
  const there = new Set(listed.value.map((worktree) => worktree.path));
  const linked = listed.value.filter((worktree) => worktree.path !== app.facts.controlRoot);
  const root = resolve(app.facts.controlRoot, createSettings(cli.env, {}).settings['mam.worktrees.root']);
  const stray = linked.filter(({ path }) => !known.has(path) && !relative(root, path).startsWith('..'));
  const lost = Object.values(app.state.worktrees).filter((one) => one.state === 'ready' && !there.has(one.path));
  const ailing = await app.examineWorktrees();
  return [
    finding(
      'ok',
      t('Worktrees'),
      t('{count} linked, {known} of them known to MAM', {
        count: linked.length,
        known: linked.filter(({ path }) => known.has(path)).length,
      }),
    ),
    ...stray.map((one) =>
      finding(
        'warn',
        t('Worktrees'),
        t(
          '{path} is unknown to this log; look before you remove it. Commit on a branch what is only there. What MAM rescued before is below refs/mam/rescue.',
          { path: one.path },
        ),
      ),
    ),
    ...lost.map((one) =>
      finding(
        'warn',
        t('Worktrees'),
        t('{path} is gone though a task still needs it. mam resume makes a new one.', { path: one.path }),
      ),
    ),
    ...(ailing.ok
      ? ailing.value.map((one) => finding('warn', t('Worktrees'), words(cli, one.problem)))
      : [finding('fail', t('Worktrees'), words(cli, ailing.error))]),
  ];
}
