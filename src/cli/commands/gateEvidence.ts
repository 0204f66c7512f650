import { join, resolve } from 'node:path';
import { problem } from '../../base/problem.ts';
import type { App } from '../../app/app.ts';
import type { GatheredEvidence } from '../../app/evidence/gather.ts';
import { evidenceFolder } from '../../app/projections/gateEvidence.ts';
import { exit, type Cli } from '../cli.ts';
import { printable } from '../paint.ts';
import { reportPath, saveReport } from '../reportFile.ts';
import { taskId, taskOption } from '../taskOption.ts';
import { fail } from '../tell.ts';
import { json, type Call, type Verb } from '../verb.ts';
import { withApp } from '../withApp.ts';

export const gateEvidence: Verb = {
  name: 'gate-evidence',
  summary: 'Show and write what the gate of a task was judged on',
  positional: '',
  positionals: [0, 0],
  options: {
    task: taskOption,
    'out-dir': {
      kind: 'text',
      value: 'DIR',
      summary: 'Write evidence.json and evidence.md there, below reports/agent_loop',
    },
    'run-validation': {
      kind: 'flag',
      value: '',
      summary: 'Run the task’s allowed checks now, on the exact commit if there is one',
    },
    json,
  },
  run: async (cli, call) => {
    if (call.text('task') === null)
      return fail(
        cli,
        problem('cli.argumentMissing', 'mam {verb} needs {what}. See mam {verb} --help.', {
          verb: 'gate-evidence',
          what: '--task T',
        }),
        exit.usage,
      );
    const task = taskId(call);
    if (!task.ok) return fail(cli, task.error, exit.usage);
    // Checks are run by an owner; for a look alone nothing has to be taken over.
    const runValidation = call.flag('run-validation');
    return withApp(cli, runValidation ? { effects: ['validate', 'inspectLease'] } : { mirrorOnly: true }, (app) =>
      gather(cli, call, app, { task: task.value, runValidation }),
    );
  },
};

async function gather(
  cli: Cli,
  call: Call,
  app: App,
  request: { readonly task: string; readonly runValidation: boolean },
): Promise<number> {
  const { controlRoot } = app.facts;
  const usual = join(controlRoot, 'reports/agent_loop/active', evidenceFolder, request.task);
  const given = call.text('out-dir');
  const isUsual = given === null || resolve(cli.cwd, given) === usual;
  const folder = isUsual ? usual : reportPath(controlRoot, cli.cwd, given, '--out-dir');
  if (typeof folder !== 'string' && !folder.ok) return fail(cli, folder.error, exit.usage);
  const target = typeof folder === 'string' ? folder : folder.value;
  const found = await app.gateEvidence(request, cli.actor);
  if (!found.ok) return fail(cli, found.error, exit.blocked);
  // What the ledger has of a task is made from the log alone, and stays so.
  const kept = target === usual && (found.value.isInLedger || app.problem !== null);
  if (!kept) {
    const code = await write(cli, app, target, found.value);
    if (code !== null) return code;
  }
  if (call.flag('json')) cli.terminal.out(JSON.stringify(JSON.parse(found.value.json)));
  else for (const line of found.value.markdown.trimEnd().split('\n')) cli.terminal.out(printable(line));
  return exit.done;
}

/** Writes both files; the exit code of what went wrong, or null. */
async function write(
  cli: Cli,
  { facts, privacy }: App,
  folder: string,
  { json: text, markdown }: GatheredEvidence,
): Promise<number | null> {
  for (const [name, body] of [
    ['evidence.json', text],
    ['evidence.md', markdown],
  ] as const) {
    const failed = await saveReport(cli, facts, join(folder, name), body, privacy);
    if (failed !== null) return failed;
  }
  return null;
}
