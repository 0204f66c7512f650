import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { StartRequest } from '../../app/loopOptions.ts';
import type { App } from '../../app/app.ts';
import type { Loop } from '../../core/loop/types.ts';
import { topologyOf } from '../../protocol/settings.ts';
import { currentLoop, queueLoop } from '../../app/views/select.ts';
import { besideLoop } from '../besideLoop.ts';
import { exit, type Cli } from '../cli.ts';
import { onlyLoop } from '../followLoop.ts';
import { stepOptions } from '../loop/readSteps.ts';
import { needPerson } from '../needPerson.ts';
import { runToEnd } from '../runToEnd.ts';
import { isSample, makeSample, sampleCheck } from '../../host/sample/makeSample.ts';
import { createSettings } from '../settings.ts';
import { showLanePlans } from '../showLanePlan.ts';
import { readStartRequest } from '../startRequest.ts';
import { fail } from '../tell.ts';
import { topologyOption } from '../topologyOption.ts';
import { json, type Call, type Verb } from '../verb.ts';
import { withApp } from '../withApp.ts';

export const start: Verb = {
  name: 'start',
  summary: 'Take tasks of the queue through work, checks and reviews',
  positional: '[PATH]',
  positionals: [0, 1],
  options: {
    sample: { kind: 'flag', value: '', summary: 'Make a sample repository and work on it with the rehearsal agent' },
    task: { kind: 'texts', value: 'T', summary: 'Run this task; may be given several times' },
    limit: { kind: 'text', value: 'N', summary: 'Take at most so many tasks' },
    all: { kind: 'flag', value: '', summary: 'Go on to the end of the queue' },
    infinite: { kind: 'flag', value: '', summary: 'The same as --all' },
    target: { kind: 'text', value: 'N', summary: 'End once so many tasks were completed' },
    pool: { kind: 'text', value: 'N', summary: 'Work on so many tasks at once' },
    agents: { kind: 'texts', value: 'A,B', summary: 'Use only these agents', words: 'agents' },
    claims: { kind: 'texts', value: 'T=GLOB,…', summary: 'Files of a task that names none' },
    'allow-check': { kind: 'texts', value: 'COMMAND', summary: 'Allow this check for this loop' },
    ...stepOptions,
    topology: topologyOption,
    runner: { kind: 'text', value: 'dry-run', summary: 'Only show the commands of the lanes, and start none' },
    yes: { kind: 'flag', value: '', summary: 'Allow the checks of the tasks without asking' },
    json: { ...json, summary: 'Print every event as a line of JSON, and a summary as the last line' },
  },
  run: runStart,
};

async function runStart(cli: Cli, call: Call): Promise<number> {
  const refused = needPerson(cli, 'start');
  if (refused) return fail(cli, refused, exit.blocked);
  const topology = call.text('topology');
  const settings = topology === null ? {} : { 'mam.topology': topology };
  const read = createSettings(cli.env, settings);
  const team = topologyOf(read.settings);
  if (!team.ok) return fail(cli, team.error, exit.usage);
  const asked = readStartRequest(call, read.settings['mam.loop.infinite'] ? null : read.settings['mam.loop.limit']);
  if (!asked.ok) return fail(cli, asked.error, exit.usage);
  const runner = call.text('runner');
  if (runner !== null && runner !== 'dry-run') return fail(cli, badRunner(runner), exit.usage);
  const place = await placeOf(cli, call, asked.value);
  if (!place.ok) return fail(cli, place.error, exit.blocked);
  if (runner !== null)
    return withApp(cli, { folder: place.value.folder, settings, mirrorOnly: true }, async (app) => {
      const plan = await app.planLanes(place.value.request);
      if (!plan.ok) return fail(cli, plan.error, exit.blocked);
      showLanePlans(cli, plan.value, call.flag('json'));
      return plan.value.every(({ lanes }) => lanes.every(({ command }) => command.ok)) ? exit.done : exit.blocked;
    });

  const { folder, request } = place.value;
  for (;;) {
    const opened = await cli.open({ folder, settings, effects: 'all' });
    if (!opened.ok) return fail(cli, opened.error, exit.blocked);
    const code = await startIn(cli, call, opened.value, request);
    if (code !== null) return code;
  }
}

/** Null where a loop has ended that the tasks had to wait for, so that they can be started now. Closes the application. */
async function startIn(cli: Cli, call: Call, app: App, request: StartRequest): Promise<number | null> {
  const asJson = call.flag('json');
  if (app.role === 'mirror' && app.owner)
    cli.terminal.err(cli.t('{owner} runs the work; this terminal follows it.', { owner: app.owner.label }));
  const answers = call.flag('yes') ? 'yes' : cli.terminal.interactive && !asJson ? 'ask' : 'leave';
  const told = { since: app.state.seq, json: asJson, answers } as const;
  // A loop that runs already, in another window or since before a crash, is followed instead.
  const running = queueLoop(app.state);
  if (running && request.tasks) {
    tellOfRunning(cli, app, request);
    return besideLoop(cli, app, { loop: running, tasks: request.tasks, told });
  }
  const started = running ? null : await app.startLoop(request, cli.actor);
  const loop = loopOf(app, started);
  if (loop === null) {
    await app.close();
    return started?.ok === false ? fail(cli, started.error, exit.blocked) : exit.blocked;
  }
  if (!started?.ok) tellOfRunning(cli, app, request);
  else if (app.facts.branch === null && createSettings(cli.env, {}).settings['mam.base'] === '')
    cli.terminal.err(
      cli.t(
        'HEAD is on no branch, so what is approved is yours to merge. Name a branch in mam.base to have that done.',
      ),
    );
  return runToEnd(cli, app, { ...told, followed: onlyLoop(loop.id) });
}

const badRunner = (runner: string): Problem =>
  problem('cli.badRunner', '--runner can only be dry-run, and {runner} is something else.', { runner });

/** The loop that was started, else the one that runs already. */
function loopOf({ state }: App, started: Awaited<ReturnType<App['startLoop']>> | null): Loop | null {
  if (started?.ok === true) {
    const id = started.value.flatMap((event) => (event.type === 'loopStarted' ? [event.loop] : []))[0];
    return state.loops[id ?? ''] ?? null;
  }
  return started === null || started.error.code === 'loop.running' ? (queueLoop(state) ?? currentLoop(state)) : null;
}

function tellOfRunning({ t, terminal }: Cli, app: App, { steps }: StartRequest): void {
  if (app.role === 'owner') terminal.err(t('The loop that was left here goes on.'));
  if (steps) terminal.err(t('Its steps stay as it was started with them.'));
}

/** What works on the sample, whoever has a seat by the settings: that could spend a person's account. */
const rehearsal = { only: ['rehearsal'], ignoresSeats: true } as const;

/** Where to work, and as what: the rehearsal agent works on the sample, and elsewhere only when it is named. */
async function placeOf(
  cli: Cli,
  call: Call,
  request: StartRequest,
): Promise<Result<{ readonly folder: string; readonly request: StartRequest }, Problem>> {
  const [path] = call.positionals;
  if (!call.flag('sample')) {
    const there = path === undefined ? cli.cwd : resolve(cli.cwd, path);
    return ok({ folder: there, request: (await isSample(there, cli.env)) ? onSample(request) : request });
  }
  const folder = path === undefined ? await mkdtemp(join(tmpdir(), 'mam-sample-')) : resolve(cli.cwd, path);
  const made = await makeSample(folder, cli.env);
  if (!made.ok) return err(made.error);
  cli.terminal.err(cli.t('Sample repository: {path}', { path: folder }));
  return ok({ folder, request: onSample(request) });
}

/** The rehearsal agent works there unless others are named, and the check that the sample came with is asked of nobody. */
const onSample = (request: StartRequest): StartRequest => ({
  ...request,
  ...(request.only === null ? rehearsal : {}),
  allowedChecks: [...request.allowedChecks, sampleCheck],
});
