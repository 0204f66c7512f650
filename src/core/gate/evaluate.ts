import { sameValue } from '../../base/sameValue.ts';
import type { Run } from '../loop/types.ts';
import type { State } from '../state.ts';
import { gateFacts, type GateFacts } from './facts.ts';
import { rules } from './rules/index.ts';
import type { GateResult } from './types.ts';

/** What was evaluated last for a run: a gate is asked for after every event, and few of them are about its run. */
const evaluated = new WeakMap<Run, { readonly facts: GateFacts; readonly gate: GateResult }>();

/** The conservative gate: open only when every rule passes. Unknown counts as closed. The run's own where it says the same. */
export function evaluateGate(state: State, run: Run): GateResult {
  const facts = gateFacts(state, run);
  const before = evaluated.get(run);
  if (before && sameValue(before.facts, facts)) return before.gate;
  const results = rules.map((rule) => ({ rule: rule.id, ...rule.evaluate(facts) }));
  const found = { open: results.every((result) => result.outcome === 'pass'), rules: results };
  const gate = run.gate && sameValue(run.gate, found) ? run.gate : found;
  evaluated.set(run, { facts, gate });
  return gate;
}
