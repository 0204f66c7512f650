import { problem, type Problem } from '../../base/problem.ts';
import type { Context } from '../context.ts';
import type { DomainEvent } from '../event.ts';
import type { State } from '../state.ts';
import { normaliseClaims } from './claims.ts';
import { jobsAtWorkOn } from '../delegation/holds.ts';
import { branchOf, isOverdue, leaseName } from './facts.ts';
import { heldBy } from './heldBy.ts';
import { needsRecovery } from './refusals.ts';
import { contested, sharedWith } from './shared.ts';
import type { Lease } from './types.ts';

/** Who wants to write what, apart from a run of the loop. */
export interface Scope {
  readonly task: string | null;
  readonly issue: string | null;
  readonly branch: string;
  /** Relative to the control root, `.` for it. */
  readonly worktree: string;
  /** Paths relative to the repository; none claims nothing. */
  readonly files: readonly string[];
  readonly session: string;
  readonly agent: string;
  readonly ttlMs: number;
  /** Paths that nobody competes for; left out, the usual ones. */
  readonly contextPaths?: readonly string[];
}

export interface Claim {
  readonly events: readonly DomainEvent[];
  readonly blockers: readonly Problem[];
  readonly warnings: readonly Problem[];
}

/**
 * Claims the files of a scope, or prolongs the lease that it holds. All or nothing: with a blocker nothing is claimed and
 * the first holder keeps what it has. A lease that needs recovery blocks its own files alone.
 */
export function claimFiles(state: State, scope: Scope, context: Pick<Context, 'at' | 'awakeMs' | 'id'>): Claim {
  const files = scope.files.length === 0 ? null : normaliseClaims(scope.files);
  if (files && !files.ok) return { events: [], blockers: [files.error], warnings: [] };
  const claims = files?.value ?? [];
  const leases = Object.values(state.leases);
  const stale = leases.filter((lease) => isSame(state, lease, scope) && isStale(state, lease, context.awakeMs));
  const own = leases.filter((lease) => isSame(state, lease, scope) && !stale.includes(lease));
  const others = leases.filter((lease) => !stale.includes(lease) && !own.includes(lease));

  const clashesOf = sharedWith(claims, scope.contextPaths);
  const blockers = others.flatMap((lease) => {
    return clashesOf(lease.claims).length === 0
      ? []
      : [heldBy(state, lease, contested(lease.claims, claims, scope.contextPaths))];
  });
  const atWork = jobsAtWorkOn(state, claims, scope.contextPaths, (job) => job.task !== null && job.task === scope.task);
  const broken = own.filter((lease) => lease.state === 'recovery-needed');
  const warnings = [
    ...stale.map((lease) => cleared(state, lease)),
    ...others.filter((lease) => lease.state === 'recovery-needed').map((lease) => needsRecovery(state, lease)),
    ...own.filter((lease) => lease.state === 'active').map((lease) => alreadyActive(state, lease)),
  ];
  const refused = [...broken.map((lease) => needsRecovery(state, lease)), ...blockers, ...atWork];
  if (refused.length > 0) return { events: [], blockers: refused, warnings: [] };
  return {
    events: [
      ...stale.map((lease): DomainEvent => ({ type: 'leaseExpired', lease: lease.id })),
      ...claimOrRenew(state, own, scope, claims, context),
    ],
    blockers: [],
    warnings,
  };
}

/** Sibling tasks share branch and issue, so where there is a task it alone decides. What a person holds is nobody else's. */
const isSame = (state: State, lease: Lease, scope: Scope): boolean => {
  if (lease.person !== undefined) return false;
  if (lease.task !== null || scope.task !== null) return lease.task === scope.task;
  return branchOf(state, lease) === scope.branch || (scope.issue !== null && lease.issue === scope.issue);
};

/** The scope's own lease that lapsed in the main checkout with nobody at work in it; looking there would tell nothing of the lease. */
const isStale = (state: State, lease: Lease, awakeMs: number): boolean =>
  isOverdue(state, lease, awakeMs) && lease.worktree === '.' && lease.borrower === null;

function claimOrRenew(
  state: State,
  own: readonly Lease[],
  scope: Scope,
  claims: readonly string[],
  context: Pick<Context, 'at' | 'awakeMs' | 'id'>,
): readonly DomainEvent[] {
  const [held] = own;
  const expiresAwake = context.awakeMs + scope.ttlMs;
  if (!held)
    return claims.length === 0
      ? []
      : [
          {
            type: 'leaseClaimed',
            lease: {
              id: context.id(),
              run: null,
              task: scope.task,
              issue: scope.issue,
              branch: scope.branch,
              worktree: scope.worktree,
              session: scope.session,
              agent: scope.agent,
              claims,
              epoch: state.epoch + 1,
              claimedAt: context.at,
              ttlMs: scope.ttlMs,
              expiresAwake,
              state: 'active',
              borrower: null,
            },
          },
        ];
  // A run's lease is its own affair: its owner renews it, and its claim is what the task may change.
  if (held.run !== null) return [];
  const wanted = claims.length === 0 ? held.claims : held.borrower ? [...new Set([...held.claims, ...claims])] : claims;
  if (wanted.length === held.claims.length && wanted.every((claim) => held.claims.includes(claim)))
    return [{ type: 'leasesRenewed', expiresAwake: { [held.id]: expiresAwake } }];
  return [
    {
      type: 'leaseClaimed',
      lease: {
        ...held,
        claims: wanted,
        epoch: state.epoch + 1,
        renewedAt: context.at,
        ttlMs: scope.ttlMs,
        expiresAwake,
      },
    },
  ];
}

const alreadyActive = (state: State, lease: Lease): Problem =>
  problem('lease.alreadyActive', 'The lease {lease} is active already and is kept.', {
    lease: leaseName(state, lease),
  });

const cleared = (state: State, lease: Lease): Problem =>
  lease.state === 'recovery-needed'
    ? problem(
        'lease.staleRecoveryCleared',
        'The lease {lease} waited for recovery after its time was up, and is given up.',
        {
          lease: leaseName(state, lease),
        },
      )
    : problem('lease.staleFreeCleared', 'The lease {lease} was over and nobody used it, so it is given up.', {
        lease: leaseName(state, lease),
      });
