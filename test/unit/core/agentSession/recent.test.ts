import assert from 'node:assert/strict';
import { fold } from '../../../../src/core/evolve.ts';
import type { DomainEvent } from '../../../../src/core/event.ts';
import type { State } from '../../../../src/core/state.ts';
import { orderOf } from '../../../builders/delegation.ts';
import { aSession } from '../../../builders/sights.ts';

const minute = (n: number): string => new Date(Date.UTC(2026, 0, 1, 0, n)).toISOString();

const opened = (id: string): DomainEvent => ({ type: 'agentSessionOpened', session: { ...aSession(), id, name: id } });
const ended = (session: string): DomainEvent => ({
  type: 'agentSessionEnded',
  session,
  generation: 1,
  how: 'stopped',
  problem: null,
});
const folded = (events: readonly DomainEvent[]): State =>
  fold(events.map((event, n) => ({ seq: n + 1, at: minute(n), actor: 'host', event })));
const ids = (count: number): readonly string[] => Array.from({ length: count }, (_, n) => `s${n}`);

describe('the sessions that are still told of', () => {
  it('are those that live, those with a job and the newest that ended', () => {
    const job: DomainEvent = { type: 'jobSubmitted', job: orderOf('j', { session: 's1' }) };
    const events = ['alive', ...ids(400)].map(opened);
    const sessions = Object.keys(folded([...events, job, ...ids(400).map(ended)]).agentSessions);
    assert.deepEqual(
      ['alive', 's1', 's399', 's200', 's0', 's2'].map((id) => sessions.includes(id)),
      [true, true, true, true, false, false],
    );
    assert.ok(sessions.length <= 252, String(sessions.length));
  });

  it('are the same wherever the fold began', () => {
    const events = ids(300).flatMap((id) => [opened(id), ended(id)]);
    const recorded = events.map((event, n) => ({ seq: n + 1, at: minute(n), actor: 'host', event }));
    const half: State = JSON.parse(JSON.stringify(fold(recorded.slice(0, 301))));
    assert.deepEqual(fold(recorded.slice(301), half), fold(recorded));
  });
});
