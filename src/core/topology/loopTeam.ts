import type { Role, Topology } from './types.ts';

/**
 * The team of a loop whose reviewers a person named: each of them sits in a seat that the gate waits for. There are never
 * fewer seats than the team has, and where there are more reviewers than those, each further one gets a seat of its own.
 */
export function loopTeam(
  { id, roles }: Topology,
  reviewers: readonly string[],
): { readonly topology: Topology; readonly agents: Readonly<Record<string, string>> } {
  const seats = roles.filter(({ required }) => required !== 'never');
  const always = seats.filter(({ required }) => required === 'always');
  const more = reviewers.slice(always.length).map((_, n) => extraSeat(roles, always.length + n + 1));
  // The seats that always count come first, so that nobody who was named only waits for a load-bearing change.
  const order = [...always, ...more, ...seats.filter(({ required }) => required === 'load-bearing')];
  const agents = order.flatMap(({ session }, n): [string, string][] => {
    const agent = reviewers[n % reviewers.length];
    return agent === undefined ? [] : [[session, agent]];
  });
  return { topology: { id, roles: [...roles, ...more] }, agents: Object.fromEntries(agents) };
}

const extraSeat = (roles: readonly Role[], number: number): Role => {
  const taken = new Set(roles.map(({ session }) => session));
  const session = `reviewer-${number}`;
  return {
    session: taken.has(session) ? `${session}-more` : session,
    name: `Reviewer ${number}`,
    authority: 'read',
    shipGate: 'blocking',
    required: 'always',
    focus: 'Is the change correct, complete and no larger than the task?',
  };
};
