import type { Breach } from '../../src/core/breach/types.ts';
import type { CheckResult } from '../../src/core/evidence/types.ts';
import type { Run } from '../../src/core/loop/types.ts';
import type { Verdict } from '../../src/core/review/types.ts';
import type { State } from '../../src/core/state.ts';
import { CoreWorld } from './core.ts';

export interface Scene {
  readonly state: State;
  readonly run: Run;
}

/** A run whose gate is open. */
export function openScene(): Scene {
  const world = new CoreWorld().start().playUntil();
  return { state: world.state, run: world.run() };
}

export const withRun =
  (change: (run: Run) => Partial<Run>) =>
  (scene: Scene): Scene => ({
    ...scene,
    run: { ...scene.run, ...change(scene.run) },
  });
export const withState =
  (change: (state: State, run: Run) => Partial<State>) =>
  (scene: Scene): Scene => ({
    ...scene,
    state: { ...scene.state, ...change(scene.state, scene.run) },
  });
export const resultOf = (run: Run, changes: Partial<CheckResult>): CheckResult => ({ ...run.results[0]!, ...changes });
export const verdictOf = (run: Run, changes: Partial<Verdict>): Verdict => ({ ...run.verdicts[0]!, ...changes });

export const breachOf = (run: Run, changes: Partial<Breach> = {}): Breach => ({
  id: 'b',
  kind: 'config',
  names: ['core.hookspath in .git/config'],
  more: 0,
  witnesses: [{ job: 'j', run: run.id, session: 'implementer' }],
  tie: null,
  blocks: true,
  at: '2026-01-31T12:00:00Z',
  ...changes,
});

/** What closes the gate: the rule that says so, and its words. */
export interface Row {
  readonly name: string;
  readonly change: (scene: Scene) => Scene;
  readonly rule: string;
  readonly outcome: 'fail' | 'pending';
  readonly code: string;
}
