import { join } from 'node:path';
import type { App } from '../app/app.ts';
import type { Loop } from '../core/loop/types.ts';
import type { State } from '../core/state.ts';
import { mayTake } from '../core/task/select.ts';
import { whyNever } from '../core/task/whyNever.ts';
import { exit, type Cli } from './cli.ts';
import { areTaken, onlyLoop, type Followed } from './followLoop.ts';
import { runToEnd, type EndRequest } from './runToEnd.ts';
import { fail } from './tell.ts';
import { workEnded } from './workEnded.ts';

type Told = Pick<EndRequest, 'since' | 'json' | 'answers'>;

/**
 * What becomes of tasks that a person named while a loop runs already. Where it takes them they are followed to what they
 * come to, and the exit code is theirs; else whoever named them waits until it has ended, and null asks for another start.
 * Closes the application in any case.
 */
export async function besideLoop(
  cli: Cli,
  app: App,
  { loop, tasks, told }: { readonly loop: Loop; readonly tasks: readonly string[]; readonly told: Told },
): Promise<number | null> {
  const followed = onlyLoop(loop.id);
  const taken: Followed = { ...followed, has: (run) => followed.has(run) && tasks.includes(run.task.id), tasks };
  const isTaken = (): boolean => areTaken(app.state, followed, tasks);
  // Its lanes are this process's work as well, whatever the tasks come to.
  if (app.role === 'owner') {
    const code = await runToEnd(cli, app, { ...told, followed, meant: tasks });
    // Another start is of use only once that loop is over: one that could not go on would be joined again and again.
    const isOver = app.state.loops[loop.id]?.state === 'ended';
    return isTaken() || !isOver || code > exit.blocked ? code : null;
  }
  await app.refresh();
  const untaken = tasks.filter((task) => !areTaken(app.state, followed, [task]));
  const never = whyNever(app.state, untaken, join(app.facts.controlRoot, 'tasks/queue.md'));
  if (never) {
    await app.close();
    return fail(cli, never, exit.blocked);
  }
  const apart = untaken.filter((task) => !mayTake(loop, task));
  if (apart.length > 0)
    cli.terminal.err(
      cli.t('{tasks} is no part of the loop that runs here, and begins once that has ended. Ctrl-C ends the waiting.', {
        tasks: apart.join(', '),
      }),
    );
  const leave = new AbortController();
  const release = cli.terminal.onInterrupt(() => leave.abort());
  const isOpen = ({ loops }: State): boolean => loops[loop.id]?.state !== 'ended' && !isTaken();
  const lost = await workEnded(app, isOpen, leave.signal).finally(release);
  if (lost === null && !leave.signal.aborted && isTaken()) return runToEnd(cli, app, { ...told, followed: taken });
  await app.close();
  if (lost) return fail(cli, lost, exit.blocked);
  return leave.signal.aborted ? exit.interrupted : null;
}
