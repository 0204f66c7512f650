import assert from 'node:assert/strict';
import type { DomainEvent } from '../../../../src/core/event.ts';
import { fold } from '../../../../src/core/evolve.ts';
import { problem } from '../../../../src/base/problem.ts';
import { orderOf } from '../../../builders/delegation.ts';

const submitted = (id: string): DomainEvent => ({ type: 'jobSubmitted', job: orderOf(id, { session: 's1' }) });
const ended = (job: string): DomainEvent => ({ type: 'jobWithdrawn', job, problem: problem('job.gone', 'Gone.') });

describe('the jobs that are still told of', () => {
  const others = Array.from({ length: 300 }, (_, n) => `j${n}`);
  const jobsAfter = (events: readonly DomainEvent[], minutes: (n: number) => number): readonly string[] => {
    const at = (n: number): string => new Date(Date.UTC(2026, 0, 1, 0, minutes(n))).toISOString();
    return Object.keys(fold(events.map((event, n) => ({ seq: n + 1, at: at(n), actor: 'host', event }))).delegations);
  };

  for (const [when, minutes] of [
    ['one after another', (n: number) => n],
    ['all at once', () => 0],
  ] as const)
    it(`are the one that has just ended, however old it is, and the newest: ${when}`, () => {
      const events = ['long', ...others].map(submitted);
      const jobs = jobsAfter([...events, ...others.slice(0, 250).map(ended), ended('long')], minutes);
      assert.ok(jobs.includes('long') && jobs.includes('j249') && jobs.includes('j299') && !jobs.includes('j0'));
    });
});
