import { problem } from '../../src/base/problem.ts';
import type { TickFacts } from '../../src/core/tick/types.ts';
import { evenMix } from '../../src/core/mix/parse.ts';
import { fourRole } from '../../src/core/topology/presets.ts';
import { CoreWorld } from './core.ts';

/** The task of a fresh `CoreWorld`. */
export const task = 'T-2026-0001';

/** Facts in which nothing is in the way but what the log says; `head` is where the branch is. */
export const tickFacts = (changes: Partial<TickFacts> = {}): TickFacts => ({
  topology: fourRole,
  execute: false,
  task,
  issue: '7',
  branch: 'feat/issue-7-title',
  head: null,
  worktree: '.',
  files: [`${task}.txt`],
  merged: false,
  uncommitted: [],
  surface: { surface: 'docs-only', confidence: 'high', private: false, needsEvidence: false, loadBearing: [] },
  claimText: null,
  prBody: null,
  overlap: { result: 'clear', blockers: [], warnings: [], evidence: [] },
  privacy: { findings: 0, unreadable: 0 },
  readiness: { score: 100, decision: 'ready-for-human-approval', blockers: [], warnings: [] },
  unrefreshed: [],
  mix: evenMix,
  leaseTtlMs: 60_000,
  contextPaths: ['tasks/queue.md'],
  ship: { command: ['make', 'ship-run'], refused: null },
  ...changes,
});

export const found = (code: string): ReturnType<typeof problem> => problem(code, 'Something.');

/** The surface of a change that touches a load-bearing file. */
export const weighty = (file: string): TickFacts['surface'] => ({
  surface: 'product-runtime',
  confidence: 'high',
  private: false,
  needsEvidence: true,
  loadBearing: [file],
});

/** A reviewed task that waits with an open gate, and the facts of a branch that is at what it committed. */
export function reviewedWorld(changes: Partial<TickFacts> = {}): {
  readonly world: CoreWorld;
  readonly facts: TickFacts;
} {
  const world = new CoreWorld().start().playUntil();
  return { world, facts: tickFacts({ head: world.run().change?.head ?? null, ...changes }) };
}
