import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Context } from '../context.ts';
import type { DomainEvent } from '../event.ts';
import { limitedAgent } from '../limit/limitedAgent.ts';
import { startLoop } from '../loop/decide.ts';
import { integrationBranch } from '../loop/names.ts';
import { isBusy } from '../loop/phases.ts';
import type { Run } from '../loop/types.ts';
import { redactProblem } from '../privacy/redactProblem.ts';
import { redactArgv } from '../privacy/secrets.ts';
import { openShipProblem } from '../ship/shipsOf.ts';
import type { State } from '../state.ts';
import type { PatchPlan, Proposal } from './types.ts';
import { proposalsOpen } from './underWay.ts';
import { unfinished } from './unfinished.ts';

/**
 * Starts a run that ends with a proposed patch, or records why there is none. Whatever was proposed before is over in
 * the same moment: a lane that is killed leaves no older patch that could be taken for its own. Refused while another
 * one has not come to its end, which would lose what it proposes.
 */
export function startPatch(state: State, plan: PatchPlan, context: Context): Result<readonly DomainEvent[], Problem> {
  if (proposalsOpen(state))
    return err(
      problem(
        'patch.running',
        'A lane that proposes a patch runs already. Wait until it has ended, or stop it with Ctrl-C.',
      ),
    );
  return ok(start(state, plan, context));
}

function start(state: State, plan: PatchPlan, context: Context): readonly DomainEvent[] {
  const { task, options } = plan;
  const about: Proposal = {
    run: null,
    task: task?.id ?? null,
    session: plan.session,
    role: plan.role,
    agent: plan.agent,
    base: null,
    worktree: null,
    command: redactArgv(plan.command, context.redact),
    terms: plan.terms,
    verdict: 'blocked',
    patch: '',
    clean: true,
    blockers: [],
    warnings: plan.warnings.map((one) => redactProblem(one, context.redact)),
  };
  const blocked = (why: readonly Problem[]): readonly DomainEvent[] => [
    { type: 'proposalMade', proposal: { ...about, blockers: why.map((one) => redactProblem(one, context.redact)) } },
  ];
  if (plan.blockers.length > 0 || !task || !options) return blocked(plan.blockers);
  if (Object.values(state.teams).some((team) => team.decision === 'running'))
    return blocked([
      problem('patch.teamRunning', 'A team of omc runs. Wait until it has ended, or stop it with Ctrl-C.'),
    ]);
  const limit = limitedAgent(state, plan.agent, context.at, '--write-agent');
  if (limit) return blocked([limit]);
  const repaired = repairedRun(state, task.id);
  const why = repaired ? whyNotRepaired(state, repaired) : null;
  if (why) return blocked([why]);
  const { assignment } = options.patch;
  const patch = {
    ...options.patch,
    command: about.command,
    assignment: assignment === null ? null : context.redact(assignment),
    ...(repaired ? { repairs: repaired.id } : {}),
  };
  const started = startLoop(state, { type: 'startLoop', options: { ...options, patch }, claims: {} }, context);
  if (!started.ok) return blocked([started.error]);
  const loop = started.value.find((event) => event.type === 'loopStarted');
  if (!loop) return blocked([]);
  const run = context.id();
  return [
    { type: 'proposalMade', proposal: { ...about, run, blockers: [unfinished(plan.agent)] } },
    ...started.value,
    {
      type: 'runStarted',
      run,
      loop: loop.loop,
      task,
      claims: repaired?.claims ?? plan.claims,
      branch: repaired?.branch ?? integrationBranch(task.id),
    },
  ];
}

/** The run of the task that waits with committed work, which a patch would mend. */
export const repairedRun = (state: State, task: string): Run | undefined =>
  Object.values(state.runs).findLast((run) => run.task.id === task && run.phase !== 'ended' && run.change !== null);

/** It has to stand still, and its lease has to be free, as long as somebody mends it. */
function whyNotRepaired(state: State, run: Run): Problem | null {
  const shipping = openShipProblem(state, run.task.id);
  if (shipping) return shipping;
  // One that is tried again by itself does not stand still.
  const rests = run.phase === 'waiting' || run.phase === 'needs-you' || run.phase === 'stopped';
  if (rests && run.decision === null && !isBusy(state, run)) return null;
  return problem('patch.taskBusy', '{task} is being worked on or decided. Stop the loop, or wait until it rests.', {
    task: run.task.id,
  });
}
