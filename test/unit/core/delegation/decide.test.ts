import assert from 'node:assert/strict';
import { problem } from '../../../../src/base/problem.ts';
import type { Activity } from '../../../../src/core/agentSession/types.ts';
import { fold } from '../../../../src/core/evolve.ts';
import { failedWith, host } from '../../../builders/core.ts';
import { types } from '../../../builders/coreCommands.ts';
import { DelegatedWorld } from '../../../builders/delegatedWorld.ts';
import { orderOf } from '../../../builders/delegation.ts';
import type { JobOrder } from '../../../../src/core/delegation/types.ts';
import { missingFor } from '../../../../src/core/delegation/completion.ts';
import { nextJudgement } from '../../../../src/core/delegation/judge.ts';
import { asks, working } from '../../../builders/sights.ts';

describe('submitting a job', () => {
  const refused: readonly (readonly [what: string, order: Partial<JobOrder>, code: string])[] = [
    ['an id with a slash', { id: 'a/b' }, 'job.badId'],
    ['an id that is too long', { id: 'a'.repeat(65) }, 'job.badId'],
    ['no id', { id: '' }, 'job.badId'],
    ['the id __proto__', { id: '__proto__' }, 'job.reservedId'],
    ['the id constructor', { id: 'constructor' }, 'job.reservedId'],
    ['a line break in its folder', { workdir: '/a\nb' }, 'job.badPath'],
    ['a NUL in an artifact', { expectedArtifacts: ['a\0'] }, 'job.badPath'],
    ...['/tmp/a', 'C:\\a', 'c:a', '\\a', '..', '../a', 'x/../../a', 'x\\..\\a', '', '.', './'].map(
      (path) => [`the artifact "${path}"`, { expectedArtifacts: ['a', path] }, 'job.artifactElsewhere'] as const,
    ),
    ['a limit before zero', { timeoutMs: -1 }, 'job.badLimit'],
    ['a session that there is not', { session: 'other' }, 'job.noSession'],
    ['a session with the name of a member of all objects', { session: 'constructor' }, 'job.noSession'],
    ['a secret in its prompt', { prompt: `Use ghp_${'a'.repeat(36)}.` }, 'job.secret'],
    ['another agent than its session has', { agent: 'claude' }, 'job.otherAgent'],
  ];
  for (const [what, changes, code] of refused)
    it(`is refused with ${what}`, () => {
      const world = new DelegatedWorld().session();
      const order = orderOf('j1', { session: 's1', ...changes });
      assert.equal(world.code({ type: 'submitJob', order, queue: false }), code);
    });

  it('takes spaces, quotes and letters of all scripts in paths, and 64 characters of an id', () => {
    const world = new DelegatedWorld().session();
    world.submit('A_-9'.padEnd(64, 'x'), { workdir: `/a b/it's "ü" $(x) 가` });
    assert.equal(Object.keys(world.state.delegations).length, 1);
  });

  it('is refused twice with one id', () => {
    const world = new DelegatedWorld().session().submit('j1');
    assert.equal(world.code({ type: 'submitJob', order: orderOf('j1', { session: 's1' }), queue: true }), 'job.exists');
  });

  it('is refused where its session is busy, unless it may wait', () => {
    const world = new DelegatedWorld().session().submit('j1');
    const order = orderOf('j2', { session: 's1' });
    assert.equal(world.code({ type: 'submitJob', order, queue: false }), 'session.busy');
    assert.equal(world.code({ type: 'submitJob', order, queue: true }), 'ok');
    assert.deepEqual([world.status('j1'), world.status('j2')], ['running', 'pending']);
  });

  it('is refused while another one waits for the session', () => {
    const world = new DelegatedWorld().session('s1', 'codex', null).submit('j1');
    assert.equal(
      world.code({ type: 'submitJob', order: orderOf('j2', { session: 's1' }), queue: false }),
      'session.busy',
    );
  });
});

describe('beginning a job', () => {
  it('is in the order of submission, also for names that are numbers', () => {
    const world = new DelegatedWorld().session().submit('9');
    world.submit('30', {}, true).submit('4', {}, true);
    world.must({ type: 'cancelJob', job: '9', reason: '' });
    assert.deepEqual([world.status('30'), world.status('4')], ['running', 'pending']);
  });

  const holds: readonly (readonly [what: string, activity: Activity | null])[] = [
    ['nothing was seen of its agent', null],
    ['its agent starts', { kind: 'starting' }],
    ['its agent is at work', { kind: 'working' }],
    ['it asks for trust', { kind: 'needsYou', need: 'trust', text: 'Trust?' }],
    ['it asks to sign in', { kind: 'needsYou', need: 'signIn', text: 'Sign in' }],
    ['it asks for a permission', { kind: 'needsYou', need: 'permission', text: 'Run?' }],
    ['it is limited', { kind: 'limited', until: null }],
    ['nobody can tell', { kind: 'unobservable', problem: problem('test.lost', 'Lost.') }],
  ];
  for (const [what, activity] of holds)
    it(`waits while ${what}`, () => {
      const world = new DelegatedWorld().session('s1', 'codex', activity).submit();
      assert.equal(world.status(), 'pending');
      world.pass(1);
      // Rest alone shows nothing of a sign-in or a limit.
      world.see('hook', { kind: 'working' });
      world.see('hook', { kind: 'idle' });
      assert.equal(world.status(), 'running');
    });

  it('takes an agent that runs nothing and has no hooks to say more', () => {
    const world = new DelegatedWorld().session('s1', 'codex', null).submit();
    world.see('process', { kind: 'quiet' });
    assert.equal(world.status(), 'running');
  });

  it('waits with all sessions of a limited account, and with no other', () => {
    const world = new DelegatedWorld().session('s1', 'codex').session('s2', 'codex').session('s3', 'claude');
    world.see('hook', { kind: 'limited', until: null }, 's1');
    world.submit('j2', { session: 's2' }).submit('j3', { session: 's3', agent: 'claude' });
    assert.deepEqual([world.status('j2'), world.status('j3')], ['pending', 'running']);
  });

  for (const activity of [{ kind: 'limited', until: null } as const, asks('Run /login', 'signIn')])
    it(`goes on once a whole turn of another session shows that ${activity.kind} is over, and no sooner`, () => {
      const world = new DelegatedWorld().session('s1').session('s2', 'codex', working).session('s3', 'claude', working);
      world.pass(1);
      world.see('hook', activity, 's1');
      world.submit('j1');
      world.pass(5);
      // A turn that began before says nothing, nor does one of another agent, nor the beginning of one.
      world.see('hook', { kind: 'idle' }, 's2');
      world.see('hook', { kind: 'idle' }, 's3');
      world.see('hook', working, 's2');
      assert.equal(world.status(), 'pending');
      world.pass(5);
      world.see('hook', { kind: 'idle' }, 's2');
      assert.equal(world.status(), 'running');
    });

  it('goes on a quarter of an hour after a limit without a time, which is told of by name', () => {
    const world = new DelegatedWorld().session('s1').session('s2');
    world.see('hook', { kind: 'limited', until: null }, 's1');
    world.submit('j1', { session: 's2' });
    const now = () => ({ at: world.at, awakeMs: world.awakeMs });
    const [held] = missingFor(world.state, world.job(), now());
    assert.deepEqual([held?.code, held?.params['session']], ['held.limited', 'name-s1']);
    world.pass(899);
    world.see('hook', { kind: 'idle' }, 's1');
    assert.deepEqual([world.status(), nextJudgement(world.state, {}, now())], ['pending', 900_000]);
    world.pass(1);
    assert.equal(world.status(), 'running');
  });

  it('is not in a session that is being stopped', () => {
    const world = new DelegatedWorld().session('s1', 'codex', { kind: 'working' }).submit();
    world.must({ type: 'stopAgentSession', session: 's1' });
    world.see('hook', { kind: 'idle' });
    assert.equal(world.status(), 'pending');
  });

  it('gives up a job whose session was taken off the list', () => {
    const world = new DelegatedWorld().session('s1', 'codex', { kind: 'working' }).submit();
    world.must({ type: 'endAgentSession', session: 's1', generation: 1, how: 'gone', problem: null }, host);
    assert.equal(world.status(), 'pending');
    world.must({ type: 'forgetAgentSession', session: 's1' });
    assert.equal(world.status(), 'cancelled');
  });
});

describe('delivering a prompt', () => {
  const send = (world: DelegatedWorld, again?: true) =>
    types(world.must({ type: 'sendPrompt', job: 'j1', attempt: 1, ...(again ? { again } : {}) }, host));
  const effectOf = (world: DelegatedWorld) => world.open('deliverPrompt')[0]!;

  it('is typed once, and once more only if nothing got there', () => {
    const world = new DelegatedWorld().session().submit();
    assert.deepEqual(send(world, true), []);
    assert.deepEqual(send(world), ['promptSending']);
    assert.deepEqual(send(world), []);
    assert.deepEqual(send(world, true), ['promptSending']);
    assert.deepEqual(send(world, true), []);
    assert.deepEqual(world.attempt().delivery, { kind: 'sending', tries: 2, lost: false });
  });

  it('is heard by the token of the host that typed it, whichever the attempt began in', () => {
    const world = new DelegatedWorld().session().submit();
    const [typed] = world.must({ type: 'sendPrompt', job: 'j1', attempt: 1 }, host);
    assert.ok(typed?.type === 'promptSending');
    assert.equal(typed.token, 'hash of j1.1');
    const event = { ...typed, token: 'hash by another key' };
    const recorded = { seq: world.state.seq + 1, at: '2026-01-31T12:00:00Z', actor: 'host', event };
    assert.equal(fold([recorded], world.state).delegations['j1']?.attempts[0]?.token, event.token);
  });

  it('is never typed again by whoever takes it up after a crash', () => {
    const world = new DelegatedWorld().session().submit();
    world.must({ type: 'startEffect', effect: effectOf(world).id, epoch: 1 }, host);
    send(world);
    world.crash();
    world.must({ type: 'startEffect', effect: effectOf(world).id, epoch: 2 }, host);
    assert.deepEqual(world.attempt().delivery, { kind: 'sending', tries: 1, lost: true });
    assert.deepEqual([...send(world), ...send(world, true)], []);
  });

  it('is typed by whoever takes it up before it was typed', () => {
    const world = new DelegatedWorld().session().submit();
    world.must({ type: 'startEffect', effect: effectOf(world).id, epoch: 1 }, host);
    world.crash();
    world.must({ type: 'startEffect', effect: effectOf(world).id, epoch: 2 }, host);
    assert.deepEqual(send(world), ['promptSending']);
  });

  it('waits when the agent asks something meanwhile', () => {
    const world = new DelegatedWorld().session().submit();
    world.see('screen', { kind: 'needsYou', need: 'trust', text: 'Trust?' });
    assert.equal(world.code({ type: 'sendPrompt', job: 'j1', attempt: 1 }, host), 'held.needsYou');
    assert.equal(world.attempt().delivery.kind, 'waiting');
  });

  it('waits in words of its own when nobody can tell, or the account is limited', () => {
    for (const activity of [
      { kind: 'unobservable', problem: problem('test.lost', 'Lost.') },
      { kind: 'limited', until: null },
    ] as const) {
      const world = new DelegatedWorld().session().submit();
      world.see('hook', activity);
      assert.match(world.code({ type: 'sendPrompt', job: 'j1', attempt: 1 }, host), /^held\./);
    }
  });

  it('is not typed for an attempt that is over', () => {
    const world = new DelegatedWorld().session().submit();
    world.must({ type: 'cancelJob', job: 'j1', reason: '' });
    assert.deepEqual(send(world), []);
    world.settle(effectOf(world), failedWith());
    assert.equal(world.attempt().delivery.kind, 'waiting');
  });

  it('is delivered by whatever shows it, also after it was given up, and once', () => {
    const world = new DelegatedWorld().session().submit();
    send(world);
    world.settle(effectOf(world), failedWith());
    assert.equal(world.attempt().delivery.kind, 'notDelivered');
    const confirm = { type: 'confirmPrompt', job: 'j1', attempt: 1, by: 'hook' } as const;
    assert.deepEqual(types(world.must(confirm, host)), ['promptDelivered']);
    assert.deepEqual(world.must(confirm, host), []);
  });

  it('is delivered when its agent says anything, and a late failure changes nothing', () => {
    const world = new DelegatedWorld().session().submit();
    send(world);
    world.say('progress');
    assert.deepEqual([world.attempt().delivery.kind, world.attempt().startedAt !== null], ['delivered', true]);
    world.settle(effectOf(world), failedWith());
    assert.equal(world.attempt().delivery.kind, 'delivered');
  });

  it('that was not delivered stays for a person, who may try again', () => {
    const world = new DelegatedWorld().session().submit();
    send(world);
    world.settle(effectOf(world), failedWith());
    world.must({ type: 'retryJob', job: 'j1' });
    assert.deepEqual(
      world.job().attempts.map(({ ended, token }) => [ended?.status, token]),
      [
        ['error', 'hash of j1.1'],
        [undefined, 'hash of j1.2'],
      ],
    );
  });
});
