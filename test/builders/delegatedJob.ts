import type { DelegatedJob } from '../../src/core/delegation/types.ts';
import { orderOf } from './delegation.ts';

/** A job that was submitted and not begun, with some fields changed. */
export const delegatedJob = (change: Partial<DelegatedJob> = {}): DelegatedJob => ({
  ...orderOf('j1', { role: 'Implementer', task: 'T-2026-0001', claims: ['notes/**'] }),
  status: 'pending',
  createdAt: '2026-11-30T10:00:00Z',
  updatedAt: '2026-11-30T10:00:00Z',
  queued: 1,
  attempts: [],
  messages: 1,
  ...change,
});
