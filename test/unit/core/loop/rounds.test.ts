import assert from 'node:assert/strict';
import { assertGood, CoreWorld, failedWith, fileOf, laneEnds, reviewed, taskOf } from '../../../builders/core.ts';

describe('a writer', () => {
  it('gets fresh tries when its lane is interrupted, then a person is asked, and a resume gives one more', () => {
    const world = new CoreWorld().start();
    for (let n = 0; n < 3; n++) {
      world.playUntil('runLane');
      world.settle(world.open('runLane')[0]!, laneEnds('interrupted'));
    }
    world.playUntil();
    assert.deepEqual([world.run().phase, world.run().attempt], ['needs-you', 3]);
    world.do({ type: 'resumeLoop' });
    world.playUntil();
    assertGood(world);
    assert.equal(world.run().attempt, 4);
  });

  const patches = [
    { name: 'changes nothing', files: [], faults: [], code: 'patch.empty' },
    { name: 'strays', files: [fileOf('stray')], faults: [], code: 'patch.outsideClaim' },
    {
      name: 'writes a secret',
      files: [fileOf('T-2026-0001.txt')],
      faults: [{ code: 'patch.secret', text: 'Secret.', params: {} }],
      code: 'patch.secret',
    },
  ];
  for (const { name, files, faults, code } of patches)
    it(`that ${name} is refused, and tries again on a resume`, () => {
      const world = new CoreWorld().start().playUntil('capturePatch');
      const capture = world.open('capturePatch')[0]!;
      world.settle(capture, { kind: 'capturePatch', tree: 't', patch: '', roundFiles: files, files, faults });
      world.playUntil();
      const { ask } = world.run();
      assert.equal(ask?.kind === 'problem' && ask.problem.code, code);
      assert.equal(Object.values(world.state.worktrees).filter((one) => one.purpose === 'write').length, 1);
      world.do({ type: 'resumeLoop' });
      world.playUntil();
      assertGood(world);
      assert.equal(world.run().attempt, 2);
    });
});

describe('a review', () => {
  const atReview = (): CoreWorld => {
    const world = new CoreWorld().start().playUntil('commitPatch');
    world.settle(world.open('commitPatch')[0]!);
    return world.playUntil('runLane');
  };
  const endings = [
    { name: 'is interrupted', outcome: laneEnds('interrupted'), code: 'test.failed' },
    { name: 'fails', outcome: laneEnds('failed'), code: 'test.failed' },
    { name: 'gives no verdict', outcome: reviewed(null), code: 'verdict.missing' },
    {
      name: 'was not read',
      outcome: { kind: 'runLane', outcome: { kind: 'report', text: '' }, review: null } as const,
      code: 'review.unread',
    },
  ];
  for (const { name, outcome, code } of endings) {
    it(`that ${name} is asked for once more`, () => {
      const world = atReview();
      world.settle(world.open('runLane')[0]!, outcome);
      world.playUntil();
      assertGood(world);
      assert.equal(world.run().jobs.filter((one) => one.kind === 'review').length, 3);
    });

    it(`that ${name} twice is left to a person, who can have it asked for again`, () => {
      const world = atReview();
      const session = (id: string) => world.run().jobs.find((one) => `${one.id}/lane` === id)?.session;
      const whose = session(world.open('runLane')[0]!.id);
      for (let n = 0; n < 60 && world.open().length > 0; n++) {
        const next = world.open()[0]!;
        world.settle(next, next.kind === 'runLane' && session(next.id) === whose ? outcome : undefined);
      }
      const { ask, phase } = world.run();
      assert.deepEqual([phase, ask?.kind === 'problem' && ask.problem.code], ['needs-you', code]);
      world.do({ type: 'resumeLoop' });
      world.playUntil();
      assertGood(world);
    });
  }

  it('by a reader that wrote does not count, and stops the run until a person goes on', () => {
    const world = atReview();
    world.settle(world.open('runLane')[0]!, reviewed('pass', true));
    world.playUntil();
    const { ask } = world.run();
    assert.equal(ask?.kind === 'problem' && ask.problem.code, 'review.wrote');
    world.do({ type: 'resumeLoop' });
    world.playUntil();
    assertGood(world);
    assert.equal(world.run().round, 1, 'the same commit, reviewed by a fresh one');
  });

  it('of a load-bearing file asks the deep reviewer too', () => {
    const sessions = ['implementer', 'reviewer', 'deep-reviewer', 'ci-eval-auditor'];
    const agents = Object.fromEntries(sessions.map((one) => [one, 'codex']));
    const deep = {
      session: 'deep-reviewer',
      name: 'Deep Reviewer',
      authority: 'read',
      shipGate: 'blocking',
      required: 'load-bearing',
      focus: '',
    } as const;
    for (const loadBearing of [['T-2026-0001.txt'], ['other']]) {
      const { topology } = new CoreWorld().start().run().options;
      const options = { topology: { ...topology, roles: [...topology.roles, deep] }, agents, loadBearing };
      const world = new CoreWorld().start(undefined, options).playUntil();
      assertGood(world);
      const asked = world.run().jobs.some((one) => one.session === 'deep-reviewer');
      assert.equal(asked, loadBearing[0] !== 'other');
    }
  });
});

describe('two tasks that claim one file', () => {
  const both = (): CoreWorld =>
    new CoreWorld().start([taskOf('A', { claims: ['x'] }), taskOf('B', { claims: ['x'] })], { limit: 2 }).playUntil();

  it('never hold it together: the second is parked with the name of the first', () => {
    const world = both();
    const { ask, phase } = world.run('B');
    assert.deepEqual([world.run('A').phase, phase], ['waiting', 'needs-you']);
    assert.ok(ask?.kind === 'problem');
    assert.deepEqual([ask.problem.code, ask.problem.params['holder']], ['lease.overlap', 'A']);
  });

  it('follow one another when the first is approved, or given up', () => {
    for (const ending of ['approve', 'abandon'] as const) {
      const world = both();
      const { id, change } = world.run('A');
      world.do(
        ending === 'approve' ? { type: 'approve', run: id, head: change!.head } : { type: 'abandonRun', run: id },
      );
      world.do({ type: 'resumeLoop' });
      world.playUntil();
      assert.equal(world.run('B').phase, 'waiting');
    }
  });

  it('take the base as it is by then', () => {
    const world = both();
    const { id, change } = world.run('A');
    world.do({ type: 'approve', run: id, head: change!.head });
    world.do({ type: 'mergeLocally', run: id });
    world.playUntil();
    world.do({ type: 'resumeLoop' });
    world.playUntil();
    assert.equal(world.run('B').base?.commit, change!.head);
  });
});

describe('the rounds', () => {
  it('repair what a check rejects, and end at the cap with a question', () => {
    const world = new CoreWorld().start();
    for (let n = 0; n < 200; n++) {
      const next = world.open('runChecks')[0] ?? world.open()[0];
      if (!next) break;
      if (next.kind !== 'runChecks') world.settle(next);
      else
        world.settle(next, {
          kind: 'runChecks',
          results: next.checks.map((check) => ({
            check,
            head: next.head,
            outcome: 'failed',
            exitCode: 1,
            durationMs: 1,
            tail: '',
          })),
        });
    }
    const { ask, round, gate } = world.run();
    assert.deepEqual([round, gate?.open, ask?.kind === 'problem' && ask.problem.code], [3, false, 'loop.roundCap']);
    assert.deepEqual(Object.values(world.state.worktrees), []);
  });

  it('can be gone on with after the cap by a return', () => {
    const world = new CoreWorld().start(undefined, { maxRounds: 1 });
    world.playUntil('commitPatch').settle(world.open('commitPatch')[0]!);
    world.playUntil('runLane').settle(world.open('runLane')[0]!, reviewed('not-pass'));
    world.playUntil();
    assert.equal(world.run().phase, 'needs-you');
    world.do({ type: 'returnRun', run: world.run().id, comments: 'Again.' });
    world.playUntil();
    assertGood(world);
    assert.equal(world.run().round, 2);
  });
});

describe('a check that did not pass', () => {
  it('is run again by a resume, so that a mended machine needs no new round', () => {
    const world = new CoreWorld().start(undefined, { maxRounds: 1 });
    const failing = (): void => {
      const [run] = world.playUntil('runChecks').open('runChecks');
      assert.ok(run?.kind === 'runChecks');
      const rest = { head: run.head, outcome: 'not-run', exitCode: null, durationMs: 0, tail: '' } as const;
      world.settle(run, { kind: 'runChecks', results: run.checks.map((check) => ({ check, ...rest })) });
    };
    failing();
    world.playUntil();
    assert.equal(world.run().phase, 'needs-you');
    world.do({ type: 'resumeLoop' });
    failing();
    world.do({ type: 'resumeLoop' });
    // The checkout of the last try is still being removed: a new one of the same name has to wait for that.
    assert.deepEqual([world.open('removeWorktree').length, world.open('createWorktree').length], [1, 0]);
    world.playUntil();
    assertGood(world);
    assert.deepEqual([world.run().round, world.run().jobs.filter((one) => one.kind === 'implement').length], [1, 1]);
  });
});

describe('a check that needs a shell', () => {
  it('parks the run, and is looked at again on a resume', () => {
    const world = new CoreWorld().start([taskOf('A', { checks: ['a | b'] })]).playUntil();
    const { ask } = world.run();
    assert.equal(ask?.kind === 'problem' && ask.problem.code, 'check.needsShell');
    world.base = 'mended';
    world.do({ type: 'resumeLoop' });
    const [prepare] = world.open('prepareRun');
    world.settle(prepare!, {
      kind: 'prepareRun',
      base: { ref: 'refs/heads/main', commit: 'mended', tree: 't' },
      branch: 'feature/A-integration',
      checks: [{ line: 'npm test', argv: ['npm', 'test'] }],
      checksFrom: 'base',
    });
    world.playUntil();
    assertGood(world);
    assert.equal(world.run().base?.commit, 'mended');
  });
});

describe('removing worktrees', () => {
  const known = (world: CoreWorld): readonly string[] | undefined => {
    const [found] = world.open('removeWorktree');
    assert.ok(found?.kind === 'removeWorktree');
    return found.known;
  };

  it('says that the committed tree needs no rescue', () => {
    const world = new CoreWorld().start().playUntil('commitPatch');
    world.settle(world.open('commitPatch')[0]!);
    const { change } = world.run();
    assert.ok(change);
    assert.deepEqual(known(world), [change.tree]);
  });

  it('asks for a rescue of what was captured when the run ends before its commit', () => {
    const world = new CoreWorld().start().playUntil('commitPatch');
    world.settle(world.open('commitPatch')[0]!, failedWith());
    assert.ok(world.run().captured);
    world.do({ type: 'abandonRun', run: world.run().id });
    assert.deepEqual(known(world), []);
  });
});
