import type { Activity, AgentSession } from './types.ts';

/** What the number of processes below an agent says, and how many of them are its own, such as servers of its tools. */
export interface ChildrenSight {
  readonly activity: Extract<Activity, { kind: 'working' | 'quiet' }>;
  readonly own: number;
}

/**
 * Commands below the agent are work; what was there before its first turn is its own. How many those are is kept in the
 * log: whoever looks next, in the middle of a turn, can't tell them from commands. Until it is known nothing is work.
 */
export function childrenSight(session: AgentSession, children: number, hasHooks: boolean): ChildrenSight {
  const known = session.sights.process?.own;
  const own = known === undefined || isAtRest(session, hasHooks) ? children : known;
  return { activity: { kind: children > own ? 'working' : 'quiet' }, own };
}

/**
 * Whether what runs below it now is its own, and no work: nobody gave it anything to do. An agent with hooks has begun no
 * turn before its first word.
 */
function isAtRest({ sights, job }: AgentSession, hasHooks: boolean): boolean {
  if (job !== null || sights.process?.activity.kind === 'working') return false;
  const own = [sights.hook, sights.transcript, sights.shell].filter((sight) => sight !== undefined);
  return own.length === 0 ? hasHooks : own.every(({ activity }) => activity.kind === 'idle');
}
