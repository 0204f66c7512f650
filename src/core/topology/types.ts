/** What a seat of the topology may do to the repository. */
type Authority = 'ledger' | 'write' | 'read';

/** How a seat's status counts for shipping. */
export type ShipGate = 'control-plane' | 'lease-owner' | 'blocking' | 'non-blocking';

export interface Role {
  /** Stable id of the role session, as in the registry: `implementer`. */
  readonly session: string;
  /** Display name, as in the registry: `Implementer`. */
  readonly name: string;
  readonly authority: Authority;
  readonly shipGate: ShipGate;
  /** When its verdict is needed for the gate. */
  readonly required: 'always' | 'load-bearing' | 'never';
  /** What it looks at when it reviews; one sentence for its brief. */
  readonly focus: string;
}

export interface Topology {
  readonly id: string;
  readonly roles: readonly Role[];
}
