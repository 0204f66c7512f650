import type { GateResult, RuleOutcome } from '../../core/gate/types.ts';
import type { Run } from '../../core/loop/types.ts';
import type { ViewContext } from './viewContext.ts';

/** How many things keep a gate closed: each missing thing counts, and a rule that names none counts once. */
export const missingCount = (gate: GateResult | null): number =>
  (gate?.rules ?? [])
    .filter((rule) => rule.outcome !== 'pass')
    .reduce((count, rule) => count + Math.max(1, rule.missing.length), 0);

/** `gate open`, `gate: 2 missing`, or nothing while there is no gate to speak of. */
export const gatePhrase = (ctx: ViewContext, gate: GateResult | null): string => {
  if (gate === null) return '';
  return gate.open ? ctx.t('gate open') : ctx.t('gate: {count} missing', { count: missingCount(gate) });
};

/** A run that only waits for a person's yes or no. */
export const awaitsDecision = (run: Run): boolean =>
  run.phase === 'waiting' && run.gate?.open === true && run.decision === null;

export const outcomeIcon: Readonly<Record<RuleOutcome, string>> = {
  pass: 'pass',
  fail: 'error',
  pending: 'circle-outline',
};

export const outcomeWord = (ctx: ViewContext, outcome: RuleOutcome): string => {
  switch (outcome) {
    case 'pass':
      return ctx.t('pass');
    case 'fail':
      return ctx.t('not pass');
    case 'pending':
      return ctx.t('waiting');
  }
};
