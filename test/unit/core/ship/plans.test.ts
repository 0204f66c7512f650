import assert from 'node:assert/strict';
import { err, ok } from '../../../../src/base/result.ts';
import { branchHygiene, type HygieneFacts } from '../../../../src/core/branch/hygiene.ts';
import { assessAutoPass, type AutoPassFacts } from '../../../../src/core/ship/autoPass.ts';
import { loopGate, type LoopGateFacts } from '../../../../src/core/ship/loopGate.ts';
import {
  parseTtl,
  planAutoShip,
  type AutoShipChoice,
  type AutoShipFacts,
} from '../../../../src/core/ship/planAutoShip.ts';
import { simulateShip, type SimulationFacts } from '../../../../src/core/ship/simulateShip.ts';
import { classify } from '../../../../src/core/surface/classify.ts';
import { usualSurfaces } from '../../../../src/core/surface/usualSurfaces.ts';
import { aProblem } from '../../../builders/core.ts';

const whole = ok({ ok: true });
const weak = ok({ ok: false });
const unknown = err(aProblem);
const surfaceOf = (...files: readonly string[]) => classify(files, usualSurfaces, ['core.ts']);
const codes = (ones: readonly { readonly code: string }[]) => ones.map((one) => one.code);

describe('the plan of a ship that nobody watches', () => {
  const plan = (more: Partial<AutoShipFacts> = {}, choice: Partial<AutoShipChoice> = {}) =>
    planAutoShip(
      {
        files: ['docs/a.md'],
        unread: null,
        task: null,
        branch: 'feat/issue-9-x',
        issue: '9',
        surface: surfaceOf('docs/a.md'),
        handoff: whole,
        armed: false,
        active: false,
        ...more,
      },
      { ttl: '2h', evaluation: 'skip', draft: false, dryRun: false, ...choice },
    );

  it('is blocked by files that nobody could look up, whatever the others are', () => {
    const found = plan({ unread: aProblem });
    assert.deepEqual([found.decision, codes(found.blockers)], ['blocked', [aProblem.code]]);
  });

  it('rehearses documents first and then ships them as they are', () => {
    const first = plan({}, { dryRun: true });
    assert.deepEqual(
      [first.decision, first.variables],
      ['dry-run-first', ['TTL=2h', 'REAL_EVAL=skip', 'DRAFT=false', 'DRY_RUN=1']],
    );
    assert.deepEqual(codes(first.warnings), ['readiness.noTask', 'plan.noEvaluation']);
    assert.equal(plan().decision, 'arm-ready-auto-ship');
    assert.deepEqual(plan({ task: 'T-2026-0001' }, { evaluation: 'auto' }).warnings, []);
  });

  const stopped: readonly (readonly [Partial<AutoShipFacts>, readonly string[]])[] = [
    [{ armed: true }, ['plan.armed']],
    [{ active: true }, ['plan.active']],
    [{ branch: 'HEAD', issue: null }, ['plan.noBranch', 'branch.noIssue']],
    [{ branch: 'main', issue: null }, ['plan.protected', 'branch.noIssue']],
    [{ branch: 'main', issue: '7' }, ['plan.protected']],
    [{ branch: 'release/issue-5', issue: '5' }, ['plan.protected']],
    [{ issue: '7' }, ['branch.otherIssue']],
    [{ task: 'T-2026-0001', handoff: weak }, ['readiness.handoff']],
    [{ task: 'T-2026-0001', handoff: null }, ['readiness.handoff']],
    [{ task: 'T-2026-0001', handoff: unknown }, [aProblem.code]],
  ];
  for (const [facts, expected] of stopped)
    it(`is blocked with ${JSON.stringify(facts)}`, () => {
      const found = plan(facts, { dryRun: true });
      assert.deepEqual([found.decision, found.draft, codes(found.blockers)], ['blocked', true, expected]);
    });

  it('makes a draft of what is risky or not clear', () => {
    for (const files of [['core.ts'], ['bench/a.ts'], ['data/private/x'], ['nobody-knows'], ['src/a.ts', 'Makefile']])
      assert.equal(plan({ files, surface: surfaceOf(...files) }).decision, 'arm-draft-auto-ship', files.join());
    assert.equal(plan({}, { draft: true }).decision, 'arm-draft-auto-ship');
  });

  it('reads times with a unit, and no others', () => {
    assert.deepEqual(
      ['2h', ' 30 m ', '1d'].map((text) => parseTtl(text)),
      ['2h', '30m', '1d'].map((value) => ({ ok: true, value })),
    );
    for (const text of ['2x', '0h', 'h', '', '2', '-2h', '2h3m']) assert.equal(parseTtl(text).ok, false, text);
  });
});

describe('the simulation of a ship', () => {
  const simulate = (more: Partial<SimulationFacts> = {}) =>
    simulateShip({
      unread: null,
      task: 'T-2026-0001',
      branch: 'feat/issue-9-x',
      issue: '9',
      pullRequest: null,
      surface: surfaceOf('docs/a.md'),
      handoff: whole,
      ...more,
    });

  it('is stopped by files that nobody could look up', () =>
    assert.deepEqual(codes(simulate({ unread: aProblem }).blockers), [aProblem.code]));

  it('says where a person comes in', () => {
    assert.deepEqual(simulate(), { stopsBefore: 'pull request creation', blockers: [] });
    assert.equal(simulate({ pullRequest: '12' }).stopsBefore, 'merge, close and branch deletion');
  });

  it('takes the issue that was named where the branch names none, as the tick does', () =>
    assert.deepEqual(simulate({ branch: 'feature/T-2026-0001-integration', issue: '7' }).blockers, []));

  it('names everything that stops it', () => {
    const surface = surfaceOf('bench/a.ts', 'data/private/x', 'nobody-knows');
    assert.deepEqual(codes(simulate({ task: null, branch: 'main', issue: null, surface }).blockers), [
      'plan.protected',
      'branch.noIssue',
      'readiness.mixed',
      'simulate.risky',
      'simulate.risky',
      'readiness.noTask',
    ]);
    assert.deepEqual(codes(simulate({ handoff: weak }).blockers), ['readiness.handoff']);
    assert.deepEqual(codes(simulate({ handoff: unknown }).blockers), [aProblem.code]);
    const [nothing, strange] = [surfaceOf(), surfaceOf('nobody-knows')].map(
      (one) => simulate({ surface: one }).blockers,
    );
    assert.doesNotMatch(nothing?.[0]?.text ?? '', /Split/);
    assert.match(strange?.[0]?.text ?? '', /Split/);
  });
});

describe('passing without a person', () => {
  const rows: readonly (readonly [Partial<AutoPassFacts>, readonly string[]])[] = [
    [{}, []],
    [{ validation: 'not-run' }, ['pass.notValidated']],
    [{ validation: 'failed' }, ['pass.failed']],
    [{ files: [] }, ['readiness.noFiles']],
    [{ unread: aProblem }, [aProblem.code]],
    [{ surface: surfaceOf('src/a.ts') }, ['pass.surface']],
    [{ surface: surfaceOf('nobody-knows') }, ['readiness.mixed']],
    [{ task: 'T-2026-0001', handoff: weak }, ['readiness.handoff']],
    [{ task: 'T-2026-0001', handoff: null }, ['readiness.handoff']],
    [{ task: 'T-2026-0001', handoff: unknown }, [aProblem.code]],
    [{ privacyFindings: 1 }, ['readiness.privacy']],
    [{ claim: 'missing' }, ['readiness.claimMissing']],
    [{ claim: 2 }, ['readiness.claim']],
  ];
  for (const [more, expected] of rows)
    it(`with ${JSON.stringify(more).slice(0, 60)} is stopped by ${expected.join(', ') || 'nothing'}`, () => {
      const found = assessAutoPass({
        files: ['docs/a.md'],
        unread: null,
        surface: surfaceOf('docs/a.md'),
        task: null,
        handoff: whole,
        privacyFindings: 0,
        claim: 'none',
        validation: 'passed',
        ...more,
      });
      assert.deepEqual(codes(found.blockers), expected);
      assert.equal(found.decision, expected.length === 0 ? 'auto-pass' : 'human-review-required');
    });
});

describe('branch hygiene', () => {
  const rows: readonly (readonly [Partial<HygieneFacts>, readonly string[]])[] = [
    [{}, []],
    [{ branch: 'issue-9' }, ['hygiene.name']],
    [{ branch: 'main', issue: null }, ['hygiene.name', 'hygiene.noIssue']],
    [{ branch: 'feature/T-2026-0001-integration' }, []],
    [{ branch: 'feature/T-2026-0001-integration', issue: null }, ['hygiene.noIssue']],
    [{ issue: '7', body: { closes: ['7'] } }, ['branch.otherIssue']],
    [{ body: null }, ['hygiene.noBody']],
    [{ body: 'missing' }, ['readiness.bodyMissing']],
    [{ body: { closes: [] } }, ['body.noCloser']],
    [{ body: { closes: ['8'] } }, ['body.otherIssue']],
    [{ task: 'T-26-1' }, ['cli.badTask']],
    [{ branch: 'feat/issue-9-t-2026-0002-x' }, ['hygiene.otherTask']],
    [{ branch: 'feature/T-2026-0002-integration' }, ['hygiene.otherTask']],
  ];
  for (const [more, expected] of rows)
    it(`finds ${expected.join(', ') || 'nothing'} with ${JSON.stringify(more)}`, () =>
      assert.deepEqual(
        codes(
          branchHygiene({
            branch: 'feat/issue-9-x',
            issue: '9',
            task: 'T-2026-0001',
            body: { closes: ['9'] },
            ...more,
          }),
        ),
        expected,
      ));
});

describe('the gate that a change stands before', () => {
  const task = { id: 'T-2026-0001', status: 'ready' };
  const rows: readonly (readonly [Partial<LoopGateFacts>, string])[] = [
    [{ task: null, files: 0 }, 'orientation low'],
    [{}, 'implementation-or-review medium'],
    [{ task: null, files: 0, pullRequest: '7' }, 'implementation-or-review medium'],
    [{ handoff: weak }, 'handoff high'],
    [{ handoff: weak, standing: 'open' }, 'manual-gated-task medium'],
    [{ handoff: weak, standing: 'approved' }, 'manual-gated-task medium'],
    [{ handoff: weak, standing: 'merged' }, 'orientation low'],
    [{ private: true, standing: 'merged' }, 'claim-boundary critical'],
    [{ handoff: null }, 'handoff high'],
    [{ handoff: unknown }, 'handoff high'],
    [{ task: { ...task, status: 'blocked' }, handoff: weak }, 'manual-gated-task medium'],
    [{ reviewFollowups: true }, 'review-followup medium'],
    [{ serial: true }, 'serial-task-selection medium'],
    [{ claimFindings: 1 }, 'claim-boundary high'],
    [{ private: true, task: null, files: 0 }, 'claim-boundary critical'],
  ];
  for (const [more, expected] of rows)
    it(`is ${expected} with ${JSON.stringify(more)}`, () => {
      const found = loopGate({
        task,
        standing: null,
        files: 1,
        pullRequest: null,
        handoff: whole,
        private: false,
        serial: false,
        claimFindings: 0,
        reviewFollowups: false,
        ...more,
      });
      assert.equal(`${found.gate} ${found.severity}`, expected);
      assert.match(found.nextCommand, /^mam [a-z]/);
    });
});
