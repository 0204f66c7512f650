import { laterThan } from '../../base/clock.ts';
import { lastSign } from '../../core/session/freshness.ts';
import type { RoleSession } from '../../core/session/types.ts';
import type { State } from '../../core/state.ts';
import { topologies } from '../../core/topology/presets.ts';
import { runOfSeat, seatStatus } from './seatStatus.ts';
import { isOver } from './select.ts';
import { oneLine } from './words.ts';
import type { ViewContext } from './viewContext.ts';

/**
 * What a person should know about a seat's word beside what it is doing: that nobody knows it, that it is overdue, and
 * that a pass which it only claims opens nothing. A seat that nobody waits for has no notes.
 */
export const seatNotes = (ctx: ViewContext, state: State, seat: RoleSession): readonly string[] => {
  const run = runOfSeat(state, seat.session);
  const isAwaited = run === null ? state.topology === null || seat.task !== null : !isOver(run);
  const now = laterThan(seat.lastBeat, ctx.age(seat.lastBeat));
  const { fresh, claimed } = seatStatus(state, seat.session, now);
  return [
    ...(isKnown(state, seat.session) ? [] : [ctx.t('no topology in use has this session, so its word counts nowhere')]),
    ...(isAwaited && !fresh
      ? [
          ctx.t('stale: no sign of life since {time}', {
            time: ctx.clock(lastSign(state, seat.session, run) ?? seat.lastBeat),
          }),
        ]
      : []),
    ...(claimed === null ? [] : [ctx.t('claims “{word}”, which opens no gate', { word: oneLine(claimed, 40) })]),
  ];
};

/** Whether a topology that MAM brings, or one that was used here, has the session. */
const isKnown = ({ topology, loops }: State, session: string): boolean =>
  [...topologies, ...(topology ? [topology] : []), ...Object.values(loops).map((loop) => loop.options.topology)].some(
    ({ roles }) => roles.some((role) => role.session === session),
  );
