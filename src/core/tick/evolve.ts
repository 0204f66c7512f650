import { problem, type Problem } from '../../base/problem.ts';
import type { DomainEvent } from '../event.ts';
import type { State } from '../state.ts';
import type { Tick } from './types.ts';

/** The newest tick of each task, the newest of all last. */
export function evolveTicks(ticks: State['ticks'], event: DomainEvent): State['ticks'] {
  switch (event.type) {
    case 'ticked':
      return [...ticks.filter((one) => one.task !== event.tick.task), event.tick];
    case 'shipEnded':
      return shipped(ticks, event.ship, (tick) =>
        event.outcome === 'shipped'
          ? { ...tick, decision: 'executed' }
          : { ...tick, decision: 'ship-failed', blockers: [...tick.blockers, event.problem ?? failed(event.exitCode)] },
      );
    case 'shipAnswered':
      return shipped(ticks, event.ship, (tick) => ({
        ...tick,
        decision: event.outcome === 'shipped' ? 'executed' : 'ship-failed',
      }));
    default:
      return ticks;
  }
}

const shipped = (ticks: State['ticks'], ship: string, change: (tick: Tick) => Tick): State['ticks'] =>
  ticks.map((tick) => (`${tick.id}/ship` === ship ? change(tick) : tick));

const failed = (exitCode: number | null): Problem =>
  problem(
    'tick.shipFailed',
    'The ship command ended with exit code {code}. Read what it printed, mend that, then tick again.',
    { code: exitCode ?? '-' },
  );
