import type { GateFacts } from '../facts.ts';
import type { GateRule } from '../types.ts';
import { breaches } from './breaches.ts';
import { change } from './change.ts';
import { checks } from './checks.ts';
import { freshness } from './freshness.ts';
import { integrity } from './integrity.ts';
import { lease } from './lease.ts';
import { merged } from './merged.ts';
import { reviews } from './reviews.ts';
import { scope } from './scope.ts';

/** Every rule of the gate, in the order in which a person reads them. All must pass. */
export const rules: readonly GateRule<GateFacts>[] = [
  change,
  scope,
  checks,
  reviews,
  integrity,
  breaches,
  lease,
  freshness,
  merged,
];
