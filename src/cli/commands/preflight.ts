import { join } from 'node:path';
import type { App } from '../../app/app.ts';
import { preflightTask } from '../../app/start/preflightTask.ts';
import type { Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Look } from '../../host/openLook.ts';
import { exit, type Cli } from '../cli.ts';
import { fileOptions, readChangedFiles } from '../fileFlags.ts';
import { reportOptions, runReport, type FindingsReport } from '../findingsReport.ts';
import { writeReport } from '../reportFile.ts';
import { taskId, taskOption } from '../taskOption.ts';
import { taskPrompt } from '../taskPrompt.ts';
import { fail } from '../tell.ts';
import type { Call, Verb } from '../verb.ts';

export const preflight: Verb = {
  name: 'preflight',
  summary: 'Say whether a task can be begun: notes, files, checks, overlap',
  positional: '',
  positionals: [0, 0],
  options: {
    task: taskOption,
    'write-prompts': {
      kind: 'flag',
      value: '',
      summary: 'Write the task’s prompt below reports/agent_loop/codex_tasks',
    },
    ...fileOptions,
    ...reportOptions,
  },
  run: async (cli, call) => {
    const task = taskId(call);
    if (!task.ok) return fail(cli, task.error, exit.usage);
    return runReport(cli, call, (look) => gather(cli, call, look, task.value));
  },
};

async function gather(cli: Cli, call: Call, look: Look, id: string): Promise<Result<FindingsReport, Problem>> {
  const changed = await readChangedFiles(cli, look, call);
  if (!changed.ok) return changed;
  const { facts, privacy } = look;
  const found = await withMirror(cli, (app) =>
    preflightTask({ task: id, changed: changed.value.files }, { ...look, branch: facts.branch, app }),
  );
  if (!found.ok) return found;
  const { task, plan, check, checks, overlap, blockers, warnings } = found.value;
  if (call.flag('write-prompts')) {
    const path = join(facts.controlRoot, 'reports/agent_loop/codex_tasks', `${id}.md`);
    const written = await writeReport(facts, path, taskPrompt(task, plan), privacy);
    if (!written.ok) return written;
  }
  return ok({
    title: 'Preflight',
    facts: [
      { name: 'task', value: `${id} ${task.title}` },
      { name: 'plan', value: plan ?? '-' },
      { name: 'notes', value: check.ok ? 'pass' : 'fail' },
      { name: 'claims', value: task.claims.join(', ') || '-' },
      { name: 'files', value: changed.value.files.join(', ') || '-' },
      {
        name: 'checks',
        value: checks.map(({ line, allowed }) => `${line}${allowed ? '' : ' (asks)'}`).join('; ') || '-',
      },
      { name: 'overlap', value: overlap },
    ],
    findings: blockers.map((one) => ({ problem: one })),
    warnings,
    data: { task: id, plan, handoff: check, claims: task.claims, files: changed.value.files, checks, overlap },
  });
}

/** Looks at the log and closes it again. */
async function withMirror<T>(cli: Cli, work: (app: App) => Promise<Result<T, Problem>>): Promise<Result<T, Problem>> {
  const opened = await cli.open({ mirrorOnly: true });
  if (!opened.ok) return err(opened.error);
  try {
    return await work(opened.value);
  } finally {
    await opened.value.close();
  }
}
