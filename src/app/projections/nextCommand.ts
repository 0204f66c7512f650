import { commandLine } from '../../base/shellWord.ts';
import type { ShipGate } from '../../core/topology/types.ts';

/** What to run next for a seat that counts so for shipping and is about this task, or about none. */
export const nextCommand = (gate: ShipGate, task: string | null): string => {
  if (gate === 'lease-owner') return 'mam resume';
  return gate === 'blocking' && task !== null ? commandLine(['mam', 'gate', task]) : 'mam status';
};
