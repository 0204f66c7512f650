import type { DomainEvent } from '../event.ts';
import type { DelegationEvent } from './event.ts';

type OfJob = Exclude<DelegationEvent, { type: 'jobSubmitted' }>;

const ofJob: Readonly<Record<OfJob['type'], true>> = {
  jobWithdrawn: true,
  jobRetried: true,
  attemptBegun: true,
  promptSending: true,
  promptDelivered: true,
  promptNotDelivered: true,
  attemptSignalled: true,
  wordOvertaken: true,
  permissionSettled: true,
  reportSighted: true,
  reportRefused: true,
  artifactsSighted: true,
  attemptLost: true,
  attemptWouldComplete: true,
  attemptEnded: true,
  attemptContradicted: true,
};

/** An event about a delegated job that there is already. */
export const isOfJob = (event: DomainEvent): event is OfJob => Object.hasOwn(ofJob, event.type);

/** Any event about a delegated job, its beginning included. */
export const isDelegation = (event: DomainEvent): event is DelegationEvent =>
  event.type === 'jobSubmitted' || isOfJob(event);
