import { problem, type Problem } from '../../base/problem.ts';
import { sameValue } from '../../base/sameValue.ts';
import { laneAdmission } from '../circuit/admission.ts';
import type { Context } from '../context.ts';
import type { DomainEvent } from '../event.ts';
import type { Job, JobKind } from '../job/types.ts';
import type { Identity } from '../review/types.ts';
import type { State } from '../state.ts';
import type { Role } from '../topology/types.ts';
import { dispatch } from './dispatch.ts';
import { reviewWorktree } from './names.ts';
import type { Run } from './types.ts';
import { requestWorktree } from './worktrees.ts';

/** Somebody's turn to look and say something. */
export interface Turn {
  readonly kind: Exclude<JobKind, 'implement'>;
  readonly role: Role;
  readonly staff: Pick<Job, 'agent' | 'model' | 'effort'>;
  /** Where its checkout is. */
  readonly commit: string;
  /** What it judges; null before there is a change. */
  readonly identity: Identity | null;
  readonly prior?: string;
  readonly about?: readonly string[];
}

export interface Step {
  readonly events: readonly DomainEvent[];
  /** Nothing more will come from it in this round by itself. */
  readonly settled: boolean;
  /** What only a person can change. */
  readonly ask: Problem | null;
}

export const waiting: Step = { events: [], settled: false, ask: null };
export const settled: Step = { events: [], settled: true, ask: null };
export const goOn = (events: readonly DomainEvent[]): Step => ({ ...waiting, events });

/** The tries of a turn so far, oldest first. */
export const triesOf = (run: Run, { kind, role, prior, about }: Pick<Turn, 'kind' | 'role' | 'prior' | 'about'>) =>
  run.jobs.filter(
    (job) =>
      job.kind === kind &&
      job.round === run.round &&
      job.session === role.session &&
      job.prior === prior &&
      sameValue(job.about ?? [], about ?? []),
  );

/** A limit says nothing of whoever met it, so that a try which did does not count. */
export const isSpent = (run: Run, tries: readonly Job[]): boolean =>
  tries.filter((job) => job.ended?.outcome.kind !== 'limited').length >= run.reviewTries;

/** The next step of a turn that nobody has taken yet; settled when all its tries came to nothing. */
export function takeTurn(state: State, run: Run, turn: Turn, context: Context): Step {
  const tries = triesOf(run, turn);
  if (tries.some((job) => !job.ended)) return waiting;
  if (isSpent(run, tries)) return settled;
  const { kind, role, staff, commit, identity, prior, about } = turn;
  const admission = laneAdmission(state, staff.agent, context);
  if (admission.kind !== 'free') return admission.kind === 'wait' ? waiting : { ...waiting, ask: admission.problem };
  const before = run.jobs.filter(
    (job) => job.access === 'read' && job.round === run.round && job.session === role.session,
  );
  const attempt = before.length + 1;
  const worktree = reviewWorktree(run, role.session, attempt);
  if (state.worktrees[worktree]?.state !== 'ready')
    return goOn(requestWorktree(state, run, { worktree, purpose: 'review', commit }));
  return goOn(
    dispatch(run, {
      id: context.id(),
      run: run.id,
      kind,
      session: role.session,
      role: role.name,
      ...staff,
      access: 'read',
      round: run.round,
      attempt,
      worktree,
      identity,
      ...(prior === undefined ? {} : { prior }),
      ...(about === undefined ? {} : { about }),
      dispatchedAt: context.at,
    }),
  );
}

/** A turn that a run can't go on without: its next step, or the question why it came to nothing. */
export function needTurn(state: State, run: Run, turn: Turn, context: Context): readonly DomainEvent[] {
  const step = takeTurn(state, run, turn, context);
  const why = step.ask ?? (step.settled ? whyUnanswered(run, turn) : null);
  return why ? [{ type: 'runAsked', run: run.id, ask: { kind: 'problem', problem: why } }] : step.events;
}

const whyUnanswered = (run: Run, turn: Turn): Problem =>
  triesOf(run, turn).findLast((job) => job.noVerdict !== undefined)?.noVerdict ??
  problem('turn.noAnswer', '{role} gave no answer. Resume to ask again.', { role: turn.role.name });
