import { join } from 'node:path';
import type { App } from '../../app/app.ts';
import { ledgerJson } from '../../app/projections/json.ts';
import { runnerReport, runnerState } from '../../app/projections/codexRunner.ts';
import { patchRunnerReport, patchRunnerState } from '../../app/projections/patchRunner.ts';
import { teamReport, teamRunnerState } from '../../app/projections/teamRunner.ts';
import type { Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { runBatch } from '../batch/runBatch.ts';
import { readRunnerOptions, runnerOptions, type RunnerOptions } from '../batch/runnerOptions.ts';
import { runTeam, teamRequest } from '../batch/runTeam.ts';
import { batchData, showBatch } from '../batch/showBatch.ts';
import { showTeam, teamData } from '../batch/showTeam.ts';
import { exit, type Cli, type OpenRequest } from '../cli.ts';
import { readInputFile } from '../inputFile.ts';
import { needPerson } from '../needPerson.ts';
import { reportPath, saveReport } from '../reportFile.ts';
import { runPatch } from '../patch/runPatch.ts';
import { patchData, showPatch } from '../patch/showPatch.ts';
import { writerRole } from '../../core/topology/roles.ts';
import { createSettings } from '../settings.ts';
import { fail } from '../tell.ts';
import { json, type Call, type Verb } from '../verb.ts';
import { withApp } from '../withApp.ts';

export const activeCodexRunner: Verb = {
  name: 'active-codex-runner',
  summary: 'Let the seats look at the change together, or one lane write a patch',
  positional: '',
  positionals: [0, 0],
  options: { ...runnerOptions, json },
  run: async (cli, call) => {
    const options = readRunnerOptions(call, createSettings(cli.env, {}).settings);
    if (!options.ok) return fail(cli, options.error, exit.usage);
    const { execute } = options.value.request;
    const refused = execute ? needPerson(cli, 'active-codex-runner --execute') : null;
    if (refused) return fail(cli, refused, exit.blocked);
    const settings = settingsOf(cli, options.value);
    if (options.value.mode === 'patch') {
      const request: OpenRequest = execute ? { settings, effects: 'proposals' } : { settings, mirrorOnly: true };
      return withApp(cli, request, (app) => patch(cli, call, options.value, app));
    }
    const effects = options.value.runner === 'omc' ? 'teams' : 'batches';
    return withApp(cli, { settings, effects: execute ? effects : [] }, (app) => run(cli, call, options.value, app));
  },
};

function settingsOf(cli: Cli, { auth, executable }: RunnerOptions) {
  const now = createSettings(cli.env, {}).settings['mam.agents.auth'];
  return {
    ...(auth === null ? {} : { 'mam.agents.auth': { ...now, codex: auth } }),
    ...(executable === null ? {} : { 'mam.agents.codexPath': executable }),
  };
}

/** Files that the caller wants, beside the ledger's; a number is the exit code of a place that can't be. */
function placesFor(cli: Cli, call: Call, { facts }: App): ReadonlyMap<'out' | 'state', string> | number {
  const places = new Map<'out' | 'state', string>();
  for (const name of ['out', 'state'] as const) {
    const given = call.text(name);
    const place = given === null ? null : reportPath(facts.controlRoot, cli.cwd, given, `--${name}`);
    if (place && !place.ok) return fail(cli, place.error, exit.usage);
    if (place) places.set(name, place.value);
  }
  return places;
}

async function run(cli: Cli, call: Call, options: RunnerOptions, app: App): Promise<number> {
  const places = placesFor(cli, call, app);
  if (typeof places === 'number') return places;
  const assignments = await readAssignments(cli, call.text('assignments-dir'), app);
  if (!assignments.ok) return fail(cli, assignments.error, exit.usage);
  const ran = await runAny(cli, options, assignments.value, app);
  if (!ran.ok) return fail(cli, ran.error, exit.blocked);
  const { data, report, state, show, decision } = ran.value;
  const texts = { out: report, state };
  for (const [name, path] of places) {
    const unsaved = await saveReport(cli, app.facts, path, texts[name], app.privacy);
    if (unsaved !== null) return unsaved;
  }
  if (call.flag('json')) cli.terminal.out(JSON.stringify(data));
  else show();
  return decision === 'blocked' ? exit.blocked : exit.done;
}

/** One lane that writes, and what it proposes. */
async function patch(cli: Cli, call: Call, options: RunnerOptions, app: App): Promise<number> {
  const places = placesFor(cli, call, app);
  if (typeof places === 'number') return places;
  const assignments = await readAssignments(cli, call.text('assignments-dir'), app);
  if (!assignments.ok) return fail(cli, assignments.error, exit.usage);
  const { topology } = app.state;
  const writer = topology ? writerRole(topology)?.session : undefined;
  const given = assignments.value;
  const done = await runPatch(cli, app, {
    ...options.patch,
    ...(given ? { assignment: given[writer ?? ''] ?? null } : {}),
  });
  if (!done.ok) return fail(cli, done.error, exit.blocked);
  const report = done.value;
  const texts = {
    out: patchRunnerReport(app.state, report),
    state: stateText(app, patchRunnerState(app.state, report)),
  };
  for (const [name, path] of places) {
    const unsaved = await saveReport(cli, app.facts, path, texts[name], app.privacy);
    if (unsaved !== null) return unsaved;
  }
  if (call.flag('json')) cli.terminal.out(JSON.stringify(patchData(report)));
  else showPatch(cli, app, report);
  return report.decision === 'blocked' ? exit.blocked : exit.done;
}

/** The same as in the ledger, of what was run here alone. */
const stateText = ({ state, privacy }: App, form: Readonly<Record<string, unknown>>): string =>
  ledgerJson(form, { seq: state.seq, at: state.updatedAt, privacy });

interface Ran {
  readonly decision: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly report: string;
  readonly state: string;
  readonly show: () => void;
}

/** Runs lanes of MAM's own, or a team of another program. */
async function runAny(
  cli: Cli,
  options: RunnerOptions,
  assignments: Assignments,
  app: App,
): Promise<Result<Ran, Problem>> {
  if (options.runner === 'omc') {
    const done = await runTeam(cli, app, teamRequest(cli.env, options, assignments));
    if (!done.ok) return done;
    const team = done.value;
    return ok({
      decision: team.decision,
      data: teamData(team),
      report: teamReport(team),
      state: stateText(app, teamRunnerState(team)),
      show: () => showTeam(cli, team),
    });
  }
  const done = await runBatch(cli, app, { ...options.request, ...(assignments ? { assignments } : {}) });
  if (!done.ok) return done;
  const batch = done.value;
  return ok({
    decision: batch.decision,
    data: batchData(batch),
    report: runnerReport(batch),
    state: stateText(app, runnerState(app.state, batch)),
    show: () => showBatch(cli, batch),
  });
}

type Assignments = Readonly<Record<string, string | null>> | undefined;

/** The assignment of each seat in a folder, null where there is none; undefined without a folder. */
async function readAssignments(
  cli: Cli,
  folder: string | null,
  { facts, state }: App,
): Promise<Result<Assignments, Problem>> {
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
