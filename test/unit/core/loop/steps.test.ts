import assert from 'node:assert/strict';
import { composeBrief } from '../../../../src/app/brief.ts';
import type { Script } from '../../../builders/steps.ts';
import { finding, handedOut, jobOf, play, plannedTeam, playSteps, says, standing } from '../../../builders/steps.ts';
import { CoreWorld, laneEnds } from '../../../builders/core.ts';

/** The briefs of a kind, as their jobs get them. */
function briefsOf(kind: string, steps: Parameters<typeof playSteps>[0], script: Script): readonly string[] {
  const briefs: string[] = [];
  playSteps(steps, (job, world) => {
    if (job.kind === kind) briefs.push(composeBrief(world.state, job, null));
    return script(job, world);
  });
  return briefs;
}

describe('a plan', () => {
  it('comes before the first round, and is put before writer and reviewers', () => {
    const script: Script = (job) => (job.kind === 'plan' ? says({ text: 'First this, then that.' }) : undefined);
    const world = playSteps({ plan: true }, script);
    assert.deepEqual(handedOut(world), ['plan 0', 'implement 1', 'reviewer 1', 'ci-eval-auditor 1']);
    assert.equal(standing(world), 'waiting open in 1');
    for (const kind of ['implement', 'review'])
      assert.ok(briefsOf(kind, { plan: true }, script).every((brief) => brief.includes('First this, then that.')));
  });

  for (const [name, talks, words, jobs] of [
    ['the writer agrees', 3, ['pass'], ['plan 0', 'plan-talk 0']],
    ['it was answered often enough', 1, ['not-pass'], ['plan 0', 'plan-talk 0', 'plan 0']],
    ['the writer agrees to the next one', 3, ['not-pass', 'pass'], ['plan 0', 'plan-talk 0', 'plan 0', 'plan-talk 0']],
  ] as const)
    it(`is talked over until ${name}`, () => {
      let n = 0;
      const world = playSteps({ plan: true, planTalks: talks }, (job) =>
        job.kind === 'plan-talk' ? says({ word: words[n++] ?? 'pass', text: 'It forgets the empty list.' }) : undefined,
      );
      assert.deepEqual(handedOut(world), [...jobs, 'implement 1', 'reviewer 1', 'ci-eval-auditor 1']);
      assert.deepEqual(
        world.run().verdicts.map((verdict) => verdict.session),
        ['reviewer', 'ci-eval-auditor'],
      );
    });

  it('is written anew with the objection in hand', () => {
    const [, second] = briefsOf('plan', { plan: true, planTalks: 1 }, (job) =>
      job.kind === 'plan-talk' ? says({ word: 'not-pass', text: 'It forgets the empty list.' }) : undefined,
    );
    assert.ok(second?.includes('It forgets the empty list.') && second.includes('Summary.'));
  });

  it('that nobody writes is asked for twice, then a person is, and a resume asks once more', () => {
    const world = playSteps({ plan: true }, (job) => (job.kind === 'plan' ? laneEnds('failed') : undefined));
    assert.deepEqual([standing(world), handedOut(world).length], ['needs-you closed in 0 test.failed', 2]);
    world.do({ type: 'resumeLoop' });
    assert.equal(standing(play(world, () => undefined)), 'waiting open in 1');
  });

  it('goes on in the checkout that it had when its loop was stopped', () => {
    const world = new CoreWorld().start(undefined, { ...plannedTeam, steps: { plan: true } });
    world.playUntil('createWorktree');
    world.do({ type: 'stopLoop' });
    world.playUntil();
    assert.equal(world.run().phase, 'stopped');
    world.do({ type: 'resumeLoop' });
    assert.deepEqual(
      world.open().map(({ kind }) => kind),
      ['runLane'],
    );
    play(world, () => undefined);
    assert.equal(standing(world), 'waiting open in 1');
  });

  it('is not made again when a person sends the work back', () => {
    const world = playSteps({ plan: true }, () => undefined);
    world.do({ type: 'returnRun', run: world.run().id, comments: 'Again.' });
    play(world, () => undefined);
    assert.equal(handedOut(world).filter((one) => one.startsWith('plan')).length, 1);
    assert.equal(standing(world), 'waiting open in 2');
  });
});

describe('a self-review', () => {
  it('comes before all others, on the same commit, and is no verdict of the gate', () => {
    const world = playSteps({ selfReview: true }, () => undefined);
    assert.deepEqual(handedOut(world), ['implement 1', 'self-review 1', 'reviewer 1', 'ci-eval-auditor 1']);
    const { jobs, verdicts, change } = world.run();
    const own = jobs.find((job) => job.kind === 'self-review');
    assert.deepEqual([own?.session, own?.access, own?.identity?.head], ['implementer', 'read', change?.head]);
    assert.deepEqual(
      verdicts.map((verdict) => verdict.session),
      ['reviewer', 'ci-eval-auditor'],
    );
  });

  it('that rejects is repaired without asking anybody else, and told to the next writer', () => {
    const briefs = briefsOf('implement', { selfReview: true }, (job) =>
      job.kind === 'self-review' && job.round === 1
        ? says({ word: 'not-pass', text: 'I forgot the test.' })
        : undefined,
    );
    assert.equal(briefs.length, 2);
    assert.ok(briefs[1]?.includes('I forgot the test.'));
  });

  it('that passes beside a blocker rejects', () => {
    const world = playSteps({ selfReview: true }, (job) =>
      job.kind === 'self-review' && job.round === 1
        ? says({ word: 'pass', findings: [finding('blocker')] })
        : undefined,
    );
    assert.equal(standing(world), 'waiting open in 2');
  });

  it('that rejects to the last round is a person’s matter', () => {
    const world = playSteps({ selfReview: true }, (job) =>
      job.kind === 'self-review' ? says({ word: 'not-pass' }) : undefined,
    );
    assert.equal(standing(world), 'needs-you closed in 3 loop.selfCap');
    assert.equal(world.run().verdicts.length, 0);
  });

  it('without a verdict is asked for once more and uses no round', () => {
    let n = 0;
    const world = playSteps({ selfReview: true }, (job) =>
      job.kind === 'self-review' && n++ === 0 ? says({ word: null }) : undefined,
    );
    assert.equal(standing(world), 'waiting open in 1');
    assert.equal(n, 2);
  });
});

describe('a round that is not worth repeating', () => {
  const rejects =
    (...findings: readonly ReturnType<typeof finding>[]): Script =>
    (job) =>
      job.session === 'reviewer' ? says({ word: 'not-pass', findings }) : undefined;

  it('found nothing above the floor of its round: a person gets the list', () => {
    const world = playSteps({ floors: ['minor', 'major'] }, rejects(finding('minor', 'A name.')));
    assert.equal(standing(world), 'needs-you closed in 2 loop.onlyMinor');
    const { ask } = world.run();
    assert.ok(ask?.kind === 'problem');
    assert.deepEqual(ask.problem.params['findings'], '[minor] a.ts A name.');
  });

  for (const [name, findings, floors, end] of [
    ['something reaches the floor', [finding('minor'), finding('major')], ['major'], 'loop.roundCap'],
    ['no finding is named', [], ['blocker'], 'loop.roundCap'],
    ['there is no floor', [finding('minor')], [], 'loop.roundCap'],
  ] as const)
    it(`is repeated where ${name}`, () => {
      assert.equal(standing(playSteps({ floors }, rejects(...findings))), `needs-you closed in 3 ${end}`);
    });

  it('is where the time is up; a person who returns it gives it that time anew', () => {
    const world = new CoreWorld().start(undefined, { ...plannedTeam, steps: { maxMs: 1000 } });
    const slow: Script = (job, { awakeMs }) => {
      world.awakeMs = awakeMs + 400;
      return rejects(finding('major'))(job, world);
    };
    assert.equal(standing(play(world, slow)), 'needs-you closed in 1 loop.timeCap');
    world.do({ type: 'returnRun', run: world.run().id, comments: 'Again.' });
    const until = world.run().untilAwake;
    assert.ok(until !== undefined && until > world.awakeMs);
    assert.equal(standing(play(world, () => undefined)), 'waiting open in 2');
  });
});

describe('every step', () => {
  it('is kept out of a run whose options name none', () => {
    const world = new CoreWorld().start(undefined, plannedTeam);
    const phases = new Set<string>();
    for (let n = 0; n < 100; n++) {
      phases.add(world.run().phase);
      const [next] = world.open();
      if (!next) break;
      assert.ok(['implement', 'review', undefined].includes(jobOf(world, next)?.kind));
      world.settle(next);
    }
    assert.deepEqual([...phases], ['preparing', 'implementing', 'reviewing', 'waiting']);
  });
});
