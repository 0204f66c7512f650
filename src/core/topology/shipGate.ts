import type { Role, ShipGate } from './types.ts';

/** How a seat counts for shipping: by what it may do, and a reader by whether its verdict is ever needed. */
export function shipGateOf({ authority, required }: Pick<Role, 'authority' | 'required'>): ShipGate {
  if (authority === 'ledger') return 'control-plane';
  if (authority === 'write') return 'lease-owner';
  return required === 'never' ? 'non-blocking' : 'blocking';
}
