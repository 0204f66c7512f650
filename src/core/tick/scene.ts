import { identityOf } from '../gate/facts.ts';
import { newestRunAt, newestRunOf } from '../loop/newestRun.ts';
import type { Run } from '../loop/types.ts';
import type { Identity } from '../review/types.ts';
import { gateStatus } from '../session/gateStatus.ts';
import { recordedStatus } from '../session/recordedStatus.ts';
import type { State } from '../state.ts';
import { requiredRoles } from '../topology/roles.ts';
import type { TickFacts } from './types.ts';

/** A seat whose pass the ship gate needs, and how it stands for exactly the commit in question. */
interface RoleStanding {
  readonly role: string;
  readonly status: string;
  readonly ok: boolean;
}

/** What the rules of a tick look at. */
export interface TickScene {
  readonly state: State;
  readonly facts: TickFacts;
  /** The task's newest run, if the branch is at what it committed. */
  readonly run: Run | null;
  readonly identity: Identity | null;
  readonly roles: readonly RoleStanding[];
}

/** Joins the facts with what the log says at `at` of the very commit that the branch is at. */
export function tickScene(state: State, facts: TickFacts, at: string): TickScene {
  const newest = newestRun(state, facts);
  const run = newest?.change && newest.change.head === facts.head ? newest : null;
  const identity = run && identityOf(run);
  const roles = requiredRoles(facts.topology, facts.surface.loadBearing.length > 0).map((role): RoleStanding => {
    const { status, ok } =
      run?.decision?.kind === 'approved'
        ? recordedStatus(state, run, role)
        : gateStatus(state, role, { run, identity }, at, facts.leaseTtlMs);
    return { role: role.name, status, ok };
  });
  return { state, facts, run, identity, roles };
}

/** Of the task if there is one; without a task, whatever run made this commit. */
const newestRun = (state: State, { task, head }: TickFacts): Run | undefined =>
  task !== null ? newestRunOf(state, task) : head === null ? undefined : newestRunAt(state, head);
