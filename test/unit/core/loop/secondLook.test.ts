import assert from 'node:assert/strict';
import { CoreWorld, laneEnds, reviewed, assertGood } from '../../../builders/core.ts';

const agents = { implementer: 'codex', reviewer: 'codex', 'ci-eval-auditor': 'claude' };
/** A world whose reviewers have a second look, with the first look of `reviewer` open. */
const world = (): CoreWorld =>
  new CoreWorld().start(undefined, { agents, seconds: { codex: 'claude', claude: 'codex' } }).playUntil();

/** Plays on until a lane of the reviewer is open, and ends it. */
function look(w: CoreWorld, outcome: Parameters<CoreWorld['settle']>[1]): string {
  for (let n = 0; n < 200; n++) {
    const jobs = w.run().jobs.filter((job) => job.session === 'reviewer' && !job.ended);
    const lane = w
      .open('runLane')
      .find((effect) => effect.kind === 'runLane' && jobs.some((job) => job.id === effect.job));
    if (lane) {
      w.settle(lane, outcome);
      return jobs[0]?.agent ?? '';
    }
    const [next] = w.open();
    if (!next) return 'none';
    w.settle(next);
  }
  throw new Error('no lane of the reviewer');
}
const start = (): CoreWorld =>
  new CoreWorld().start(undefined, { agents, seconds: { codex: 'claude', claude: 'codex' } });

describe('a second look of a loop’s reviewers', () => {
  it('is had by another agent, at the verdict of the first, before the gate opens', () => {
    const w = world();
    assertGood(w);
    const jobs = w.run().jobs.filter((job) => job.session === 'reviewer');
    assert.deepEqual(
      jobs.map((job) => [job.agent, job.prior]),
      [
        ['codex', undefined],
        ['claude', jobs[0]?.id],
      ],
    );
  });

  it('counts when it is stricter', () => {
    const w = start();
    assert.equal(look(w, reviewed('pass')), 'codex');
    assert.equal(look(w, reviewed('not-pass')), 'claude');
    const seen = w
      .run()
      .verdicts.filter((verdict) => verdict.session === 'reviewer')
      .map((verdict) => verdict.word);
    for (let n = 0; n < 200 && w.run().round === 1; n++) w.settle(w.open()[0]!);
    assert.deepEqual([seen, w.run().round], [['pass', 'not-pass'], 2]);
  });

  it('is spared when the first did not pass', () => {
    const w = start();
    look(w, reviewed('not-pass'));
    w.playUntil();
    const first = w.run().jobs.filter((job) => job.session === 'reviewer' && job.round === 1);
    assert.equal(first.length, 1);
  });

  it('keeps the gate closed when it comes to no verdict, and asks a person', () => {
    const w = start();
    look(w, reviewed('pass'));
    assert.deepEqual([look(w, laneEnds('failed')), look(w, reviewed(null))], ['claude', 'claude']);
    w.playUntil();
    assert.deepEqual([w.run().phase, w.run().gate?.open], ['needs-you', false]);
    w.do({ type: 'resumeLoop' });
    assert.equal(look(w, reviewed('pass')), 'claude');
    w.playUntil();
    assertGood(w);
  });
});
