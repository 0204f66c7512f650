import assert from 'node:assert/strict';
import { composeBrief } from '../../../../src/app/brief.ts';
import { packetSections } from '../../../../src/app/views/packetSections.ts';
import { identityOf } from '../../../../src/core/gate/facts.ts';
import { gateStatus } from '../../../../src/core/session/gateStatus.ts';
import { reader } from '../../../builders/scene.ts';
import { standing as standingVerdicts } from '../../../../src/core/review/standing.ts';
import type { PointAnswer } from '../../../../src/core/dispute/types.ts';
import type { VerdictWord } from '../../../../src/core/review/types.ts';
import { fourRole } from '../../../../src/core/topology/presets.ts';
import { laneEnds } from '../../../builders/core.ts';
import { finding, handedOut, playSteps, point, says, standing, type Script } from '../../../builders/steps.ts';

const steps = { maxRebuttals: 1 };
const found = [finding('blocker', 'It leaks.'), finding('minor', 'A name.')];

interface Play {
  readonly rebuttal?: readonly PointAnswer[];
  /** Of the first and of the second ruling of a reviewer. */
  readonly rulings?: readonly (readonly [VerdictWord | null, readonly PointAnswer[]])[];
  readonly arbitration?: readonly [VerdictWord | null, readonly PointAnswer[]];
}

/** The reviewer rejects the first round; what then is said is as given. */
const rejected = ({ rebuttal = [point(1, 'rebutted')], rulings = [], arbitration }: Play): Script => {
  let ruled = 0;
  return (job) => {
    if (job.kind === 'review' && job.session === 'reviewer' && job.round === 1 && job.prior === undefined)
      return says({ word: 'not-pass', findings: found });
    if (job.kind === 'rebuttal') return says({ word: null, points: rebuttal });
    if (job.kind === 'arbitration')
      return says({ word: arbitration?.[0] ?? 'not-pass', points: arbitration?.[1] ?? [] });
    if (job.kind !== 'adjudication') return undefined;
    const [word, points] = rulings[ruled++] ?? ['not-pass', []];
    return says({ word, points });
  };
};
const asked = ['implement 1', 'reviewer 1', 'ci-eval-auditor 1', 'rebuttal 1'];
const repaired = ['implement 2', 'reviewer 2', 'ci-eval-auditor 2'];
const upheld = ['not-pass', [point(1, 'upheld')]] as const;
const withdrawn = ['pass', [point(1, 'withdrawn')]] as const;

describe('a dispute about a rejection', () => {
  const ways: readonly (readonly [name: string, Play, jobs: readonly string[], end: string])[] = [
    ['ends in repair when the writer accepts', { rebuttal: [point(1, 'accepted')] }, repaired, 'waiting open in 2'],
    ['ends in repair when the writer says nothing', { rebuttal: [] }, repaired, 'waiting open in 2'],
    ['ends in repair when no reason is given', { rebuttal: [point(1, 'rebutted', '')] }, repaired, 'waiting open in 2'],
    [
      'ends in repair when a point is both accepted and rebutted',
      { rebuttal: [point(1, 'rebutted'), point(1, 'accepted')] },
      repaired,
      'waiting open in 2',
    ],
    ['ends when the reviewer withdraws', { rulings: [withdrawn] }, ['adjudication 1'], 'waiting open in 1'],
    [
      'ends in repair when the planner upholds, too',
      { rulings: [upheld], arbitration: ['not-pass', [point(1, 'upheld')]] },
      ['adjudication 1', 'arbitration 1', ...repaired],
      'waiting open in 2',
    ],
    [
      'goes back to the reviewer when the planner overrules it',
      { rulings: [upheld, withdrawn], arbitration: withdrawn },
      ['adjudication 1', 'arbitration 1', 'adjudication 1'],
      'waiting open in 1',
    ],
    [
      'is a person’s matter when reviewer and planner disagree',
      {
        rebuttal: [point(1, 'rebutted'), point(2, 'rebutted')],
        rulings: [['not-pass', []], upheld],
        arbitration: ['pass', [point(1, 'withdrawn'), point(2, 'withdrawn')]],
      },
      ['adjudication 1', 'arbitration 1', 'adjudication 1'],
      'needs-you closed in 1 loop.disputed',
    ],
    [
      'ends in repair when something else was accepted beside what the planner overrules',
      { rulings: [upheld, upheld], arbitration: withdrawn },
      ['adjudication 1', 'arbitration 1', 'adjudication 1', ...repaired],
      'waiting open in 2',
    ],
  ];
  for (const [name, how, jobs, end] of ways)
    it(name, () => {
      const world = playSteps(steps, rejected(how));
      assert.deepEqual(handedOut(world), [...asked, ...jobs]);
      assert.equal(standing(world), end);
    });

  const closed: readonly (readonly [name: string, VerdictWord | null, readonly PointAnswer[]])[] = [
    ['passes and leaves the point unsaid', 'pass', []],
    ['passes and upholds the point', 'pass', [point(1, 'upheld')]],
    ['passes and says both', 'pass', [point(1, 'withdrawn'), point(1, 'upheld')]],
    ['passes and withdraws another point', 'pass', [point(2, 'withdrawn')]],
    ['withdraws the point and does not pass', 'not-pass', [point(1, 'withdrawn')]],
  ];
  for (const [name, word, points] of closed)
    it(`stays a rejection when its ruling ${name}`, () => {
      const world = playSteps({ maxRebuttals: 1 }, rejected({ rulings: [[word, points]] }));
      const first = world
        .run()
        .verdicts.filter((verdict) => verdict.identity.round === 1 && verdict.session === 'reviewer');
      assert.deepEqual(
        first.map((verdict) => verdict.word),
        ['not-pass', 'not-pass'],
      );
      assert.equal(standing(world), 'waiting open in 2');
    });

  for (const [name, rebuttal] of [
    ['accepted', [point(1, 'rebutted'), point(2, 'accepted')]],
    ['said nothing about', [point(1, 'rebutted')]],
  ] as const)
    it(`stays a rejection while a major finding is left that the writer ${name}`, () => {
      const majors = [finding('major', 'It leaks.'), finding('major', 'It is slow.')];
      const script = rejected({ rebuttal, rulings: [withdrawn] });
      const world = playSteps(steps, (job, w) =>
        job.kind === 'review' && job.session === 'reviewer' && job.round === 1
          ? says({ word: 'not-pass', findings: majors })
          : script(job, w),
      );
      const last = world.run().verdicts.findLast(({ identity }) => identity.round === 1);
      assert.deepEqual([last?.word, last?.findings], ['not-pass', [majors[1]]]);
      assert.deepEqual(handedOut(world), [...asked, 'adjudication 1', ...repaired]);
      assert.equal(standing(world), 'waiting open in 2');
    });

  for (const [name, how] of [
    ['passes in words but not on the point', ['pass', []]],
    ['overrules the point but does not pass', ['not-pass', [point(1, 'withdrawn')]]],
  ] as const)
    it(`is not overruled by a planner who ${name}`, () => {
      const world = playSteps(steps, rejected({ rulings: [upheld], arbitration: how }));
      assert.deepEqual(handedOut(world), [...asked, 'adjudication 1', 'arbitration 1', ...repaired]);
    });

  it('leaves the rejection as it is when nobody rules, after one more try', () => {
    const script = rejected({});
    const world = playSteps(steps, (job, w) => (job.kind === 'adjudication' ? laneEnds('failed') : script(job, w)));
    assert.deepEqual(handedOut(world).slice(4), ['adjudication 1', 'adjudication 1', 'arbitration 1', ...repaired]);
  });

  it('is spared when the writer does not answer, after one more try', () => {
    const script = rejected({});
    const world = playSteps(steps, (job, w) => (job.kind === 'rebuttal' ? laneEnds('failed') : script(job, w)));
    assert.deepEqual(handedOut(world), [...asked, 'rebuttal 1', ...repaired]);
  });

  it('is had as often as is allowed before the planner rules, and not at all without budget', () => {
    const twice = playSteps({ maxRebuttals: 2 }, rejected({ rulings: [upheld, upheld] }));
    assert.deepEqual(handedOut(twice).slice(3, 8), [
      'rebuttal 1',
      'adjudication 1',
      'rebuttal 1',
      'adjudication 1',
      'arbitration 1',
    ]);
    const never = playSteps({}, rejected({}));
    assert.deepEqual(handedOut(never), ['implement 1', 'reviewer 1', 'ci-eval-auditor 1', ...repaired]);
  });

  it('goes to the repair where no seat plans', () => {
    const world = playSteps(steps, rejected({ rulings: [upheld] }), { topology: fourRole });
    assert.deepEqual(handedOut(world), [...asked, 'adjudication 1', ...repaired]);
  });

  it('is ruled on by the seat and the agent that rejected, on the same commit, and replaces only its own verdict', () => {
    const world = playSteps(steps, rejected({ rulings: [withdrawn] }));
    const { jobs, verdicts } = world.run();
    const [first, other, ruling] = verdicts;
    assert.deepEqual(
      [ruling?.session, ruling?.agent, ruling?.identity],
      [first?.session, first?.agent, first?.identity],
    );
    assert.deepEqual([first?.session, ruling?.replaces], ['reviewer', first?.job]);
    assert.deepEqual(standingVerdicts(verdicts), [other, ruling]);
    assert.deepEqual(ruling?.findings, [found[1]], 'what was not argued about is still said');
    assert.ok(jobs.filter((job) => job.kind === 'rebuttal').every((job) => job.access === 'read'));
  });

  it('leaves nothing of the replaced verdict on any screen once it is withdrawn', () => {
    const world = playSteps(steps, rejected({ rulings: [withdrawn] }));
    const { id, change } = world.run();
    const words = packetSections(reader(), world.state, world.run()).find((one) => one.id === 'reviews')?.lines;
    assert.deepEqual(
      words?.map((line) => line.mark?.words),
      ['pass', 'pass'],
    );
    const rows = gateStatus(
      world.state,
      { session: 'reviewer' },
      { run: world.run(), identity: identityOf(world.run()) },
      world.at,
      60_000,
    );
    assert.deepEqual([rows.status, rows.ok], ['passed', true]);
    assert.ok(world.do({ type: 'approve', run: id, head: change?.head ?? '' }).ok);
  });

  it('that the reviewer withdrew is looked at a second time where passes are', () => {
    const world = playSteps(steps, rejected({ rulings: [withdrawn] }), { seconds: { claude: 'codex' } });
    const own = world.run().jobs.filter((job) => job.session === 'reviewer');
    assert.deepEqual(
      own.map(({ kind, agent, prior }) => [kind, agent, prior]),
      [
        ['review', 'claude', undefined],
        ['adjudication', 'claude', undefined],
        ['review', 'codex', own[1]?.id],
      ],
    );
    assert.equal(standing(world), 'waiting open in 1');
  });

  it('is read by whoever answers, rules and repairs', () => {
    const briefs = new Map<string, string>();
    const script = rejected({ rulings: [['not-pass', [point(1, 'upheld', 'Line 3 leaks.')]]] });
    playSteps(steps, (job, world) => {
      briefs.set(`${job.kind} ${job.round}`, composeBrief(world.state, job, null));
      return script(job, world);
    });
    for (const [job, ...texts] of [
      ['rebuttal 1', '[1] Reviewer, blocker, a.ts: It leaks.', '[2] Reviewer, minor, a.ts: A name.'],
      ['adjudication 1', '[1] Reviewer, blocker, a.ts: It leaks.', 'Implementer: rebutted - Because.'],
      ['arbitration 1', 'Implementer: rebutted - Because.', 'Reviewer: upheld - Line 3 leaks.'],
      ['implement 2', 'Still to be mended:', '- [blocker] a.ts - It leaks.'],
    ] as const)
      for (const text of texts) assert.ok(briefs.get(job)?.includes(text), `${job}: ${text}\n${briefs.get(job)}`);
    assert.ok(!briefs.get('adjudication 1')?.includes('A name.'), 'what was accepted is not ruled on');
  });
});
