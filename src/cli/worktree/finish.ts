import { resolve } from 'node:path';
import { problemData } from '../../base/problem.ts';
import { exit, type Cli } from '../cli.ts';
import { needPerson } from '../needPerson.ts';
import { fail, words } from '../tell.ts';
import type { Call } from '../verb.ts';
import { withApp } from '../withApp.ts';
import { readiness } from './readiness.ts';

/** `mam worktree finish PATH`: makes a worktree to its end that is half-made. 0 done, 1 it failed or something is missing, 2 there is none. */
export async function finishOne(cli: Cli, call: Call): Promise<number> {
  const path = resolve(cli.cwd, call.positionals[1] ?? '.');
  const refused = needPerson(cli, 'worktree finish');
  if (refused) return fail(cli, refused, exit.blocked);
  // Whoever opens the repository for these effects goes on with what was asked for.
  return withApp(cli, { effects: ['createWorktree', 'setUpWorktree', 'inspectLease'] }, async (app) => {
    const done = await app.finishWorktree(path, cli.actor);
    if (!done.ok) return fail(cli, done.error, done.error.code === 'worktree.unknown' ? exit.usage : exit.blocked);
    const { worktree, result, warnings } = done.value;
    if (call.flag('json'))
      cli.terminal.out(JSON.stringify({ worktree, path, setUp: result, warnings: warnings.map(problemData) }));
    else {
      cli.terminal.out(readiness(cli, worktree, warnings.length === 0));
      for (const one of warnings) cli.terminal.out(`  - ${words(cli, one)} [${one.code}]`);
    }
    return warnings.length > 0 ? exit.blocked : exit.done;
  });
}
