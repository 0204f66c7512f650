import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Context } from '../context.ts';
import type { DomainEvent } from '../event.ts';
import type { State } from '../state.ts';
import { sightArtifacts } from './artifacts.ts';
import { attemptOf } from './attempts.ts';
import type { DelegationCommand } from './command.ts';
import { confirmPrompt, sendPrompt } from './deliver.ts';
import { cancel, endByPerson, retry } from './end.ts';
import { judge } from './judge.ts';
import { sightReport } from './report.ts';
import { signalAttempt } from './signal.ts';
import { submit } from './submit.ts';

/** What follows from one command about delegated jobs. */
export function decideDelegation(
  state: State,
  command: DelegationCommand,
  context: Context,
): Result<readonly DomainEvent[], Problem> {
  if (command.type === 'submitJob') return submit(state, command);
  if (command.type === 'judgeJobs') return ok(judge(state, command.modes, context));
  const job = Object.hasOwn(state.delegations, command.job) ? state.delegations[command.job] : undefined;
  if (!job)
    return err(
      problem('job.unknown', 'There is no job {job}. `mam job list` lists those that there are.', { job: command.job }),
    );
  switch (command.type) {
    case 'cancelJob':
      return cancel(job, command, context);
    case 'endJob':
      return endByPerson(job, command, context);
    case 'retryJob':
      return retry(job, state.agentSessions[job.session]);
    case 'signalAttempt':
      return signalAttempt(job, command, context);
    case 'settlePermission':
      return ok(
        attemptOf(job, command.attempt)?.permission
          ? [{ type: 'permissionSettled', job: job.id, attempt: command.attempt }]
          : [],
      );
    case 'sightReport':
      return ok(sightReport(job, command, context));
    case 'sightArtifacts':
      return ok(sightArtifacts(job, command));
    case 'sendPrompt':
      return sendPrompt(state, job, command, context);
    case 'confirmPrompt':
      return ok(confirmPrompt(job, command));
  }
}
