import assert from 'node:assert/strict';
import { problem } from '../../../../src/base/problem.ts';
import { missingFor } from '../../../../src/core/delegation/completion.ts';
import { host } from '../../../builders/core.ts';
import { types } from '../../../builders/coreCommands.ts';
import { DelegatedWorld, sha } from '../../../builders/delegatedWorld.ts';

const idle = { kind: 'idle' } as const;
const working = { kind: 'working' } as const;
const quiet = { kind: 'quiet' } as const;
const lost = { kind: 'unobservable', problem: problem('test.lost', 'Lost.') } as const;

/** A world in which everything is trusted that can be inferred. */
const trusting = (): DelegatedWorld => {
  const world = new DelegatedWorld();
  world.modes = { codex: 'auto' };
  return world;
};

/** What was inferred to be done, and nothing else. */
const assertInferred = (world: DelegatedWorld): void => {
  const { ended } = world.attempt();
  assert.deepEqual([ended?.status, ended?.by], ['completed', 'watcher']);
};

describe('a job is never taken for done', () => {
  it('between two turns, when its agent could take a prompt', () => {
    const world = trusting().started();
    world.report();
    for (let turn = 0; turn < 5; turn++) {
      world.see('hook', idle);
      world.pass(14);
      world.see('hook', working);
      world.pass(60);
      assert.equal(world.status(), 'running');
    }
    world.see('hook', idle);
    world.pass(14);
    assert.equal(world.status(), 'running');
    world.pass(1);
    assertInferred(world);
  });

  it('while a file that it is to leave is not there, whatever it says', () => {
    const world = trusting()
      .session()
      .submit('j1', { expectedArtifacts: ['out.txt', 'log/a..b'] })
      .deliver();
    world.say('started');
    world.report();
    world.say('completed');
    world.see('hook', idle);
    const there = (...names: readonly string[]) =>
      world.must({ type: 'sightArtifacts', job: 'j1', attempt: 1, there: names }, host);
    there('out.txt');
    world.pass(3600);
    assert.equal(world.status(), 'running');
    assert.deepEqual(
      missingFor(world.state, world.job(), { at: world.at, awakeMs: world.awakeMs }).map(({ code, params }) => [
        code,
        params['path'],
      ]),
      [['missing.artifact', 'log/a..b']],
    );
    there('log/a..b');
    assert.equal(world.status(), 'running', 'the first one is gone again');
    there('out.txt', 'log/a..b');
    assert.deepEqual([world.attempt().ended?.status, world.attempt().ended?.by], ['completed', 'agent']);
  });

  it('by its word once it took that back, whatever it leaves then', () => {
    for (const word of ['progress', 'started', 'permission_required'] as const) {
      const world = new DelegatedWorld().started();
      world.say('completed', 'Done.');
      world.say(word, 'Not yet.');
      world.report();
      world.pass(3600);
      assert.equal(world.status(), 'running', word);
      world.say('completed');
      assert.equal(world.status(), 'completed', word);
    }
  });

  it('by its word once it asked for something that it said nothing of, also when that is answered', () => {
    const world = new DelegatedWorld().started();
    world.say('completed');
    world.pass(1);
    world.see('hook', { kind: 'needsYou', need: 'permission', text: 'Push?' });
    world.report();
    world.pass(600);
    assert.equal(world.status(), 'running');
    const codes = missingFor(world.state, world.job(), { at: world.at, awakeMs: world.awakeMs }).map(
      ({ code }) => code,
    );
    assert.deepEqual(codes, ['missing.permission']);
    // The answer is no end: it goes on with what it asked for.
    world.see('hook', working);
    world.pass(600);
    assert.equal(world.status(), 'running');
    world.say('completed');
    assert.equal(world.status(), 'completed');
  });

  it('while its report is being written and it looks idle', () => {
    const world = trusting().started();
    world.see('hook', idle);
    for (let part = 0; part < 5; part++) {
      world.report({ manifest: false, sha256: sha(`part ${part}`), bytes: part });
      world.pass(14);
      assert.equal(world.status(), 'running');
    }
    world.pass(1);
    assertInferred(world);
    assert.equal(world.attempt().ended?.report, sha('part 4'));
  });

  it('by the report that an earlier job or attempt left', () => {
    const world = trusting().started('j1');
    world.report({ manifest: false, sha256: sha('old') });
    world.say('error', 'It went wrong.');
    world.see('hook', idle);
    world.must({ type: 'retryJob', job: 'j1' });
    world.deliver();
    world.say('started', '', { seq: 1 });
    world.report({ manifest: false, sha256: sha('old') });
    world.see('hook', working);
    world.see('hook', idle);
    world.pass(3600);
    assert.equal(world.status(), 'running');
    world.report({ manifest: false, sha256: sha('new') });
    world.pass(15);
    assertInferred(world);
  });

  it('by idleness from before its prompt', () => {
    const world = trusting().session().submit().deliver();
    world.say('started');
    world.report();
    world.pass(3600);
    assert.equal(world.status(), 'running');
    world.see('hook', idle);
    world.pass(15);
    assertInferred(world);
  });

  it('when its report comes first and its code later', () => {
    const world = trusting().started();
    world.report();
    for (let minute = 0; minute < 30; minute++) {
      world.pass(60);
      world.say('progress', `file ${minute}`);
      assert.equal(world.status(), 'running');
    }
    world.see('hook', idle);
    world.pass(15);
    assertInferred(world);
  });

  it('while its tests run and its screen looks idle', () => {
    const world = trusting().started();
    world.see('process', working);
    world.report();
    for (const source of ['watcher', 'hook'] as const) {
      world.see(source, idle);
      world.pass(600);
      assert.equal(world.status(), 'running');
    }
    world.see('process', quiet);
    world.pass(14);
    assert.equal(world.status(), 'running');
    world.pass(1);
    assertInferred(world);
  });

  it('while it waits for an approval, by whatever way it asks', () => {
    const asks = { kind: 'needsYou', need: 'permission', text: 'Run it?' } as const;
    const world = trusting().started();
    world.report();
    world.say('permission_required', 'Run it?');
    world.see('hook', idle);
    world.pass(600);
    assert.equal(world.status(), 'running');
    world.must({ type: 'settlePermission', job: 'j1', attempt: 1 }, host);
    world.see('screen', asks);
    world.pass(600);
    assert.equal(world.status(), 'running');
    world.see('screen', quiet);
    world.see('hook', working);
    world.see('hook', idle);
    world.pass(15);
    assertInferred(world);
  });

  it('over a crash and a restart: what was shown before does not tell of the new process', () => {
    const world = trusting().started();
    world.report();
    world.crash();
    world.must({ type: 'endAgentSession', session: 's1', generation: 1, how: 'interrupted', problem: null }, host);
    world.pass(3600);
    assert.equal(world.status(), 'running');
    const { controlPlane } = world.state.agentSessions['s1']!;
    world.must({ type: 'resumeAgentSession', session: 's1', controlPlane });
    for (const effect of world.open('startSession')) world.settle(effect);
    world.see('hook', working, 's1', 2);
    world.see('hook', idle, 's1', 2);
    world.pass(3600);
    assert.equal(world.status(), 'running');
    world.say('completed');
    assert.deepEqual([world.status(), world.attempt().ended?.by], ['completed', 'agent']);
  });

  it('while nobody can look, nor taken for failed; and words that come twice say nothing new', () => {
    const world = trusting().started();
    world.report();
    world.see('hook', idle);
    world.see('process', lost);
    world.pass(3600);
    assert.equal(world.status(), 'running');
    for (const seq of [1, 1]) world.say('started', '', { seq });
    world.say('progress', 'late', { seq: 7 });
    const seen = world.state.seq;
    for (const seq of [1, 2, 7, 3]) world.say('permission_required', 'again', { seq });
    assert.equal(world.state.seq, seen);
    world.see('process', quiet);
    world.pass(15);
    assertInferred(world);
  });

  it('once its agent said that it failed, and what is inferred never stands against its word', () => {
    const world = trusting().started();
    world.report();
    world.see('hook', idle);
    world.pass(14);
    world.say('error', 'The tests fail.');
    world.pass(3600);
    assert.equal(world.status(), 'error');
    assert.deepEqual(types(world.say('completed')), ['attemptContradicted']);
    assert.equal(world.status(), 'error');
    assert.equal(world.attempt().contradictions, 1);
  });

  it('by the words of an earlier attempt, and no late word moves it back', () => {
    const world = trusting().started();
    world.must({ type: 'cancelJob', job: 'j1', reason: 'Too slow.' });
    world.see('hook', idle);
    world.must({ type: 'retryJob', job: 'j1' });
    world.deliver();
    assert.deepEqual(types(world.say('completed', 'of the first', { attempt: 1, seq: 50 })), ['attemptContradicted']);
    world.say('started', '', { attempt: 2, seq: 1 });
    world.report();
    assert.equal(world.status(), 'running');
    world.say('completed', '', { attempt: 2, seq: 3 });
    assert.equal(world.status(), 'completed');
    world.say('started', '', { attempt: 2, seq: 2 });
    assert.deepEqual(types(world.say('progress', 'still here', { attempt: 2, seq: 4 })), ['attemptContradicted']);
    assert.deepEqual([world.status(), world.attempt().signal?.kind], ['completed', 'completed']);
  });
});
