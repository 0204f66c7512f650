import assert from 'node:assert/strict';
import { dropPasses } from '../../../../src/app/delegation/dropPasses.ts';
import { problem } from '../../../../src/base/problem.ts';
import { err } from '../../../../src/base/result.ts';
import type { AgentSession } from '../../../../src/core/agentSession/types.ts';
import type { DomainEvent } from '../../../../src/core/event.ts';
import type { State } from '../../../../src/core/state.ts';
import { begun, endedWith, orderOf, stateOf } from '../../../builders/delegation.ts';
import { aSession } from '../../../builders/sights.ts';
import { settle } from '../../../fakes/manualClock.ts';
import { createMemoryFiles } from '../../../fakes/memoryFiles.ts';
import { createMemoryLog } from '../../../fakes/memoryLog.ts';

const passOf = (attempt: number): string => `/repo/.mam/jobs/j/${attempt}/pass.json`;
const submitted: readonly DomainEvent[] = [{ type: 'jobSubmitted', job: orderOf('j') }, begun('j')];
const retried: readonly DomainEvent[] = [{ type: 'jobRetried', job: 'j' }];

/** The passes of two attempts that are there after the owner saw what happened, one state after the other. */
async function left(...states: readonly State[]): Promise<readonly number[]> {
  const files = createMemoryFiles({ [passOf(1)]: '{}', [passOf(2)]: '{}' });
  const drop = dropPasses({ files, log: createMemoryLog(), places: { jobs: '/repo/.mam/jobs' } });
  for (const state of states) drop.follow(state);
  await settle();
  drop.dispose();
  const found = await Promise.all([1, 2].map((one) => files.kind(passOf(one))));
  return [1, 2].filter((_, index) => found[index] !== null);
}

const at = (events: readonly DomainEvent[], session: Partial<AgentSession> | null = {}): State => ({
  ...stateOf(events),
  agentSessions: session === null ? {} : { 's-j': aSession({ id: 's-j', ...session }) },
});

describe('passes of attempts', () => {
  const rows: readonly (readonly [string, State, readonly number[]])[] = [
    ['stay while the attempt is open', at(submitted, { job: 'j' }), [1, 2]],
    ['go when the agent is done', at([...submitted, endedWith('j', 'completed')]), [2]],
    ['go when a person cancels', at([...submitted, endedWith('j', 'cancelled', { by: 'person' })]), [2]],
    ['go when the host ends it', at([...submitted, endedWith('j', 'error', { by: 'host' })]), [2]],
    ['stay after an inferred end', at([...submitted, endedWith('j', 'completed', { by: 'watcher' })]), [1, 2]],
    [
      'go when its session is at another job after that',
      at([...submitted, endedWith('j', 'completed', { by: 'watcher' })], { job: 'other' }),
      [2],
    ],
    [
      'go when its process is another one by then',
      at([...submitted, endedWith('j', 'completed', { by: 'watcher' })], { generation: 2 }),
      [2],
    ],
    [
      'go when its session has ended',
      at([...submitted, endedWith('j', 'completed', { by: 'watcher' })], {
        ended: { how: 'stopped', at: '', problem: null },
      }),
      [2],
    ],
    [
      'go when its session is not listed any more',
      at([...submitted, endedWith('j', 'completed', { by: 'watcher' })], null),
      [2],
    ],
    ['go when it is tried again', at([...submitted, endedWith('j', 'error', { by: 'watcher' }), ...retried]), [2]],
    [
      'of the open attempt stay when an earlier one goes',
      at([...submitted, endedWith('j', 'error'), ...retried, begun('j', 2)], { job: 'j' }),
      [2],
    ],
  ];
  for (const [title, state, expected] of rows) it(title, async () => assert.deepEqual(await left(state), expected));

  it('are looked at again when only the session moved', async () => {
    const ended = [...submitted, endedWith('j', 'completed', { by: 'watcher' })];
    const first = at(ended);
    const then = { ...first, agentSessions: { 's-j': aSession({ id: 's-j', job: 'other' }) } };
    assert.deepEqual(await left(first, then), [2]);
  });

  it('are told of when they can’t be taken away', async () => {
    const log = createMemoryLog();
    const drop = dropPasses({
      files: { remove: async () => err(problem('files.denied', 'No.')) },
      log,
      places: { jobs: '/repo/.mam/jobs' },
    });
    drop.follow(at([...submitted, endedWith('j', 'completed')]));
    await settle();
    assert.deepEqual(
      log.entries.map(({ level, fields }) => [level, fields['code']]),
      [['warn', 'files.denied']],
    );
  });
});
