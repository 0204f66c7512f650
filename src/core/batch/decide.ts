import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Context } from '../context.ts';
import type { DomainEvent } from '../event.ts';
import { limitedAgent } from '../limit/limitedAgent.ts';
import { redactProblem } from '../privacy/redactProblem.ts';
import { redactArgv } from '../privacy/secrets.ts';
import type { State } from '../state.ts';
import type { Batch, BatchPlan } from './types.ts';

const running = ({ batches }: State): Batch | undefined =>
  Object.values(batches).find((batch) => batch.decision === 'running');

/** Records a batch, and starts it where nothing is in the way: whatever is, nothing of it is started. */
export function startBatch(state: State, plan: BatchPlan, { id, at, redact }: Context): readonly DomainEvent[] {
  const other = plan.execute ? running(state) : undefined;
  const blockers = [
    ...plan.blockers,
    ...(plan.execute ? limitsOf(state, plan, at) : []),
    ...(other
      ? [problem('runner.running', 'A batch of lanes runs already. Wait until it has ended, or stop it with Ctrl-C.')]
      : []),
  ].map((one) => redactProblem(one, redact));
  const batch: Batch = {
    ...plan,
    id: id(),
    seats: plan.seats.map((seat) => ({
      ...seat,
      command: redactArgv(seat.command, redact),
      assignment: seat.assignment === null ? null : redact(seat.assignment),
    })),
    blockers,
    warnings: plan.warnings.map((one) => redactProblem(one, redact)),
    decision: blockers.length > 0 ? 'blocked' : plan.execute ? 'running' : 'planned',
    jobs: [],
    verdicts: [],
    audit: null,
    startedAt: at,
    endedAt: blockers.length > 0 || !plan.execute ? at : null,
  };
  return [{ type: 'batchStarted', batch }];
}

/** Usage limits of those who would work: a batch does not wait for the time. */
const limitsOf = (state: State, { seats }: BatchPlan, at: string): readonly Problem[] =>
  [...new Set(seats.flatMap((seat) => seat.lanes.map((lane) => lane.agent)))].flatMap((agent) => {
    const limited = limitedAgent(state, agent, at, '--read-agent');
    return limited ? [limited] : [];
  });

/** Ends the lanes of the batch that runs; what they handed in until then stays. */
export function stopBatch(state: State): Result<readonly DomainEvent[], Problem> {
  const batch = running(state);
  if (!batch) return err(problem('runner.notRunning', 'No batch of lanes is running.'));
  const stopped = problem('runner.stopped', 'The batch was stopped on request. Start it again to go on.');
  return ok(batch.blockers.length > 0 ? [] : [{ type: 'batchBlocked', batch: batch.id, problem: stopped }]);
}
