import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { problem } from '../../../../src/base/problem.ts';
import { messageOf, stateMessage, type JobMessage } from '../../../../src/core/delegation/messages.ts';
import { evolve } from '../../../../src/core/evolve.ts';
import type { DomainEvent } from '../../../../src/core/event.ts';
import { emptyState } from '../../../../src/core/state.ts';
import { begun, endedWith, orderOf, recordedFrom, said } from '../../../builders/delegation.ts';

const submitted: DomainEvent = { type: 'jobSubmitted', job: orderOf('j') };
const report = { sha256: 'b'.repeat(64), bytes: 1, sinceAwake: 0, manifest: true, verdict: 'notPass' } as const;

/** What subscribers are told of these events, and how the job stands at the end. */
function tell(events: readonly DomainEvent[]): { readonly told: readonly JobMessage[]; readonly state: JobMessage } {
  const told: JobMessage[] = [];
  let state = emptyState;
  for (const one of recordedFrom(events)) {
    const message = messageOf(state.delegations['j'], one);
    if (message) told.push(message);
    state = evolve(state, one);
  }
  const job = state.delegations['j'];
  assert.ok(job);
  return { told, state: stateMessage(job) };
}

const brief = ({ attempt, seq, news, status, source, text }: JobMessage): string =>
  `${attempt}/${seq} ${news} ${status} ${source} ${text}`.trim();

describe('messages about jobs', () => {
  it('tell a life from the first day to the last, each with its number', () => {
    const { told, state } = tell([
      submitted,
      begun('j'),
      { type: 'promptSending', job: 'j', attempt: 1, tries: 1 },
      { type: 'promptDelivered', job: 'j', attempt: 1, by: 'hook' },
      said('j', 1, 'started'),
      said('j', 2, 'permission_required', 'May I?'),
      { type: 'permissionSettled', job: 'j', attempt: 1 },
      { type: 'reportSighted', job: 'j', attempt: 1, report },
      said('j', 3, 'completed', 'Done.'),
      endedWith('j', 'completed', { by: 'watcher', grounds: ['report whole'] }),
      { type: 'attemptContradicted', seq: 9, job: 'j', attempt: 1, kind: 'error', text: 'No.' },
    ]);
    assert.deepEqual(told.map(brief), [
      '0/1 submitted pending host',
      '1/2 begun running host',
      '1/3 started running agent',
      '1/4 permission_required running agent May I?',
      '1/5 permission_answered running host',
      '1/6 said_completed running agent Done.',
      '1/7 completed completed watcher',
    ]);
    const last = told.at(-1);
    assert.deepEqual(last?.grounds, ['report whole']);
    assert.deepEqual([last?.report, last?.verdict], [report.sha256, 'notPass']);
    assert.deepEqual(state, { ...last, news: 'state' });
  });

  it('say what went wrong, and count on in the next attempt', () => {
    const failed = problem('x', 'It took longer than {n} s.', { n: 5 });
    const { told, state } = tell([
      submitted,
      begun('j'),
      endedWith('j', 'error', { by: 'host', problem: failed }),
      begun('j', 2),
      said('j', 1, 'progress', 'Again.', 2),
    ]);
    assert.deepEqual(told.slice(2).map(brief), [
      '1/3 error error host It took longer than 5 s.',
      '2/4 begun running host',
      '2/5 progress running agent Again.',
    ]);
    assert.equal(brief(state), '2/5 state running host');
  });

  it('tell nothing of a job that nobody knows', () => {
    const [one] = recordedFrom([said('other', 1, 'started')]);
    assert.ok(one);
    assert.equal(messageOf(undefined, one), null);
  });

  it('are numbered without a gap by the job itself, whatever happens', () => {
    const event = fc.oneof(
      fc.constant(begun('j')),
      fc
        .constantFrom('started', 'progress', 'permission_required', 'completed', 'error')
        .map((kind) => said('j', 1, kind)),
      fc.constant<DomainEvent>({ type: 'permissionSettled', job: 'j', attempt: 1 }),
      fc.constant<DomainEvent>({ type: 'promptSending', job: 'j', attempt: 1, tries: 1 }),
      fc.constant<DomainEvent>({ type: 'reportSighted', job: 'j', attempt: 1, report }),
      fc.constantFrom('completed', 'error', 'cancelled').map((status) => endedWith('j', status)),
      fc.constant<DomainEvent>({
        type: 'attemptContradicted',
        seq: 9,
        job: 'j',
        attempt: 1,
        kind: 'progress',
        text: '',
      }),
    );
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), (events) => {
        const { told, state } = tell([submitted, ...events]);
        assert.deepEqual(
          told.map(({ seq }) => seq),
          told.map((_, i) => i + 1),
        );
        assert.equal(state.seq, told.length);
      }),
    );
  });
});
