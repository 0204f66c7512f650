import assert from 'node:assert/strict';
import type { SessionEnd } from '../../../../src/core/agentSession/types.ts';
import { host, job as agent } from '../../../builders/core.ts';
import { types } from '../../../builders/coreCommands.ts';
import { DelegatedWorld } from '../../../builders/delegatedWorld.ts';
import { asks, working } from '../../../builders/sights.ts';

const idle = { kind: 'idle' } as const;

const endSession = (world: DelegatedWorld, how: SessionEnd, generation = 1): void =>
  void world.must({ type: 'endAgentSession', session: 's1', generation, how, problem: null }, host);

const problemOf = (world: DelegatedWorld): string | undefined => world.attempt().ended?.problem?.code;

describe('the word of an agent', () => {
  it('that it is done ends a review whatever its verdict is, and waits for one', () => {
    const world = new DelegatedWorld().started('j1', { kind: 'review' });
    world.report();
    world.say('completed');
    assert.equal(world.status(), 'running');
    world.report({ verdict: 'notPass' });
    assert.deepEqual([world.status(), world.attempt().ended?.by], ['completed', 'agent']);
  });

  it('is taken in the order of its counter, and twice is once', () => {
    const world = new DelegatedWorld().started();
    world.say('progress', 'b', { seq: 5 });
    assert.deepEqual(world.say('permission_required', 'a', { seq: 4 }), []);
    assert.deepEqual(world.say('progress', 'b', { seq: 5 }), []);
    assert.deepEqual([world.attempt().signal?.text, world.attempt().permission], ['b', null]);
  });

  for (const seq of [0, -1, 1.5, Number.NaN, Number.MAX_SAFE_INTEGER + 1])
    it(`with the counter ${seq} is none`, () =>
      assert.deepEqual(new DelegatedWorld().started().say('error', '', { seq }), []));

  for (const kind of ['started', 'progress', 'completed', 'error'] as const)
    it(`${kind} closes the question that it asked`, () => {
      const world = new DelegatedWorld().started();
      world.say('permission_required', 'Run it?');
      assert.equal(world.attempt().permission?.text, 'Run it?');
      world.say(kind);
      assert.equal(world.attempt().permission, null);
    });

  for (const source of ['hook', 'transcript', 'shell', 'watcher', 'screen'] as const)
    it(`that it is done counts no more once it asks for something, seen by ${source}`, () => {
      const world = new DelegatedWorld().started();
      world.say('completed');
      world.pass(2);
      assert.deepEqual(types(world.see(source, asks('Push it?'))), ['agentSessionSeen', 'wordOvertaken']);
      world.report();
      world.pass(60);
      world.see('hook', working);
      world.pass(60);
      assert.deepEqual([world.status(), world.attempt().claimed], ['running', null]);
      world.say('completed');
      assert.deepEqual([world.status(), world.attempt().ended?.by], ['completed', 'agent']);
    });

  it('that it is done counts although it was asked for leave to say so', () => {
    const world = new DelegatedWorld().started();
    world.report();
    world.see('hook', asks('mam job done'));
    world.pass(2);
    world.say('completed');
    assert.deepEqual([world.status(), world.attempt().ended?.by], ['completed', 'agent']);
  });

  it('about an attempt that there is not is refused', () => {
    const world = new DelegatedWorld().started();
    const word = { type: 'signalAttempt', job: 'j1', seq: 9, kind: 'completed', text: '' } as const;
    assert.equal(world.code({ ...word, attempt: 2 }, agent), 'job.noAttempt');
    assert.equal(world.code({ ...word, job: 'toString', attempt: 1 }, agent), 'job.unknown');
  });

  it('is redacted', () => {
    const world = new DelegatedWorld().started();
    world.say('progress', `token ghp_${'a'.repeat(36)}`);
    assert.doesNotMatch(world.attempt().signal?.text ?? '', /ghp_a/);
  });
});

describe('a person', () => {
  it('says that a job is done, or failed', () => {
    for (const status of ['completed', 'error'] as const) {
      const world = new DelegatedWorld().started();
      world.must({ type: 'endJob', job: 'j1', status, reason: 'I looked.' });
      assert.deepEqual([world.status(), world.attempt().ended?.by], [status, 'person']);
      assert.equal(world.code({ type: 'endJob', job: 'j1', status, reason: '' }), 'job.ended');
      assert.equal(world.state.agentSessions['s1']?.job, null);
    }
  });

  it('is the only one who may', () => {
    const world = new DelegatedWorld().started();
    const command = { type: 'endJob', job: 'j1', status: 'completed', reason: '' } as const;
    assert.deepEqual([world.code(command, agent), world.code(command, host)], ['actor.personOnly', 'actor.personOnly']);
  });

  it('cancels a job, begun or not, once', () => {
    const world = new DelegatedWorld().started().submit('j2', {}, true);
    for (const job of ['j2', 'j1']) {
      world.must({ type: 'cancelJob', job, reason: '' });
      assert.equal(world.status(job), 'cancelled');
      assert.equal(world.code({ type: 'cancelJob', job, reason: '' }), 'job.ended');
    }
    assert.equal(world.code({ type: 'endJob', job: 'j2', status: 'error', reason: '' }), 'job.ended');
  });

  it('tries a job again that was cancelled before it began, behind those that wait', () => {
    const world = new DelegatedWorld().started().submit('j2', {}, true).submit('j3', {}, true);
    world.must({ type: 'cancelJob', job: 'j2', reason: '' });
    world.must({ type: 'retryJob', job: 'j2' });
    world.must({ type: 'cancelJob', job: 'j1', reason: '' });
    world.see('hook', idle);
    assert.deepEqual([world.status('j2'), world.status('j3')], ['pending', 'running']);
  });

  it('does not try again what is under way, waits or is done', () => {
    const world = new DelegatedWorld().started().submit('j2', {}, true);
    assert.equal(world.code({ type: 'retryJob', job: 'j1' }), 'job.open');
    assert.equal(world.code({ type: 'retryJob', job: 'j2' }), 'job.waits');
    world.must({ type: 'endJob', job: 'j1', status: 'completed', reason: '' });
    assert.equal(world.code({ type: 'retryJob', job: 'j1' }), 'job.done');
  });
});

describe('the end of a session', () => {
  for (const [how, code] of [
    ['gone', 'job.agentGone'],
    ['shell', 'job.agentLeft'],
  ] as const)
    it(`by ${how} ends its job once its last words had time to come`, () => {
      const world = new DelegatedWorld().started();
      endSession(world, how);
      world.pass(9);
      assert.equal(world.status(), 'running');
      world.pass(1);
      assert.deepEqual([world.status(), problemOf(world)], ['error', code]);
    });

  it('does not keep the last word of its agent from counting', () => {
    const world = new DelegatedWorld().started();
    endSession(world, 'gone');
    world.say('completed');
    world.report();
    assert.deepEqual([world.status(), world.attempt().ended?.by], ['completed', 'agent']);
  });

  it('leaves nobody who could change the report of which its agent said that it is done', () => {
    const world = new DelegatedWorld().started();
    world.report({ manifest: false });
    world.say('completed');
    endSession(world, 'gone');
    world.pass(9);
    assert.equal(world.status(), 'running');
    world.pass(1);
    assert.deepEqual([world.status(), world.attempt().ended?.by], ['completed', 'agent']);
  });

  it('before it has a conversation ends its jobs for good, and none is tried again', () => {
    const world = new DelegatedWorld().session('s1', 'codex', { kind: 'idle' }, null).submit();
    world.deliver().submit('j2', {}, true);
    world.must({ type: 'stopAgentSession', session: 's1' });
    for (const effect of world.open('stopSession')) world.settle(effect);
    assert.deepEqual(
      [world.status('j1'), problemOf(world), world.status('j2')],
      ['error', 'job.sessionOver', 'cancelled'],
    );
    assert.equal(world.code({ type: 'retryJob', job: 'j1' }), 'job.sessionOver');
    assert.equal(world.code({ type: 'retryJob', job: 'j2' }), 'job.sessionOver');
  });

  it('by a stop cancels its job at once, and the next one waits', () => {
    const world = new DelegatedWorld().started().submit('j2', {}, true);
    world.must({ type: 'stopAgentSession', session: 's1' });
    assert.equal(world.attempt('j1').ended?.by, 'person');
    assert.deepEqual(
      [world.status('j1'), problemOf(world), world.status('j2')],
      ['cancelled', 'job.sessionStopped', 'pending'],
    );
  });

  it('by an interruption leaves its job open for Resume, until its process is gone for good', () => {
    const world = new DelegatedWorld().started();
    endSession(world, 'interrupted');
    world.pass(3600);
    assert.equal(world.status(), 'running');
    world.must({
      type: 'resumeAgentSession',
      session: 's1',
      controlPlane: world.state.agentSessions['s1']!.controlPlane,
    });
    for (const effect of world.open('startSession')) world.settle(effect);
    assert.equal(world.status(), 'running');
    endSession(world, 'gone', 2);
    world.pass(10);
    assert.deepEqual([world.status(), problemOf(world)], ['error', 'job.agentGone']);
  });

  it('by an interruption lets a person try its job again', () => {
    const world = new DelegatedWorld().started();
    endSession(world, 'interrupted');
    world.must({ type: 'retryJob', job: 'j1' });
    assert.deepEqual([world.status(), problemOf(world)], ['pending', 'job.interrupted']);
  });

  it('that is taken off the list ends its job', () => {
    const world = new DelegatedWorld().started();
    endSession(world, 'interrupted');
    world.must({ type: 'forgetAgentSession', session: 's1' });
    assert.deepEqual([world.status(), problemOf(world)], ['error', 'job.sessionForgotten']);
  });
});

describe('the limits of an attempt', () => {
  it('count from its beginning, in awake time', () => {
    const world = new DelegatedWorld().started('j1', { timeoutMs: 60_000 });
    world.at = '2026-02-28T00:00:00Z';
    world.must({ type: 'judgeJobs', modes: {} }, host);
    assert.equal(world.status(), 'running');
    world.pass(59);
    assert.equal(world.status(), 'running');
    world.pass(1);
    assert.deepEqual([world.status(), problemOf(world)], ['error', 'job.timeout']);
  });

  it('are ended by words in between where nothing is heard, and never outlive the whole', () => {
    const world = new DelegatedWorld().started('j1', { timeoutMs: 100_000, idleTimeoutMs: 30_000 });
    world.see('hook', idle);
    for (let i = 0; i < 3; i++) {
      world.pass(29);
      world.say('started', 'heartbeat');
      assert.equal(world.status(), 'running');
    }
    world.pass(13);
    assert.deepEqual([world.status(), problemOf(world)], ['error', 'job.timeout']);
  });

  it('of silence do not run while it works or somebody is asked', () => {
    const world = new DelegatedWorld().started('j1', { idleTimeoutMs: 30_000 });
    world.pass(600);
    world.say('permission_required', 'Run it?');
    world.see('hook', idle);
    world.pass(600);
    assert.equal(world.status(), 'running');
    world.say('progress');
    world.pass(30);
    assert.deepEqual([world.status(), problemOf(world)], ['error', 'job.idle']);
  });

  it('leave the session to the next job once its agent rests', () => {
    const world = new DelegatedWorld().started('j1', { timeoutMs: 60_000 }).submit('j2', {}, true);
    world.pass(60);
    assert.deepEqual([world.status('j1'), world.status('j2')], ['error', 'pending']);
    world.see('hook', idle);
    assert.equal(world.status('j2'), 'running');
  });
});

describe('jobs that have ended', () => {
  it('are the newest few hundred in the state, and none that is under way is dropped', () => {
    const world = new DelegatedWorld().session().submit('first');
    for (let i = 0; i < 300; i++) {
      world.submit(`j${i}`, {}, true);
      world.must({ type: 'cancelJob', job: `j${i}`, reason: '' });
    }
    const ids = Object.keys(world.state.delegations);
    assert.ok(
      ids.length <= 251 && ids.includes('first') && ids.includes('j299') && !ids.includes('j0'),
      `${ids.length}`,
    );
  });

  it('has no more than twenty attempts in it', () => {
    const world = new DelegatedWorld().started();
    for (let i = 0; i < 25; i++) {
      world.must({ type: 'cancelJob', job: 'j1', reason: '' });
      world.see('hook', idle);
      assert.ok(types(world.must({ type: 'retryJob', job: 'j1' })).includes('attemptBegun'));
    }
    assert.deepEqual([world.job().attempts.length, world.attempt().attempt], [20, 26]);
  });
});
