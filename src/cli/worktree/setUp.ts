import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { problem, problemData } from '../../base/problem.ts';
import { exit, type Cli } from '../cli.ts';
import { needPerson } from '../needPerson.ts';
import { fail, words } from '../tell.ts';
import type { Call } from '../verb.ts';
import { withApp } from '../withApp.ts';
import { allowAll } from './prepare.ts';
import { readiness } from './readiness.ts';

/** `mam worktree set-up PATH`: links, copies and commands once more. 0 done, 1 something did not pass, 2 no worktree of MAM. */
export async function setUpOne(cli: Cli, call: Call): Promise<number> {
  const given = resolve(cli.cwd, call.positionals[1] ?? '.');
  const path = await realpath(given).catch(() => given);
  const refused = needPerson(cli, 'worktree set-up');
  if (refused) return fail(cli, refused, exit.blocked);
  return withApp(cli, { effects: ['setUpWorktree', 'inspectLease'] }, async (app) => {
    const worktree = Object.values(app.state.worktrees).find((one) => one.path === path);
    if (!worktree)
      return fail(
        cli,
        problem('worktree.unknown', 'MAM made no worktree at {path}. Prepare one with mam worktree prepare.', { path }),
        exit.usage,
      );
    if (call.flag('allow')) await allowAll(cli, app, app.setUpCommands());
    const done = await app.setUpWorktree(worktree.id, call.flag('submodules'), cli.actor);
    if (!done.ok) return fail(cli, done.error, exit.blocked);
    const { result, warnings } = done.value;
    if (call.flag('json')) cli.terminal.out(JSON.stringify({ setUp: result, warnings: warnings.map(problemData) }));
    else {
      cli.terminal.out(
        warnings.length > 0
          ? readiness(cli, worktree.id, false)
          : cli.t('The worktree {worktree} was set up.', { worktree: worktree.id }),
      );
      for (const one of warnings) cli.terminal.out(`  - ${words(cli, one)} [${one.code}]`);
    }
    return warnings.length > 0 ? exit.blocked : exit.done;
  });
}
