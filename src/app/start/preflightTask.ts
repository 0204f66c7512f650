import { problem, type Problem } from '../../base/problem.ts';
import { ok, type Result } from '../../base/result.ts';
import { issueOf } from '../../core/branch/issue.ts';
import { isAllowed, parseCheck } from '../../core/evidence/checks.ts';
import { handoffProblems } from '../../core/handoff/check.ts';
import { overlap } from '../../core/lease/claims.ts';
import type { OverlapResult } from '../../core/overlap/types.ts';
import type { State } from '../../core/state.ts';
import { claimedFiles } from '../../core/task/claimedFiles.ts';
import { openClaims } from '../../core/task/openClaims.ts';
import type { Task } from '../../core/task/types.ts';
import type { Settings } from '../../protocol/settings.ts';
import type { App } from '../app.ts';
import { readHandoff, type TaskHandoff } from '../handoff/readHandoff.ts';
import type { Places } from '../places.ts';
import type { Files } from '../ports/files.ts';
import type { Git } from '../ports/git.ts';

export interface TaskPreflight extends TaskHandoff {
  /** The task's checks, and whether each may run without being asked about. */
  readonly checks: readonly { readonly line: string; readonly allowed: boolean }[];
  /** `not-run` where the branch is for no issue. */
  readonly overlap: OverlapResult['result'] | 'not-run';
  /** What has to be mended before the task is begun. */
  readonly blockers: readonly Problem[];
  readonly warnings: readonly Problem[];
}

/** Whether a task can be begun: its notes, its files and checks, and who else works on them. Changes nothing. */
export async function preflightTask(
  about: { readonly task: string; readonly changed: readonly string[] },
  deps: {
    readonly files: Files;
    readonly places: Places;
    readonly settings: Settings;
    readonly git: Pick<Git, 'tracked'>;
    /** The branch that is checked out; null when detached. */
    readonly branch: string | null;
    readonly app: Pick<App, 'state' | 'checkOverlap'>;
  },
): Promise<Result<TaskPreflight, Problem>> {
  const { settings, branch, app } = deps;
  const found = await readHandoff({ ...about, plan: null }, { ...deps, rules: settings['mam.handoff'] });
  if (!found.ok) return found;
  const { task, check } = found.value;
  const tracked = await deps.git.tracked(['.']);
  if (!tracked.ok) return tracked;
  const issue = branch === null ? null : issueOf(branch);
  const claimed = claimedFiles(task.claims, tracked.value);
  const paths = [...claimed.files, ...about.changed];
  const others = branch === null || issue === null ? null : await app.checkOverlap({ issue, branch, paths });
  return ok({
    ...found.value,
    checks: task.checks.map((line) => ({
      line,
      allowed: isAllowed(parseCheck(line), settings['mam.checks.allowed']),
    })),
    overlap: others?.report.result ?? 'not-run',
    blockers: [
      ...handoffProblems(task.id, check),
      ...openClaims(task.id, claimed.unknown),
      ...(others?.report.blockers ?? []),
      ...heldByOthers(app.state, task),
    ],
    warnings: others?.report.warnings ?? [],
  });
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
