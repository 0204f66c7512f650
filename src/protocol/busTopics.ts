/** What every topic of a job begins with; `<root>/<job>/events` and `<root>/<job>/state`. */
export const jobTopics = 'python/mqtt/jobs';
/** Where a publisher says that it is there, and the broker that it is not: `<root>/<publisher>`. */
export const publisherTopics = 'python/mqtt/publishers';

/** An id in a topic: no dot and no space, which not every broker lets through, and nothing that means something there. */
export const topicId = /^[A-Za-z0-9_-]{1,64}$/;

export const eventsTopic = (job: string): string => `${jobTopics}/${job}/events`;
export const stateTopic = (job: string): string => `${jobTopics}/${job}/state`;
export const publisherTopic = (publisher: string): string => `${publisherTopics}/${publisher}`;

/** The job that a topic is about; null for a topic of anything else. */
export function jobOfTopic(topic: string): { readonly job: string; readonly kind: 'events' | 'state' } | null {
  if (!topic.startsWith(`${jobTopics}/`)) return null;
  const [job = '', kind, ...more] = topic.slice(jobTopics.length + 1).split('/');
  if (!topicId.test(job) || more.length > 0 || (kind !== 'events' && kind !== 'state')) return null;
  return { job, kind };
}
