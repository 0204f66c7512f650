import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { App } from '../../app/app.ts';
import { parseCheck } from '../../core/evidence/checks.ts';
import type { Run } from '../../core/loop/types.ts';
import { newestFirst } from '../../core/loop/newestRun.ts';
import { checkHash } from '../checkHash.ts';
import { exit, type Cli } from '../cli.ts';
import { needPerson } from '../needPerson.ts';
import { openChecks, splitList } from '../questions.ts';
import { summaryLines } from '../summary.ts';
import { runData } from '../summaryData.ts';
import { taskRun } from '../taskRun.ts';
import { fail } from '../tell.ts';
import { json, type Call, type Verb } from '../verb.ts';
import { whoGoesOn } from '../whoGoesOn.ts';
import { withApp } from '../withApp.ts';

export const gate: Verb = {
  name: 'gate',
  summary: 'Show the gate rule by rule, or answer what a task asks',
  positional: '[T]',
  positionals: [0, 1],
  options: {
    'allow-check': {
      kind: 'texts',
      value: 'COMMAND',
      summary: 'Allow the command that the task asks for, by its words or its hash',
    },
    claims: { kind: 'texts', value: 'GLOB,…', summary: 'Name the files that the task may change' },
    json,
  },
  run: async (cli, call) => {
    const answers = call.texts('allow-check').length + call.texts('claims').length > 0;
    if (call.texts('claims').length > 0 && call.texts('claims').flatMap(splitList).length === 0)
      return fail(cli, problem('cli.noClaims', "--claims names no file. Write it as --claims 'src/**'."), exit.usage);
    const refused = answers ? needPerson(cli, 'gate --allow-check') : null;
    if (refused) return fail(cli, refused, exit.blocked);
    return withApp(cli, { mirrorOnly: true }, async (app) => {
      const runs = chosenRuns(app, call);
      if (!runs.ok) return fail(cli, runs.error, exit.blocked);
      return answers ? answer(cli, app, call, runs.value) : show(cli, app, call, runs.value);
    });
  },
};

/** The named task's run, else every one that is not decided, the newest first; without any, the newest of all. */
function chosenRuns(app: App, call: Call): Result<readonly Run[], Problem> {
  const [task] = call.positionals;
  if (task !== undefined) {
    const found = taskRun(app.state, task);
    return found.ok ? ok([found.value]) : found;
  }
  const all = newestFirst(app.state);
  const open = all.filter((run) => run.phase !== 'ended');
  if (all.length === 0) return err(problem('cli.noRuns', 'No task was started here yet. Start one: mam start.'));
  return ok(open.length > 0 ? open : all.slice(0, 1));
}

function show(cli: Cli, app: App, call: Call, runs: readonly Run[]): number {
  const { controlRoot } = app.facts;
  if (call.flag('json'))
    cli.terminal.out(
      JSON.stringify({ seq: app.state.seq, runs: runs.map((run) => runData(cli, controlRoot, app.state, run)) }),
    );
  else
    for (const run of runs) for (const line of summaryLines(cli, controlRoot, app.state, run)) cli.terminal.out(line);
  return runs.every((run) => run.gate?.open === true) ? exit.done : exit.blocked;
}

async function answer(cli: Cli, app: App, call: Call, runs: readonly Run[]): Promise<number> {
  const claims = call.texts('claims').flatMap(splitList);
  const [only] = runs;
  if (claims.length > 0) {
    if (runs.length !== 1 || !only)
      return fail(
        cli,
        problem('cli.whichTask', 'Name the task whose files these are: mam gate T --claims GLOB.'),
        exit.usage,
      );
    const set = await app.dispatch({ type: 'setClaims', run: only.id, claims }, cli.actor);
    if (!set.ok) return fail(cli, set.error, exit.blocked);
    cli.terminal.out(cli.t('{task} may change {claims}.', { task: only.task.id, claims: claims.join(', ') }));
  }
  const asked = runs.flatMap(openChecks);
  for (const named of call.texts('allow-check')) {
    const hash = checkHash(parseCheck(named).argv);
    const found = asked.find((one) => one.hash === named || one.hash === hash);
    if (!found)
      return fail(
        cli,
        problem('check.notAsked', 'No task asks for the check {check}. Asked for are: {known}.', {
          check: named,
          known: asked.map((one) => `${one.hash} (${one.check.line})`).join(', ') || '-',
        }),
        exit.blocked,
      );
    const allowed = await app.dispatch({ type: 'allowCheck', argv: found.check.argv }, cli.actor);
    if (!allowed.ok) return fail(cli, allowed.error, exit.blocked);
    cli.terminal.out(cli.t('{check} may run from now on.', { check: found.check.line }));
  }
  cli.terminal.out(whoGoesOn(cli, app));
  return exit.done;
}
