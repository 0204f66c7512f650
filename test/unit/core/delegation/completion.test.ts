import assert from 'node:assert/strict';
import { problem } from '../../../../src/base/problem.ts';
import { missingFor } from '../../../../src/core/delegation/completion.ts';
import { nextJudgement } from '../../../../src/core/delegation/judge.ts';
import type { JobOrder } from '../../../../src/core/delegation/types.ts';
import { host } from '../../../builders/core.ts';
import { types } from '../../../builders/coreCommands.ts';
import { DelegatedWorld, sha } from '../../../builders/delegatedWorld.ts';

const idle = { kind: 'idle' } as const;
const working = { kind: 'working' } as const;
const quiet = { kind: 'quiet' } as const;
const lost = { kind: 'unobservable', problem: problem('test.lost', 'Lost.') } as const;

const missing = (world: DelegatedWorld, id = 'j1'): string =>
  missingFor(world.state, world.job(id), { at: world.at, awakeMs: world.awakeMs })
    .map(({ code }) => code.replace('missing.', ''))
    .join(' ');

/** Everything is there for the job to count as done. */
const complete = (changes: Partial<JobOrder> = {}, world = new DelegatedWorld()): DelegatedWorld => {
  world.started('j1', changes);
  world.report({ verdict: changes.kind === 'review' ? 'pass' : null });
  world.see('hook', idle);
  world.pass(15);
  return world;
};

describe('what a job is still short of', () => {
  it('is nothing once all of it is there', () => assert.equal(missing(complete()), ''));

  const cases: readonly (readonly [what: string, codes: string, change: (world: DelegatedWorld) => void])[] = [
    ['a permission that it asked for', 'permission still', (world) => world.say('permission_required', 'Run it?')],
    [
      'a permission on the screen',
      'permission',
      (world) => void world.see('screen', { kind: 'needsYou', need: 'permission', text: 'Run it?' }),
    ],
    [
      'a permission that it asked for and that is seen, too',
      'permission',
      (world) => {
        world.say('permission_required', 'Run it?');
        world.see('hook', { kind: 'needsYou', need: 'permission', text: 'Bash: make' });
      },
    ],
    [
      'a question of its agent',
      'permission',
      (world) => void world.see('hook', { kind: 'needsYou', need: 'question', text: 'Which?' }),
    ],
    ['its report', 'report', (world) => void world.report(null)],
    ['the rest of its report', 'whole still', (world) => void world.report({ manifest: false, sha256: sha('more') })],
    ['the end of its work', 'working', (world) => void world.see('hook', working)],
    ['its start', 'working', (world) => void world.see('hook', { kind: 'starting' })],
    ['its limit', 'limited', (world) => void world.see('hook', { kind: 'limited', until: null })],
    ['its children', 'running', (world) => void world.see('process', working)],
    ['a watcher that sees it work', 'working', (world) => void world.see('watcher', working)],
    ['somebody who can look', 'unobservable test.lost', (world) => void world.see('process', lost)],
    ['a watcher that can look', 'unobservable test.lost', (world) => void world.see('watcher', lost)],
    ['rest after a word', 'still', (world) => void world.say('progress', 'Tests.')],
    ['rest after a sight', 'still', (world) => void world.see('process', quiet)],
    [
      'its conversation',
      'conversation',
      (world) => {
        for (const conversation of ['c', 'd'])
          world.must({ type: 'identifyAgentSession', session: 's1', generation: 1, conversation }, host);
      },
    ],
    [
      'its process',
      'session',
      (world) =>
        void world.must(
          { type: 'endAgentSession', session: 's1', generation: 1, how: 'interrupted', problem: null },
          host,
        ),
    ],
  ];
  for (const [what, codes, change] of cases)
    it(`is ${what}`, () => {
      const world = complete();
      change(world);
      assert.equal(missing(world), codes);
    });

  it('is the word of its agent alone where it reaches outside', () => {
    const world = complete({ outside: true });
    world.modes = { codex: 'auto' };
    world.pass(3600);
    assert.deepEqual([missing(world), world.status()], ['outside', 'running']);
    world.say('completed');
    assert.equal(world.status(), 'completed');
  });

  it('is a verdict of a review, and a rejecting one is one', () => {
    const world = complete({ kind: 'review' });
    assert.equal(missing(world), '');
    world.report({ verdict: null });
    assert.equal(missing(world), 'verdict');
    world.report({ verdict: 'notPass' });
    assert.equal(missing(world), '');
  });

  it('is the end of the turn, and who only sees a screen does not know it', () => {
    const world = new DelegatedWorld().session('s1', 'codex', null);
    world.see('process', quiet);
    world.submit().deliver();
    world.say('started');
    world.report();
    world.pass(60);
    assert.equal(missing(world), 'unobservable session.quiet');
    world.see('screen', { kind: 'needsYou', need: 'permission', text: 'Run it?' });
    world.see('screen', quiet);
    world.pass(60);
    assert.equal(missing(world), 'unobservable session.quiet');
  });

  it('is the end of the turn, which a limit that is lifted is not', () => {
    const world = new DelegatedWorld().started();
    world.report();
    world.see('hook', { kind: 'limited', until: '2026-01-31T12:10:00Z' });
    world.pass(3600);
    assert.equal(missing(world), 'idle');
  });

  it('is the process tree where a watcher says that it is idle', () => {
    const world = new DelegatedWorld().session('s1', 'codex', null);
    world.see('watcher', idle);
    world.submit().deliver();
    world.say('started');
    world.report();
    world.see('watcher', working);
    world.see('watcher', idle);
    world.pass(15);
    assert.equal(missing(world), 'unwatched');
    world.see('process', quiet);
    world.pass(15);
    assert.equal(missing(world), '');
  });

  it('is its turn, while another job is before it, and its agent, while that is not ready', () => {
    const world = new DelegatedWorld().session('s1', 'codex', working).submit('j1').submit('j2', {}, true);
    assert.deepEqual([missing(world, 'j1'), missing(world, 'j2')], ['held.working', 'queued']);
    world.see('hook', idle);
    assert.deepEqual([missing(world, 'j1'), missing(world, 'j2')], ['delivery start report still', 'queued']);
  });

  it('is the report alone once its agent said that it is done', () => {
    const world = new DelegatedWorld().started();
    world.modes = { codex: 'auto' };
    world.say('completed');
    assert.deepEqual([missing(world), world.status()], ['report', 'running']);
    world.report({ manifest: false });
    assert.deepEqual([missing(world), world.status()], ['whole', 'running']);
    assert.equal(nextJudgement(world.state, {}, { at: world.at, awakeMs: 15_000 }), 15_000);
    world.pass(15);
    assert.deepEqual([missing(world), world.status(), world.attempt().ended?.by], ['', 'completed', 'agent']);
  });

  it('names each thing with a sentence', () => {
    const world = new DelegatedWorld().session().submit();
    for (const { text } of missingFor(world.state, world.job(), { at: world.at, awakeMs: world.awakeMs }))
      assert.match(text, /^[A-Z].*\.$/);
  });
});

describe('what everything shows', () => {
  it('is only noted, once for each report, unless the agent is trusted', () => {
    const world = complete();
    assert.deepEqual([world.status(), world.attempt().wouldComplete?.report], ['running', sha('report')]);
    assert.deepEqual(world.pass(60), []);
    world.report({ sha256: sha('other') });
    assert.deepEqual(types(world.pass(0)), ['attemptWouldComplete']);
    world.modes = { claude: 'auto' };
    assert.deepEqual(world.pass(60), []);
    world.modes = { codex: 'auto' };
    world.pass(0);
    assert.deepEqual([world.status(), world.attempt().ended?.by], ['completed', 'watcher']);
    assert.deepEqual(world.attempt().ended?.grounds.slice(0, 2), ['started', 'report with its manifest']);
  });

  it('ends an attempt once, and a later word that says otherwise is kept beside it', () => {
    const world = complete({}, Object.assign(new DelegatedWorld(), { modes: { codex: 'auto' } }));
    assert.deepEqual(world.pass(60), []);
    assert.deepEqual(types(world.say('permission_required', 'May I?')), ['attemptContradicted']);
    assert.deepEqual([world.status(), world.attempt().permission], ['completed', null]);
    for (let i = 0; i < 40; i++) world.say('progress');
    assert.equal(world.attempt().contradictions, 20);
  });
});

describe('the next moment to judge', () => {
  const next = (world: DelegatedWorld): number | null =>
    nextJudgement(world.state, world.modes, { at: world.at, awakeMs: world.awakeMs });

  it('is none where only news can change something', () => {
    assert.equal(next(new DelegatedWorld().session()), null);
    const world = complete();
    assert.equal(next(world), null);
    world.modes = { codex: 'auto' };
    assert.equal(next(world), world.awakeMs);
  });

  it('is when the usage limit is lifted that kept the idle time of one under way from counting', () => {
    const world = new DelegatedWorld().started('j1', { idleTimeoutMs: 60_000 });
    world.see('hook', { kind: 'limited', until: null });
    world.pass(780);
    assert.equal(next(world), 900_000);
  });

  it('is when it has rested for long enough', () => {
    const world = new DelegatedWorld().started();
    world.pass(100);
    world.report({ manifest: false });
    world.see('hook', idle);
    assert.equal(next(world), 115_000);
    world.pass(10);
    world.say('progress');
    assert.equal(next(world), 115_000);
    world.pass(5);
    assert.equal(next(world), 125_000);
  });

  it('is when the last words of an agent that is gone had time to come', () => {
    const world = new DelegatedWorld().started();
    world.must({ type: 'endAgentSession', session: 's1', generation: 1, how: 'gone', problem: null }, host);
    assert.equal(next(world), 10_000);
  });

  it('is the first limit of all jobs', () => {
    const world = new DelegatedWorld().started('j1', { timeoutMs: 60_000 });
    world.session('s2').submit('j2', { session: 's2', timeoutMs: 50_000, idleTimeoutMs: 20_000 });
    assert.equal(next(world), 20_000);
  });
});
