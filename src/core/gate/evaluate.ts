import type { Run } from '../loop/types.ts';
import type { State } from '../state.ts';
import { gateFacts } from './facts.ts';
import { rules } from './rules/index.ts';
import type { GateResult } from './types.ts';

/** The conservative gate: open only when every rule passes. Unknown counts as closed. */
export function evaluateGate(state: State, run: Run): GateResult {
  const facts = gateFacts(state, run);
  const results = rules.map((rule) => ({ rule: rule.id, ...rule.evaluate(facts) }));
  return { open: results.every((result) => result.outcome === 'pass'), rules: results };
}
