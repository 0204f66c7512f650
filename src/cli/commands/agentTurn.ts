import type { App } from '../../app/app.ts';
import type { BatchRequest } from '../../app/batch/request.ts';
import { seatVerdict } from '../../app/projections/batchStatus.ts';
import { artifactPath } from '../../app/projections/reviewArtifacts.ts';
import { problem, type Problem } from '../../base/problem.ts';
import type { Batch } from '../../core/batch/types.ts';
import { runBatch } from '../batch/runBatch.ts';
import { batchData, showBatch } from '../batch/showBatch.ts';
import { exit, type Cli } from '../cli.ts';
import { needPerson } from '../needPerson.ts';
import { createSettings } from '../settings.ts';
import { fail } from '../tell.ts';
import { json, type Call, type Verb } from '../verb.ts';
import { withApp } from '../withApp.ts';
import { isTaskId } from '../../core/task/taskId.ts';

export const agentTurn: Verb = {
  name: 'agent-turn',
  summary: 'Let one seat review the change, and a second agent after it',
  positional: '',
  positionals: [0, 0],
  options: {
    'session-id': { kind: 'text', value: 'ID', summary: 'The seat' },
    role: { kind: 'text', value: 'ROLE', summary: 'Its role, to be sure that the right seat is meant' },
    agent: { kind: 'text', value: 'A', summary: 'The agent, and no second one; otherwise the mix chooses' },
    task: { kind: 'text', value: 'T', summary: 'The task; otherwise the one under way' },
    pr: { kind: 'text', value: 'N', summary: 'Taken for compatibility; the committed change is reviewed' },
    base: {
      kind: 'text',
      value: 'REF',
      summary: 'What to compare with; otherwise what the run was made on, or mam.base',
    },
    'dry-run': { kind: 'flag', value: '', summary: 'Only render the command, as without any option' },
    execute: { kind: 'flag', value: '', summary: 'Run the lane' },
    json,
  },
  run: async (cli, call) => {
    const wrong = wrongOption(call);
    if (wrong) return fail(cli, wrong, exit.usage);
    const execute = call.flag('execute');
    const refused = execute ? needPerson(cli, 'agent-turn --execute') : null;
    if (refused) return fail(cli, refused, exit.blocked);
    return withApp(cli, { effects: execute ? 'batches' : [] }, (app) => turn(cli, call, app));
  },
};

function wrongOption(call: Call): Problem | null {
  if (call.text('session-id') === null || call.text('role') === null)
    return problem('cli.turnNeeds', 'Name the seat with --session-id and its role with --role.');
  const task = call.text('task');
  if (task !== null && !isTaskId(task))
    return problem('cli.badTask', '{task} is no task id. One looks like T-2026-0001.', { task });
  const pr = call.text('pr');
  if (pr !== null && !/^\d{1,7}$/.test(pr))
    return problem('cli.badPr', '--pr takes the number of a pull request, and {value} is none.', { value: pr });
  const agent = call.text('agent');
  if (agent !== null && !/^[a-z][a-z0-9-]{0,63}$/.test(agent))
    return problem('cli.badAgent', '--{option} takes auto or the id of an agent, and {value} is none.', {
      option: 'agent',
      value: agent,
    });
  return call.flag('dry-run') && call.flag('execute')
    ? problem('cli.dryAndExecute', 'Give --dry-run or --execute, not both.')
    : null;
}

async function turn(cli: Cli, call: Call, app: App): Promise<number> {
  const done = await runBatch(cli, app, requestOf(cli, call));
  if (!done.ok) return fail(cli, done.error, exit.blocked);
  const batch = done.value;
  if (call.flag('json')) cli.terminal.out(JSON.stringify(turnData(batch)));
  else showBatch(cli, batch);
  return exitOf(batch);
}

function requestOf(cli: Cli, call: Call): BatchRequest {
  const { settings, sourceOf } = createSettings(cli.env, {});
  const agent = call.text('agent');
  const named = agent === null || agent === 'auto' ? null : agent;
  // A second look is usual here: whoever asks for one review by hand wants to be sure. A setting that is off says otherwise.
  const second = sourceOf('mam.review.dualLane').kind === 'default' || settings['mam.review.dualLane'];
  return {
    kind: 'turn',
    execute: call.flag('execute'),
    sessions: [call.text('session-id') ?? ''],
    role: call.text('role'),
    agent: named,
    model: null,
    task: call.text('task'),
    base: call.text('base'),
    sandbox: settings['mam.review.mayRunChecks'] ? 'workspace-write' : 'read-only',
    maxParallel: 1,
    timeoutMs: settings['mam.lanes.timeoutMinutes'] * 60_000,
    maxCommands: 0,
    counts: true,
    dual: named === null && second,
    warnings: call.text('pr') === null ? [] : [prUnused()],
  };
}

const prUnused = (): Problem =>
  problem('turn.prUnused', 'MAM reviews what is committed here, whatever pull request it is in. Leave --pr out.');

/** `executed` once the lanes have ended by themselves, whatever they said. */
function turnData(batch: Batch): Readonly<Record<string, unknown>> {
  const [seat] = batch.seats;
  return {
    ...batchData(batch),
    decision: batch.decision === 'completed' ? 'executed' : batch.decision,
    verdict: seat ? seatVerdict(batch, seat) : null,
    artifacts: batch.jobs.map((job) => `reports/agent_loop/active/${artifactPath(batch, job)}`),
  };
}

/** Only a pass of every lane is one. */
function exitOf(batch: Batch): number {
  if (batch.decision === 'planned') return exit.done;
  const [seat] = batch.seats;
  const verdict = seat && batch.decision === 'completed' ? seatVerdict(batch, seat) : null;
  const isAdvice = seat?.shipGate !== 'blocking' && batch.decision === 'completed';
  return verdict === 'approved' || verdict === 'clear' || (isAdvice && verdict === null) ? exit.done : exit.blocked;
}
