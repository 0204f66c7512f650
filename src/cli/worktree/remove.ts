import { resolve } from 'node:path';
import type { Removal } from '../../app/worktree/remove.ts';
import { unpushedWords } from '../../app/views/removalWords.ts';
import { problem, problemData, type Problem } from '../../base/problem.ts';
import { commandLine } from '../../base/shellWord.ts';
import { exit, type Cli } from '../cli.ts';
import { needPerson } from '../needPerson.ts';
import { printable } from '../paint.ts';
import { sessionEffects } from '../session/effects.ts';
import { fail, words } from '../tell.ts';
import { allowAll } from './prepare.ts';
import type { Call, OptionSpec } from '../verb.ts';
import { withApp } from '../withApp.ts';

export const removeOptions: Readonly<Record<string, OptionSpec>> = {
  rescue: { kind: 'flag', value: '', summary: 'remove: keep a copy of what only the worktree holds, then remove it' },
  stop: { kind: 'flag', value: '', summary: 'remove: stop the sessions in it once nothing else speaks against it' },
  'skip-clean-up': { kind: 'flag', value: '', summary: 'remove: without its clean-up commands' },
  'any-size': { kind: 'flag', value: '', summary: 'remove: the copy may be of any size' },
};

/**
 * `mam worktree remove PATH`: 0 removed, 1 it could not be removed, 2 no linked worktree of this repository, 3 judged no,
 * and nothing was changed.
 */
export async function removeOne(cli: Cli, call: Call): Promise<number> {
  const [, given] = call.positionals;
  if (given === undefined)
    return fail(
      cli,
      problem('cli.argumentMissing', 'mam {verb} needs {what}. See mam {verb} --help.', {
        verb: 'worktree remove',
        what: 'PATH',
      }),
      exit.usage,
    );
  const dryRun = call.flag('dry-run');
  const refused = dryRun ? null : needPerson(cli, 'worktree remove');
  if (refused) return fail(cli, refused, exit.blocked);
  const request = {
    path: resolve(cli.cwd, given),
    rescue: call.flag('rescue'),
    stop: call.flag('stop'),
    anySize: call.flag('any-size'),
    skipCleanUp: call.flag('skip-clean-up'),
    dryRun,
  };
  // Whoever opens the repository for removals goes on with one that was cut short, which a look may not.
  const removes = request.dryRun ? [] : (['removeWorktree'] as const);
  const effects = [...removes, 'inspectLease', ...(request.stop ? sessionEffects : [])] as const;
  return withApp(cli, { effects }, async (app) => {
    if (request.stop) await app.agentSessions.reconcile();
    if (call.flag('allow') && !dryRun) await allowAll(cli, app, app.cleanUpCommands());
    const done = await app.removeWorktree(request, cli.actor);
    if (!done.ok) return fail(cli, done.error, codeOf(done.error));
    return show(cli, call, done.value);
  });
}

const codeOf = ({ code }: Problem): number => (code === 'worktree.notLinked' ? exit.usage : exit.blocked);

function show(cli: Cli, call: Call, { removed, sight, blockers, stopped, rescue }: Removal): number {
  const { terminal, t } = cli;
  const code = blockers.length > 0 ? exit.judgedNo : exit.done;
  if (call.flag('json')) {
    terminal.out(JSON.stringify({ removed, ...sight, blockers: blockers.map(problemData), stopped, rescue }));
    return code;
  }
  const { path, branch, branchGoes, unpushed } = sight;
  for (const session of stopped) terminal.out(t('The session {session} is stopped.', { session }));
  if (blockers.length > 0) {
    terminal.out(t('{path} stays as it is:', { path: printable(path) }));
    for (const one of blockers) terminal.out(`  - ${words(cli, one)} [${one.code}]`);
    return code;
  }
  terminal.out(
    removed
      ? terminal.paint.good(t('The worktree {path} is removed.', { path: printable(path) }))
      : t('Nothing speaks against removing {path}.', { path: printable(path) }),
  );
  if (branch !== null && branchGoes)
    terminal.out(
      t('Its branch {branch} goes, too: it was made for this worktree, and nothing was committed to it.', { branch }),
    );
  else if (branch !== null && unpushed !== null && unpushed > 0) terminal.out(unpushedWords(t, branch, unpushed));
  else if (branch !== null) terminal.out(t('Its branch {branch} stays.', { branch }));
  if (rescue !== null) {
    const name = rescue.replace(/^refs\/mam\/rescue\//, '');
    terminal.out(
      t('What only it held is kept. To get it back: {command}', {
        command: commandLine(['mam', 'rescue', 'restore', name]),
      }),
    );
  }
  return code;
}
