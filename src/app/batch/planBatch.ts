import { problem, type Problem } from '../../base/problem.ts';
import type { BatchChange, BatchOptions, BatchPlan, BatchSeat } from '../../core/batch/types.ts';
import { uncountable } from '../agentFitness.ts';
import { authOf } from './authOf.ts';
import { pickSeats } from './pickSeats.ts';
import type { BatchRequest } from './request.ts';
import { staffSeats, type StaffDeps } from './staffSeats.ts';

export interface PlanDeps extends StaffDeps {
  readonly worktreesRoot: string;
  /** Whether the checkout has changes that are not committed. */
  readonly uncommitted: boolean;
}

/** A batch as it would be, with everything that is in its way. Starts nothing, and asks no agent. */
export function planBatch(
  request: BatchRequest,
  change: { readonly found: BatchChange } | { readonly missing: Problem },
  deps: PlanDeps,
): BatchPlan {
  const { state } = deps;
  const picked = pickSeats(request, state);
  const staffed = state.topology ? staffSeats(picked.roles, state.topology, request, deps) : null;
  const seats = staffed?.ok ? staffed.value : [];
  const found = 'found' in change ? change.found : null;
  return {
    kind: request.kind,
    execute: request.execute,
    seats,
    change: found,
    options: optionsOf(request, deps, seats),
    blockers: [
      ...picked.blockers,
      ...(staffed?.ok === false ? [staffed.error] : []),
      ...('missing' in change ? [change.missing] : []),
      ...(request.sandbox === 'danger-full-access' ? [noWayOut()] : []),
      ...agentsOf(seats).flatMap((id) => {
        const status = deps.statuses[id];
        return status && status.kind !== 'ready' ? [status.problem] : [];
      }),
      ...deps.agents
        .list()
        .filter(({ id }) => agentsOf(seats).includes(id))
        .flatMap((agent) => uncountable(agent, request.maxCommands)),
    ],
    warnings: [
      ...request.warnings,
      ...agentsOf(seats).flatMap((id) => {
        const status = deps.statuses[id];
        return status?.kind === 'ready' && status.warning ? [status.warning] : [];
      }),
      ...(request.dual ? seats.filter((seat) => seat.lanes.length === 1).map(oneLane) : []),
      ...(found && found.files.length === 0 ? [noChange(found)] : []),
      ...(deps.uncommitted && found?.run === null ? [uncommitted()] : []),
      ...(request.execute ? uncounted(request, found) : [nothingStarted()]),
    ],
  };
}

/** The agents that lanes would be given to, each once. */
export const agentsOf = (seats: readonly BatchSeat[]): readonly string[] => [
  ...new Set(seats.flatMap((seat) => seat.lanes.map((lane) => lane.agent))),
];

const optionsOf = (
  request: BatchRequest,
  { settings, worktreesRoot, statuses }: PlanDeps,
  seats: readonly BatchSeat[],
): BatchOptions => ({
  timeoutMs: request.timeoutMs,
  maxCommands: request.maxCommands,
  fullAccess: settings['mam.agents.fullAccess'],
  mayRun: request.sandbox === 'workspace-write',
  worktreesRoot,
  auth: authOf(settings, agentsOf(seats), statuses),
  model: request.model,
  counts: request.counts,
});

function uncounted({ counts }: BatchRequest, change: BatchChange | null): readonly Problem[] {
  if (!counts)
    return [
      problem(
        'runner.notCounted',
        'The verdicts of these lanes are shown and count for no gate. Give --record-gate-heartbeats to let them count.',
      ),
    ];
  return change && change.run === null
    ? [
        problem(
          'runner.noRun',
          'No run of MAM made {head}, so there is no gate that the verdicts could count for. They are shown.',
          { head: change.identity.head.slice(0, 12) },
        ),
      ]
    : [];
}

const oneLane = ({ role, shipGate }: BatchSeat): Problem =>
  shipGate === 'blocking'
    ? problem('runner.noSecond', 'There is no ready agent of another family, so nobody looks a second time.')
    : problem('runner.advises', '{role} gives no verdict that a gate waits for, so nobody looks a second time.', {
        role,
      });

const noWayOut = (): Problem =>
  problem(
    'runner.unconfined',
    'A lane that reads is never let out of its sandbox. Use --sandbox read-only, or workspace-write to let it run checks in a checkout of its own.',
  );

const noChange = ({ branch }: BatchChange): Problem =>
  problem(
    'runner.noChange',
    '{branch} has no committed change against its base, so there is little to look at. Name another base with --base.',
    {
      branch,
    },
  );

const uncommitted = (): Problem =>
  problem(
    'runner.uncommitted',
    'The checkout has changes that are not committed. The lanes look at the last commit only.',
  );

const nothingStarted = (): Problem =>
  problem('runner.dryRun', 'Nothing was started, and no agent was asked who is signed in. Give --execute to do it.');
