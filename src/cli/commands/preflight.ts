import { join } from 'node:path';
import { readHandoff } from '../../app/handoff/readHandoff.ts';
import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { issueOf } from '../../core/branch/issue.ts';
import { isAllowed, parseCheck } from '../../core/evidence/checks.ts';
import { handoffProblems } from '../../core/handoff/check.ts';
import { overlap } from '../../core/lease/claims.ts';
import { claimedFiles } from '../../core/task/claimedFiles.ts';
import type { State } from '../../core/state.ts';
import type { Task } from '../../core/task/types.ts';
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
  const { files, places, settings, facts, privacy } = look;
  const found = await readHandoff(
    { task: id, plan: null, changed: changed.value.files },
    { files, places, rules: settings['mam.handoff'] },
  );
  if (!found.ok) return found;
  const { task, plan, check } = found.value;
  const others = await lookAround(cli, look, task, changed.value.files);
  if (!others.ok) return others;
  const checks = task.checks.map((line) => ({
    line,
    allowed: isAllowed(parseCheck(line), settings['mam.checks.allowed']),
  }));
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
      { name: 'files', value: task.claims.join(', ') || '-' },
      {
        name: 'checks',
        value: checks.map(({ line, allowed }) => `${line}${allowed ? '' : ' (asks)'}`).join('; ') || '-',
      },
      { name: 'overlap', value: others.value.overlap },
    ],
    findings: [...handoffProblems(id, check), ...others.value.findings].map((one) => ({ problem: one })),
    data: { task: id, plan, handoff: check, claims: task.claims, checks, overlap: others.value.overlap },
  });
}

/** Who else works on the issue of this branch, and who has a lease on the task's files. */
async function lookAround(
  cli: Cli,
  { facts, git }: Look,
  task: Task,
  changed: readonly string[],
): Promise<Result<{ readonly overlap: string; readonly findings: readonly Problem[] }, Problem>> {
  const tracked = await git.tracked(['.']);
  if (!tracked.ok) return tracked;
  const opened = await cli.open({ mirrorOnly: true });
  if (!opened.ok) return err(opened.error);
  const app = opened.value;
  try {
    const issue = facts.branch === null ? null : issueOf(facts.branch);
    const held = heldByOthers(app.state, task);
    if (issue === null || facts.branch === null) return ok({ overlap: '-', findings: held });
    const paths = [...claimedFiles(task.claims, tracked.value).files, ...changed];
    const { report } = await app.checkOverlap({ issue, branch: facts.branch, paths });
    return ok({ overlap: report.result, findings: [...report.blockers, ...held] });
  } finally {
    await app.close();
  }
}

const heldByOthers = (state: State, task: Task): readonly Problem[] =>
  Object.values(state.leases)
    .filter((lease) => lease.task !== task.id)
    .flatMap((lease) => {
      const shared = overlap(task.claims, lease.claims);
      return shared === null
        ? []
        : [
            problem(
              'preflight.leased',
              '{holder} holds a lease on {file}, which {task} claims too. Wait for it, or claim other files.',
              { holder: lease.task ?? (lease.branch || lease.session), file: shared.a, task: task.id },
            ),
          ];
    });
