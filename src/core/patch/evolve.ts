import type { DomainEvent } from '../event.ts';
import type { State } from '../state.ts';

/** The newest proposal counts; what was proposed before is over with the start of the next run. */
export const evolveProposal = (proposal: State['proposal'], event: DomainEvent, at: string): State['proposal'] =>
  event.type === 'proposalMade' ? { ...event.proposal, at } : proposal;
