import type { SessionSpec } from '../../../app/ports/terminals.ts';
import type { Problem } from '../../../base/problem.ts';
import { err, ok, type Result } from '../../../base/result.ts';
import { done, layoutApplied, workspaceCreated } from '../../../protocol/herdr.ts';
import { notStarted } from '../problems.ts';
import type { HerdrCalls } from './calls.ts';
import { labelOf } from './panes.ts';

/**
 * Runs the program of a place in a workspace of its own. herdr is given it with its arguments and environment in the call
 * that makes the pane: nothing is typed into a shell, and a pane that is there already is never taken, since it has another
 * environment.
 */
export async function beginInPane(
  calls: HerdrCalls,
  spec: SessionSpec,
  argv: readonly string[],
): Promise<Result<boolean, Problem>> {
  const label = labelOf(spec);
  const made = await calls.ask('workspace.create', { cwd: spec.cwd, label, focus: false }, workspaceCreated);
  if (!made.ok) return err(made.error.problem);
  const { workspace, tab } = made.value;
  // In the editor the binary that runs places is Electron, which is Node only when it is told so.
  const env = { ...spec.env, ELECTRON_RUN_AS_NODE: '1' };
  const root = { type: 'pane', label, cwd: spec.cwd, command: argv, env };
  const laid = await calls.ask('layout.apply', { tab_id: tab.tab_id, focus: false, root }, layoutApplied);
  if (laid.ok) return ok(true);
  const { code, message, problem } = laid.error;
  // Whether a lost request was carried out is not known; what has begun has a note.
  if (code !== null) await calls.ask('workspace.close', { workspace_id: workspace.workspace_id }, done);
  return err(code === 'layout_apply_failed' ? notStarted(spec.name, message) : problem);
}
