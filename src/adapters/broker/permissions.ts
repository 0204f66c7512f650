import { eventsTopic, jobTopics, publisherTopics, stateTopic, topicId } from '../../protocol/busTopics.ts';

/** Who is connected: the owner alone speaks, a subscriber hears every job, a guest one job. */
export type Party =
  | { readonly kind: 'owner' }
  | { readonly kind: 'subscriber' }
  | { readonly kind: 'guest'; readonly job: string };

export const ownerName = 'owner';
export const subscriberName = 'subscriber';
const guestPrefix = 'job-';
export const guestName = (job: string): string => `${guestPrefix}${job}`;

/** Whom a user name stands for; null for none of ours. */
export function partyOf(user: string): Party | null {
  if (user === ownerName || user === subscriberName) return { kind: user };
  const job = user.startsWith(guestPrefix) ? user.slice(guestPrefix.length) : '';
  return topicId.test(job) ? { kind: 'guest', job } : null;
}

/** Whether a subscription asks for nothing but what the party may hear. */
export function mayAsk(party: Party, filter: string): boolean {
  if (party.kind === 'owner') return false;
  if (party.kind === 'guest') return within(filter, [`${jobTopics}/${party.job}`]);
  return filter === 'python/mqtt/#' || within(filter, [jobTopics, publisherTopics]);
}

/** Whether the party may hear a message; asked again for each, since a subscription may be older than its rights. */
export const mayHear = (party: Party, topic: string): boolean =>
  party.kind === 'subscriber'
    ? within(topic, [jobTopics, publisherTopics])
    : party.kind === 'guest' && (topic === eventsTopic(party.job) || topic === stateTopic(party.job));

export const maySay = (party: Party, topic: string): boolean =>
  party.kind === 'owner' && within(topic, [jobTopics, publisherTopics]);

const within = (topic: string, roots: readonly string[]): boolean => roots.some((root) => topic.startsWith(`${root}/`));
