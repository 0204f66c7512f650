import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { jobsBySession, jobsIn } from '../../../../src/core/delegation/bySession.ts';
import { delegatedJob } from '../../../builders/delegatedJob.ts';

const job = fc.record({
  session: fc.constantFrom('s1', 's2', 's3'),
  status: fc.constantFrom('pending', 'running', 'completed'),
  queued: fc.nat(9),
});

describe('the jobs of a session', () => {
  it('are the same whether they are asked for once or for all sessions, those that wait last', () => {
    fc.assert(
      fc.property(fc.array(job), (jobs) => {
        const all = jobs.map((one, n) => delegatedJob({ ...one, id: `j${n}` }));
        const state = { delegations: Object.fromEntries(all.map((one) => [one.id, one])) };
        const [once, indexed] = [jobsIn(state), jobsBySession(state)];
        for (const session of ['s1', 's2', 's3', 'none']) {
          const found = indexed(session);
          assert.deepEqual(found, once(session));
          assert.deepEqual(new Set(found), new Set(all.filter((one) => one.session === session)));
          const waiting = found.map(({ status }) => status === 'pending');
          assert.deepEqual(waiting, waiting.toSorted());
        }
      }),
    );
  });
});
