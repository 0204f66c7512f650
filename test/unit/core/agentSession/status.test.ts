import assert from 'node:assert/strict';
import { problem } from '../../../../src/base/problem.ts';
import { reportGraceMs, statusOf, type SessionStatus } from '../../../../src/core/agentSession/status.ts';
import type { AgentSession } from '../../../../src/core/agentSession/types.ts';
import type { Attempt, DelegatedJob } from '../../../../src/core/delegation/types.ts';
import {
  after,
  asks,
  aSession,
  idle,
  lost,
  quiet,
  sightsOf,
  starting,
  working,
  type Said,
} from '../../../builders/sights.ts';

const attemptOf = (changes: Partial<Attempt> = {}): Attempt => ({
  attempt: 1,
  token: 'ab',
  generation: 1,
  conversation: null,
  delivery: { kind: 'delivered', by: 'hook', at: after(10) },
  beganAt: after(5),
  beganAwake: 5000,
  startedAt: null,
  lastSeq: 0,
  signal: null,
  permission: null,
  report: null,
  refused: null,
  artifacts: [],
  claimed: null,
  lost: null,
  wouldComplete: null,
  contradictions: 0,
  ended: null,
  ...changes,
});

const jobOf = (attempt: Attempt, id = 'j1'): DelegatedJob => ({
  id,
  kind: 'work',
  session: 's1',
  agent: 'codex',
  role: null,
  prompt: 'Do it.',
  workdir: '/repo',
  claims: [],
  outside: false,
  timeoutMs: 0,
  idleTimeoutMs: 0,
  expectedArtifacts: [],
  task: null,
  status: attempt.ended?.status ?? 'running',
  createdAt: after(0),
  updatedAt: after(0),
  queued: 1,
  attempts: [attempt],
  messages: 1,
});

const endedAs = (status: 'completed' | 'error' | 'cancelled', at = 60): NonNullable<Attempt['ended']> => ({
  status,
  by: 'agent',
  at: after(at),
  grounds: [],
  report: null,
  problem: null,
});

/** What is shown of a session at a second, with its job if it has one. */
function shown(said: readonly Said[], at: number, attempt: Attempt | null = null, changes: Partial<AgentSession> = {}) {
  const job = attempt && jobOf(attempt);
  const session = aSession({ sights: sightsOf(...said), job: attempt?.ended === null ? 'j1' : null, ...changes });
  return statusOf({ delegations: job ? { j1: job } : {} }, session, after(at));
}

const grace = reportGraceMs / 1000;
const failed = problem('test.failed', 'It failed.');
const endings: readonly [NonNullable<AgentSession['ended']>['how'], SessionStatus['kind']][] = [
  ['gone', 'gone'],
  ['shell', 'shell'],
  ['interrupted', 'interrupted'],
  ['stopped', 'stopped'],
  ['failed', 'failed'],
];

describe('status of an agent session', () => {
  const rows: readonly [what: string, SessionStatus['kind'], SessionStatus][] = [
    ['its place is not open yet', 'starting', shown([], 500, null, { handle: null, startedAt: null })],
    ['it was started just now', 'starting', shown([], 29)],
    ['it was started and nothing was ever seen of it', 'unobservable', shown([], 30)],
    ['it was started just now and its place was looked at', 'starting', shown([[1, 'process', quiet]], 29)],
    ['its place was looked at, and nothing more', 'unobservable', shown([[1, 'process', quiet]], 30)],
    ['its hook says that it starts', 'starting', shown([[1, 'hook', starting]], 5)],
    ['it works', 'working', shown([[1, 'hook', working]], 5)],
    ['it waits for a prompt', 'idle', shown([[1, 'hook', idle]], 500)],
    ['it reached a limit', 'limited', shown([[1, 'hook', { kind: 'limited', until: null }]], 5)],
    [
      'its place can’t be looked at',
      'unobservable',
      shown(
        [
          [1, 'hook', working],
          [2, 'process', lost],
        ],
        5,
      ),
    ],
    [
      'its agent asked by an event of its job',
      'needsYou',
      shown([[1, 'hook', working]], 30, attemptOf({ permission: { text: 'Push?', at: after(20) } })),
    ],
    [
      'its turn is over and the report may still come',
      'idle',
      shown([[20, 'hook', idle]], 20 + grace - 1, attemptOf()),
    ],
    [
      'its turn is over and no report came',
      'stoppedWithoutReport',
      shown([[20, 'hook', idle]], 20 + grace, attemptOf()),
    ],
    [
      'it was idle before the prompt, which has not begun yet',
      'idle',
      shown([[1, 'hook', idle]], 10 + grace - 1, attemptOf()),
    ],
    [
      'its prompt did not get there',
      'idle',
      shown([[1, 'hook', idle]], 900, attemptOf({ delivery: { kind: 'sending', tries: 1, lost: false } })),
    ],
    [
      'its report is there and is not settled',
      'idle',
      shown(
        [[20, 'hook', idle]],
        900,
        attemptOf({ report: { sha256: 'a', bytes: 1, sinceAwake: 0, manifest: false, verdict: null } }),
      ),
    ],
    ['its job was completed', 'done', shown([[20, 'hook', idle]], 900, attemptOf({ ended: endedAs('completed') }))],
    [
      'its job was completed, and all that is known is that it is there',
      'done',
      shown([[20, 'process', quiet]], 900, attemptOf({ ended: endedAs('completed') })),
    ],
    [
      'its job was completed and it goes on working',
      'working',
      shown([[70, 'hook', working]], 90, attemptOf({ ended: endedAs('completed') })),
    ],
    [
      'its job was completed and it asks',
      'needsYou',
      shown([[70, 'screen', asks()]], 90, attemptOf({ ended: endedAs('completed') })),
    ],
    [
      'its job was completed and its place is lost',
      'unobservable',
      shown([[70, 'process', lost]], 90, attemptOf({ ended: endedAs('completed') })),
    ],
    ['its job failed', 'idle', shown([[20, 'hook', idle]], 900, attemptOf({ ended: endedAs('error') }))],
    ['its job was cancelled', 'idle', shown([[20, 'hook', idle]], 900, attemptOf({ ended: endedAs('cancelled') }))],
    [
      'its process was started anew after a job',
      'idle',
      shown([[20, 'hook', idle]], 900, attemptOf({ ended: endedAs('completed') }), { generation: 2 }),
    ],
  ];
  for (const [what, kind, status] of rows) it(`${what}: ${kind}`, () => assert.equal(status.kind, kind));

  for (const [how, kind] of endings)
    it(`is ${kind} however busy it was said to be`, () => {
      const status = shown(
        [
          [1, 'hook', working],
          [2, 'hook', asks()],
          [9, 'process', working],
        ],
        20,
        attemptOf(),
        {
          ended: { how, at: after(10), problem: how === 'failed' ? failed : null },
        },
      );
      assert.deepEqual(status, {
        kind,
        since: after(10),
        source: 'record',
        ...(how === 'failed' ? { problem: failed } : {}),
      });
    });

  it('says who called its job done', () => {
    const status = shown([[20, 'hook', idle]], 900, attemptOf({ ended: { ...endedAs('completed'), by: 'person' } }));
    assert.ok(status.kind === 'done' && status.by === 'person');
  });

  it('says of a question who saw it, what it is, and whether it stands on the screen', () => {
    assert.deepEqual(
      shown(
        [
          [1, 'hook', working],
          [3, 'screen', asks('Run it?')],
        ],
        5,
      ),
      {
        kind: 'needsYou',
        need: 'permission',
        text: 'Run it?',
        onScreen: true,
        source: 'screen',
        since: after(3),
      },
    );
    assert.deepEqual(shown([[3, 'hook', asks('Trust it?', 'trust')]], 5), {
      kind: 'needsYou',
      need: 'trust',
      text: 'Trust it?',
      onScreen: false,
      source: 'hook',
      since: after(3),
    });
  });

  it('is that of the last job of several', () => {
    const delegations = {
      j1: jobOf(attemptOf({ ended: endedAs('completed') })),
      j2: jobOf(attemptOf({ beganAt: after(100), ended: endedAs('error', 200) }), 'j2'),
    };
    const session = aSession({ sights: sightsOf([20, 'hook', idle]) });
    assert.equal(statusOf({ delegations }, session, after(900)).kind, 'idle');
  });
});
