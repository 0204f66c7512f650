import { resolve } from 'node:path';
import type { App } from '../../app/app.ts';
import { problem } from '../../base/problem.ts';
import { exit, type Cli } from '../cli.ts';
import { needPerson } from '../needPerson.ts';
import { fail } from '../tell.ts';
import type { Call } from '../verb.ts';
import { withApp } from '../withApp.ts';

/** `mam worktree finish PATH`: makes a worktree to its end that a crash left half-made. 0 done, 1 it failed, 2 there is none. */
export async function finishOne(cli: Cli, call: Call): Promise<number> {
  const path = resolve(cli.cwd, call.positionals[1] ?? '.');
  const refused = needPerson(cli, 'worktree finish');
  if (refused) return fail(cli, refused, exit.blocked);
  // Whoever opens the repository for these effects goes on with what was asked for.
  return withApp(cli, { effects: ['createWorktree', 'setUpWorktree', 'inspectLease'] }, async (app) => {
    const id = Object.values(app.state.worktrees).find((one) => one.path === path && one.run === null)?.id;
    if (id === undefined)
      return fail(
        cli,
        problem('worktree.unknown', 'MAM made no worktree at {path}. Prepare one with mam worktree prepare.', { path }),
        exit.usage,
      );
    await made(app, id);
    if (app.state.worktrees[id]?.state !== 'ready')
      return fail(
        cli,
        problem('worktree.notReady', 'The worktree {worktree} is not ready. See mam doctor for what became of it.', {
          worktree: id,
        }),
        exit.blocked,
      );
    const ready = await app.setUpWorktree(id, false, cli.actor);
    if (!ready.ok) return fail(cli, ready.error, exit.blocked);
    if (call.flag('json')) cli.terminal.out(JSON.stringify({ worktree: id, path, setUp: ready.value.result }));
    else cli.terminal.out(cli.terminal.paint.good(cli.t('The worktree {branch} is ready.', { branch: id })));
    return exit.done;
  });
}

/** Resolves when nobody is making it any more. */
const made = (app: App, id: string): Promise<void> =>
  new Promise((done) => {
    const look = (): void => {
      if (app.state.worktrees[id]?.state === 'creating') return;
      watching.dispose();
      done();
    };
    const watching = app.onDidChange(look);
    look();
  });
