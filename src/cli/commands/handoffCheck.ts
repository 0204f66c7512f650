import { readHandoff } from '../../app/handoff/readHandoff.ts';
import { ok, type Result } from '../../base/result.ts';
import type { Problem } from '../../base/problem.ts';
import { handoffProblems } from '../../core/handoff/check.ts';
import type { Look } from '../../host/openLook.ts';
import { exit, type Cli } from '../cli.ts';
import { fileOptions, readChangedFiles, readInput } from '../fileFlags.ts';
import { reportOptions, runReport, type FindingsReport } from '../findingsReport.ts';
import { taskId, taskOption } from '../taskOption.ts';
import { fail } from '../tell.ts';
import type { Call, Verb } from '../verb.ts';

export const handoffCheck: Verb = {
  name: 'handoff-check',
  summary: 'Say what the hand-over notes of a task lack',
  positional: '',
  positionals: [0, 0],
  options: {
    task: taskOption,
    plan: { kind: 'text', value: 'FILE', summary: 'The plan to look into; the task’s own otherwise' },
    ...fileOptions,
    ...reportOptions,
  },
  run: async (cli, call) => {
    const task = taskId(call);
    if (!task.ok) return fail(cli, task.error, exit.usage);
    return runReport(cli, call, (look) => gather(cli, call, look, task.value));
  },
};

async function gather(cli: Cli, call: Call, look: Look, task: string): Promise<Result<FindingsReport, Problem>> {
  const changed = await readChangedFiles(cli, look, call);
  if (!changed.ok) return changed;
  const given = call.text('plan');
  const text = await readInput(cli, look, '--plan', given);
  if (!text.ok) return text;
  const plan = given === null || text.value === null ? null : { path: given, text: text.value };
  const about = { task, plan, changed: changed.value.files };
  const { files, places, settings } = look;
  const found = await readHandoff(about, { files, places, rules: settings['mam.handoff'] });
  if (!found.ok) return found;
  const { check, plan: used } = found.value;
  return ok({
    title: 'Handoff Check',
    facts: [
      { name: 'task', value: `${task} ${found.value.task.title}` },
      { name: 'plan', value: used ?? '-' },
      { name: 'notes', value: check.heading ?? '-' },
    ],
    findings: handoffProblems(task, check).map((one) => ({ problem: one })),
    data: { task, plan: used, result: check.ok ? 'pass' : 'fail', ...check },
  });
}
