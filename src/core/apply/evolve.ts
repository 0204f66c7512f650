import type { DomainEvent } from '../event.ts';
import { put, type Own } from '../records.ts';
import type { State } from '../state.ts';

/** Every patch that was taken, by its digest. */
export const evolveApplied = (applied: State['applied'], event: DomainEvent, own?: Own): State['applied'] =>
  event.type === 'patchApplied'
    ? put(applied, event.artifact, { task: event.task, branch: event.branch, head: event.head }, own)
    : applied;
