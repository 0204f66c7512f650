import { problem } from '../../base/problem.ts';
import type { Context } from '../context.ts';
import type { DomainEvent } from '../event.ts';
import { identityOf } from '../gate/facts.ts';
import type { State } from '../state.ts';
import { writerRole } from '../topology/roles.ts';
import { agentOf } from './agentOf.ts';
import { guardChange } from './guardChange.ts';
import { needLease } from './needLease.ts';
import { isTimeUp, startRound } from './startRound.ts';
import { needTurn, triesOf } from './turn.ts';
import type { Run } from './types.ts';

/** The writer's own look at its commit. It raises no gate: what it rejects is repaired before anybody else looks. */
export function selfReview(state: State, run: Run, context: Context): readonly DomainEvent[] {
  const identity = identityOf(run);
  const writer = writerRole(run.options.topology);
  if (!identity || !writer) return [];
  const lease = needLease(state, run, context);
  if (lease) return lease;
  const guard = guardChange(state, run);
  if (guard) return guard;
  const turn = {
    kind: 'self-review',
    role: writer,
    staff: agentOf(run, writer.session),
    commit: identity.head,
    identity,
  } as const;
  const answer = triesOf(run, turn).find((job) => job.answer !== undefined)?.answer;
  if (!answer) return needTurn(state, run, turn, context);
  if (answer.word === 'pass') return [{ type: 'phaseEntered', run: run.id, phase: 'reviewing' }];
  if (run.round < run.options.maxRounds && !isTimeUp(run, context)) return startRound(run, context);
  const why = problem(
    'loop.selfCap',
    '{task}: its writer still rejects its own work after round {rounds}. Return it with comments, or abandon it.',
    { task: run.task.id, rounds: run.round },
  );
  return [{ type: 'runAsked', run: run.id, ask: { kind: 'problem', problem: why } }];
}
