import type { State } from '../../core/state.ts';
import type { AgentSession } from '../../core/agentSession/types.ts';
import type { DelegatedKind } from '../../core/delegation/types.ts';
import type { Role, Topology } from '../../core/topology/types.ts';

/** Seats that work can be delegated as: all but the one that keeps the ledger. */
export const delegateRoles = (topology: Topology): readonly Role[] =>
  topology.roles.filter((role) => role.authority !== 'ledger');

/** Whoever may only read hands in a review, which ends with a verdict. */
export const kindOfRole = (role: Pick<Role, 'authority' | 'required'> | null): DelegatedKind =>
  role?.authority === 'read' && role.required !== 'never' ? 'review' : 'work';

/** Sessions that a job can be handed to, those that are free first. */
export const openSessions = ({ agentSessions }: Pick<State, 'agentSessions'>): readonly AgentSession[] =>
  Object.values(agentSessions)
    .filter(({ ended, stopping }) => ended === null && !stopping)
    .toSorted((a, b) => Number(a.job !== null) - Number(b.job !== null) || a.name.localeCompare(b.name));

/** Paths and globs as a person types them, and what is wrong with them; none is fine for a job that changes nothing. */
export const outsideClaim = (claims: readonly string[]): string | undefined =>
  claims.find((claim) => /^(?:\/|[A-Za-z]:)/.test(claim) || claim.split('/').includes('..'));
