import type { App } from '../../app/app.ts';
import { isOver } from '../../core/delegation/attempts.ts';
import type { Cli } from '../cli.ts';
import { viewContext } from '../viewContext.ts';

/** Whether a host watches sessions and jobs all the time, so that what is told of them holds. */
export const isWatched = ({ owner }: Pick<App, 'owner'>): boolean => owner !== null;

/** Says how old what was just told is where nobody watches, and who would; nothing where all of it is over. */
export function tellUnwatched(
  cli: Cli,
  app: App,
  told: { readonly jobs?: readonly string[]; readonly live?: boolean },
): void {
  if (isWatched(app)) return;
  const open = (told.jobs ?? []).find((id) => app.state.delegations[id] && !isOver(app.state.delegations[id]));
  if (open === undefined && !told.live) return;
  const { clock, now } = viewContext(cli, app);
  const time = clock(now());
  cli.terminal.out(
    open === undefined
      ? cli.t(
          'Nobody watches this now: it was looked at once, at {time}. The editor watches it while the repository is open there.',
          { time },
        )
      : cli.t(
          'Nobody watches this now: it was looked at once, at {time}. To go on, run {command}, or open the repository in the editor.',
          {
            time,
            command: `${cli.self} job wait ${open}`,
          },
        ),
  );
}
