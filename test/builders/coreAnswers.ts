import type { Effect } from '../../src/core/effect.ts';
import type { Outcome } from '../../src/core/outcome.ts';
import type { PointWord } from '../../src/core/dispute/types.ts';
import type { VerdictWord } from '../../src/core/review/types.ts';
import { problem } from '../../src/base/problem.ts';
import { shipUnknown } from '../../src/core/ship/settle.ts';
import { failedWith, fileOf, laneEnds, laneLimited, reviewed } from './core.ts';
import { teamAnswers } from './team.ts';

/** A lane that rejects or passes, and says this to every point. */
const argued = (word: VerdictWord, said: PointWord): Outcome => ({
  kind: 'runLane',
  outcome: { kind: 'report', text: 'Report.' },
  review: {
    word,
    problem: null,
    summary: 'Summary.',
    findings: word === 'pass' ? [] : [{ severity: 'major', text: 'It leaks.' }],
    points: [1, 2, 3].map((point) => ({ point, word: said, reason: 'Because.' })),
    integrityFault: false,
  },
});

/** How the world may answer an effect, by kind; `success` stands for its own answer. */
export const answers: Readonly<Record<Effect['kind'], readonly (Outcome | 'success')[]>> = {
  prepareRun: ['success', failedWith()],
  promoteReports: ['success', failedWith()],
  clearJobFolders: ['success', { kind: 'clearJobFolders', cleared: [], kept: ['job'] }, failedWith()],
  sightSource: [
    'success',
    { kind: 'sightSource', sight: { head: 'elsewhere', commits: 0, uncommitted: 2, empty: true } },
    failedWith(),
  ],
  createWorktree: ['success', failedWith()],
  removeWorktree: ['success', failedWith()],
  setUpWorktree: ['success', failedWith()],
  auditBatch: ['success', { kind: 'auditBatch', found: [{ file: 'f', issue: 'i' }] }, failedWith()],
  startSession: ['success', failedWith()],
  stopSession: ['success', failedWith()],
  deliverPrompt: ['success', failedWith()],
  ...teamAnswers,
  validate: ['success', failedWith()],
  ship: ['success', { kind: 'ship', exitCode: 1, tail: '' }, failedWith(), failedWith(shipUnknown)],
  deleteBranch: ['success', failedWith()],
  openIssue: ['success', failedWith()],
  editQueue: ['success', failedWith()],
  runLane: [
    'success',
    reviewed('not-pass'),
    argued('not-pass', 'rebutted'),
    argued('pass', 'withdrawn'),
    reviewed(null),
    reviewed('pass', true),
    laneEnds('failed'),
    laneEnds('interrupted'),
    laneLimited('2026-01-31T13:00:00Z'),
    laneLimited(null),
    failedWith(),
  ],
  capturePatch: [
    'success',
    { kind: 'capturePatch', tree: 't', patch: 'p', roundFiles: [], files: [], faults: [] },
    {
      kind: 'capturePatch',
      tree: 't',
      patch: 'p',
      roundFiles: [fileOf('stray')],
      files: [fileOf('stray')],
      faults: [],
    },
    {
      kind: 'capturePatch',
      tree: 't',
      patch: '',
      roundFiles: [fileOf('src/a.ts')],
      files: [],
      faults: [problem('patch.secret', 'Secret.')],
    },
    failedWith(),
  ],
  commitPatch: ['success', failedWith()],
  applyPatch: ['success', failedWith()],
  runChecks: ['success', failedWith()],
  mergeResult: [
    'success',
    { kind: 'mergeResult', made: { kind: 'conflict', files: ['src/a.ts'] }, checks: [] },
    { kind: 'mergeResult', made: { kind: 'rewritten' }, checks: [] },
    { kind: 'mergeResult', made: { kind: 'clean', commit: 'm', tree: 't', both: ['src/a.ts'] }, checks: [] },
    failedWith(),
  ],
  mergeLocally: ['success', failedWith()],
  inspectLease: ['success', { kind: 'inspectLease', found: 'dirty-worktree' }, failedWith()],
  rescueLease: ['success', failedWith()],
};

export const failingChecks = (effect: Extract<Effect, { kind: 'runChecks' }>): Outcome => ({
  kind: 'runChecks',
  results: effect.checks.map((check) => ({
    check,
    head: effect.head,
    outcome: 'failed',
    exitCode: 1,
    durationMs: 1,
    tail: 'no',
  })),
});
