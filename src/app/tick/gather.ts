import type { Problem } from '../../base/problem.ts';
import { ok, type Result } from '../../base/result.ts';
import { newestRunOf } from '../../core/loop/newestRun.ts';
import { covers } from '../../core/lease/glob.ts';
import type { State } from '../../core/state.ts';
import type { TickFacts } from '../../core/tick/types.ts';
import { gatherChange, startPaths } from './gatherChange.ts';
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
    gatherChange(request, rules.value, state, sources, request.execute),
    sources.ship(),
  ]);
  if (!change.ok) return change;
  const { pullRequest: _, entry: _entry, handoff: _handoff, ...known } = change.value;
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

/**
 * What MAM writes itself, what was handed in with the tick, and queue and plans: the notes about a reviewed change come
 * after it, and are no part of it.
 */
const isOwn = (path: string, { handedIn }: Pick<TickRequest, 'handedIn'>): boolean =>
  path.startsWith('reports/agent_loop/') ||
  path.startsWith('.mam/') ||
  startPaths.some((glob) => covers(glob, path)) ||
  handedIn.includes(path);
