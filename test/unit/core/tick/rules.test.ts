import assert from 'node:assert/strict';
import type { State } from '../../../../src/core/state.ts';
import { tickRules } from '../../../../src/core/tick/rules/index.ts';
import { tickScene } from '../../../../src/core/tick/scene.ts';
import type { TickFacts } from '../../../../src/core/tick/types.ts';
import { found, reviewedWorld, weighty } from '../../../builders/tick.ts';

const at = '2026-01-31T12:00:00Z';

interface Row {
  readonly name: string;
  readonly facts?: Partial<TickFacts>;
  readonly state?: (state: State) => Partial<State>;
  /** Codes of the blockers of a dry tick, and of one that executes. */
  readonly dry: readonly string[];
  readonly executing: readonly string[];
  /** Codes of the warnings of a dry tick. */
  readonly warned?: readonly string[];
}

/** In the way in both modes. */
const always = (name: string, facts: Partial<TickFacts>, ...codes: readonly string[]): Row => ({
  name,
  facts,
  dry: codes,
  executing: codes,
});

/** In the way of a tick that executes, and a warning of a dry one. */
const whenShipping = (name: string, row: Pick<Row, 'facts' | 'state'>, ...codes: readonly string[]): Row => ({
  name,
  ...row,
  dry: [],
  executing: codes,
  warned: codes,
});

const rows: readonly Row[] = [
  always('nothing is in the way', {}),
  ...['HEAD', 'main', 'master', 'unknown', 'release/2'].map((branch) =>
    always(`the branch is ${branch}`, { branch }, 'tick.notIssueBranch'),
  ),
  always('no issue is known', { issue: null }, 'tick.noIssue'),
  always(
    'other work overlaps',
    {
      overlap: {
        result: 'blocked',
        blockers: [found('overlap.openPr'), found('overlap.staleBase')],
        warnings: [],
        evidence: [],
      },
    },
    'tick.overlapBlocked',
    'overlap.openPr',
    'overlap.staleBase',
  ),
  always('overlap is unknown', { overlap: { failed: found('git.failed') } }, 'tick.overlapFailed', 'git.failed'),
  ...['missing', 'signedOut', 'offline', 'unanswered'].map((why): Row => {
    const unheard = found(`forge.${why}`);
    return {
      name: `what a forge knows was not heard: ${why}`,
      facts: { overlap: { result: 'warn', blockers: [], warnings: [unheard], evidence: [] } },
      dry: [],
      executing: ['tick.forgeUnknown', unheard.code],
      warned: [unheard.code],
    };
  }),
  {
    name: 'there is no forge',
    facts: { overlap: { result: 'warn', blockers: [], warnings: [found('forge.none')], evidence: [] } },
    dry: [],
    executing: [],
    warned: ['forge.none'],
  },
  always('overlap was not looked for', { overlap: null }),
  always('a load-bearing file comes without words', { surface: weighty('api/a.ts') }, 'tick.evidenceMissing'),
  always(
    'a surface needs evidence and has none',
    { surface: { ...weighty(''), surface: 'benchmark-reporting', loadBearing: [] } },
    'tick.evidenceMissing',
  ),
  always('a load-bearing file comes with a PR body', {
    surface: weighty('api/a.ts'),
    prBody: { path: 'body.md', missing: false, findings: [] },
  }),
  always('the reports hold something private', { privacy: { findings: 2, unreadable: 0 } }, 'tick.privacy'),
  always('a report is unreadable', { privacy: { findings: 0, unreadable: 1 } }, 'tick.privacyUnreadable'),
  always('the claim text is absent', { claimText: { path: 'c.md', missing: true, findings: [] } }, 'tick.claimMissing'),
  always(
    'the claim text is risky',
    { claimText: { path: 'c.md', missing: false, findings: [found('claim.word')] } },
    'tick.claimRisky',
    'claim.word',
  ),
  always('the PR body is absent', { prBody: { path: 'b.md', missing: true, findings: [] } }, 'tick.bodyMissing'),
  always(
    'the PR body has findings',
    { prBody: { path: 'b.md', missing: false, findings: [found('body.noCloser')] } },
    'tick.bodyFindings',
    'body.noCloser',
  ),
  {
    name: 'the queue is missing',
    state: () => ({ queue: { tasks: [], problems: [found('queue.missing')] } }),
    dry: ['queue.missing'],
    executing: ['queue.missing'],
  },
  whenShipping(
    'the task is not in the queue',
    { state: ({ queue }) => ({ queue: { ...queue, tasks: [] } }) },
    'tick.unknownTask',
  ),
  whenShipping(
    'the branch is not at what was reviewed',
    { facts: { head: 'elsewhere' } },
    'tick.roleNotPassed',
    'tick.roleNotPassed',
  ),
  whenShipping(
    'readiness is blocked',
    { facts: { readiness: { score: 70, decision: 'blocked', blockers: [found('readiness.handoff')], warnings: [] } } },
    'tick.readiness',
    'readiness.handoff',
  ),
  whenShipping(
    'the gate is closed',
    {
      state: ({ runs }) => ({
        runs: Object.fromEntries(Object.entries(runs).map(([id, run]) => [id, { ...run, gate: null }])),
      }),
    },
    'tick.gateClosed',
  ),
  {
    name: 'no ship command is set',
    facts: { ship: { command: [], refused: null } },
    dry: [],
    executing: ['tick.noShipCommand'],
  },
  {
    name: 'the checkout has changes that nobody reviewed',
    facts: { uncommitted: ['src/a.ts'] },
    dry: [],
    executing: ['tick.uncommitted'],
  },
  {
    name: 'shipping is forbidden',
    facts: { ship: { command: ['make'], refused: found('ship.killed') } },
    dry: [],
    executing: ['ship.killed'],
  },
  { name: 'no file is known', facts: { files: [] }, dry: [], executing: [], warned: ['tick.noFiles'] },
];

describe('the rules of a tick', () => {
  for (const { name, facts = {}, state, dry, executing, warned = [] } of rows)
    it(`say what is in the way when ${name}`, () => {
      const { world, facts: clear } = reviewedWorld(facts);
      const log = { ...world.state, ...state?.(world.state) };
      const codes = (execute: boolean, kind: 'blockers' | 'warnings'): readonly string[] => {
        const scene = tickScene(log, { ...clear, execute }, at);
        return tickRules.flatMap((rule) => rule(scene)[kind] ?? []).map((one) => one.code);
      };
      assert.deepEqual(codes(false, 'blockers'), dry);
      assert.deepEqual(codes(true, 'blockers'), executing);
      assert.deepEqual(codes(false, 'warnings'), warned);
    });

  it('have evidence for everything that is in order', () => {
    const { world, facts } = reviewedWorld({
      claimText: { path: 'c.md', missing: false, findings: [] },
      prBody: { path: 'b.md', missing: false, findings: [] },
    });
    const scene = tickScene(world.state, facts, at);
    assert.deepEqual(
      tickRules.flatMap((rule) => rule(scene).evidence ?? []).map((one) => one.code),
      [
        'tick.issueLinked',
        'tick.overlapResult',
        'tick.surface',
        'tick.privacyClear',
        'tick.claimClear',
        'tick.bodyClear',
        'tick.rolesPassed',
        'tick.readinessScore',
      ],
    );
  });
});
