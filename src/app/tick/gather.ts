import type { Problem } from '../../base/problem.ts';
import { ok, type Result } from '../../base/result.ts';
import { newestRunOf } from '../../core/loop/newestRun.ts';
import type { State } from '../../core/state.ts';
import type { TickFacts } from '../../core/tick/types.ts';
import { isOwn } from './changedFiles.ts';
import { gatherChange } from './gatherChange.ts';
import type { TickRequest } from './request.ts';
import type { TickSources } from './sources.ts';

/** For a task without a run, where no person chose one. */
const usualTopology = 'four-role';

/** Looks up everything that a tick is decided on. What can't be read of others is a fact too; settings and checkout have to be known. */
export async function gatherTick(
  request: TickRequest,
  state: State,
  sources: TickSources,
): Promise<Result<TickFacts, Problem>> {
  const rules = sources.rules(request.topology ?? usualTopology);
  if (!rules.ok) return rules;
  const [change, ship] = await Promise.all([
    gatherChange(request, rules.value, state, sources, request.execute ? 'seen' : 'unseen'),
    sources.ship(),
  ]);
  if (!change.ok) return change;
  const { pullRequest: _, entry: _entry, handoff: _handoff, run: _run, ...known } = change.value;
  const run = known.task === null ? undefined : newestRunOf(state, known.task);
  return ok({
    ...known,
    topology: (request.topology === null ? run?.options.topology : undefined) ?? rules.value.topology,
    execute: request.execute,
    worktree: sources.worktree,
    uncommitted: request.execute ? known.uncommitted.filter((path) => !isOwn(path, request)) : [],
    unrefreshed: request.unused,
    mix: rules.value.mix,
    leaseTtlMs: request.leaseTtlMs ?? rules.value.leaseTtlMs,
    contextPaths: rules.value.contextPaths,
    ship,
  });
}
