import { join } from 'node:path';
import type { App } from '../../app/app.ts';
import { runnerReport } from '../../app/projections/codexRunner.ts';
import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Batch } from '../../core/batch/types.ts';
import { batchEffects, runBatch } from '../batch/runBatch.ts';
import { readRunnerOptions, runnerOptions, type RunnerOptions } from '../batch/runnerOptions.ts';
import { batchData, showBatch } from '../batch/showBatch.ts';
import { exit, type Cli } from '../cli.ts';
import { readInputFile } from '../inputFile.ts';
import { needPerson } from '../needPerson.ts';
import { reportPath, saveReport } from '../reportFile.ts';
import { createSettings } from '../settings.ts';
import { fail } from '../tell.ts';
import { json, type Call, type Verb } from '../verb.ts';
import { withApp } from '../withApp.ts';

export const activeCodexRunner: Verb = {
  name: 'active-codex-runner',
  summary: 'Let the seats look at the change together, each in a lane that only reads',
  positional: '',
  positionals: [0, 0],
  options: { ...runnerOptions, json },
  run: async (cli, call) => {
    const options = readRunnerOptions(call);
    if (!options.ok) return fail(cli, options.error, exit.usage);
    const other = otherRunner(options.value);
    if (other) return fail(cli, other, exit.blocked);
    const { execute } = options.value.request;
    const refused = execute ? needPerson(cli, 'active-codex-runner --execute') : null;
    if (refused) return fail(cli, refused, exit.blocked);
    const settings = settingsOf(cli, options.value);
    return withApp(cli, { settings, effects: execute ? batchEffects : [] }, (app) =>
      run(cli, call, options.value, app),
    );
  },
};

/** Other ways to run: where each is to be plugged in. */
const otherRunner = ({ mode, runner }: RunnerOptions): Problem | null =>
  mode === 'patch'
    ? problem('runner.noPatchMode', 'The patch mode is not built yet. Let a loop write with `mam start`.')
    : runner === 'omc'
      ? problem('runner.noOmc', 'The omc runner is not built yet. Use --runner codex.')
      : null;

function settingsOf(cli: Cli, { auth, executable }: RunnerOptions) {
  const now = createSettings(cli.env, {}).settings['mam.agents.auth'];
  return {
    ...(auth === null ? {} : { 'mam.agents.auth': { ...now, codex: auth } }),
    ...(executable === null ? {} : { 'mam.agents.codexPath': executable }),
  };
}

async function run(cli: Cli, call: Call, { request }: RunnerOptions, app: App): Promise<number> {
  const { controlRoot } = app.facts;
  const places = new Map<'out' | 'state', string>();
  for (const name of ['out', 'state'] as const) {
    const given = call.text(name);
    const place = given === null ? null : reportPath(controlRoot, cli.cwd, given, `--${name}`);
    if (place && !place.ok) return fail(cli, place.error, exit.usage);
    if (place) places.set(name, place.value);
  }
  const assignments = await readAssignments(cli, call.text('assignments-dir'), app);
  if (!assignments.ok) return fail(cli, assignments.error, exit.usage);
  const done = await runBatch(cli, app, {
    ...request,
    ...(assignments.value ? { assignments: assignments.value } : {}),
  });
  if (!done.ok) return fail(cli, done.error, exit.blocked);
  const batch = done.value;
  const texts = { out: runnerReport(batch), state: `${JSON.stringify(batchData(cli, batch), null, 2)}\n` };
  for (const [name, path] of places) {
    const unsaved = await saveReport(cli, app.facts, path, texts[name], app.privacy);
    if (unsaved !== null) return unsaved;
  }
  if (call.flag('json')) cli.terminal.out(JSON.stringify(batchData(cli, batch)));
  else showBatch(cli, batch);
  return exitOf(batch);
}

const exitOf = ({ decision }: Batch): number => (decision === 'blocked' ? exit.blocked : exit.done);

/** The assignment of each seat in a folder, null where there is none; undefined without a folder. */
async function readAssignments(
  cli: Cli,
  folder: string | null,
  { facts, state }: App,
): Promise<Result<Readonly<Record<string, string | null>> | undefined, Problem>> {
  if (folder === null) return ok(undefined);
  const found: Record<string, string | null> = {};
  for (const { session } of state.topology?.roles ?? []) {
    const path = join(folder, `${session}.md`);
    const text = await readInputFile([facts.sourceRoot, facts.controlRoot], cli.cwd, '--assignments-dir', path);
    if (!text.ok) return err(text.error);
    found[session] = text.value;
  }
  return ok(found);
}
