import type { Problem } from '../base/problem.ts';
import { ok, type Result } from '../base/result.ts';
import type { Actor } from '../core/actor.ts';
import { headRefOf } from '../core/loop/headRef.ts';
import type { State } from '../core/state.ts';
import type { Orchestrator } from './orchestrator.ts';
import type { Git } from './ports/git.ts';
import type { Log } from './ports/system.ts';

/** How often branches are read again because others told of them meanwhile. */
const mostReads = 3;

/**
 * Records where branches are now. What was read is dropped when a newer place was recorded meanwhile: the old one would
 * look like a branch that somebody moved. When nothing can be read, all stays as it was last seen.
 */
export async function observeRefs(git: Git, log: Log, orchestrator: Orchestrator, actor: Actor): Promise<void> {
  for (let reads = 1; reads <= mostReads; reads += 1) {
    const before = orchestrator.state.refs;
    const read = await observedRefs(git, orchestrator.state);
    if (!read.ok) return log.warn('branches could not be read', { code: read.error.code, ...read.error.params });
    const refs = read.value;
    if (Object.keys(refs).length === 0) return;
    if (orchestrator.state.refs !== before) continue;
    await orchestrator.dispatch({ type: 'observeRefs', refs }, actor);
    return;
  }
}

/** Where the base and the branch, once it has one, of each undecided run are now, the base of one that still is to be merged, and the branch of one that a person merges. A ref that is gone is reported as gone, not left as it was. */
async function observedRefs(git: Git, state: State): Promise<Result<Readonly<Record<string, string>>, Problem>> {
  const names = new Set<string>();
  for (const run of Object.values(state.runs)) {
    const unmerged = run.decision?.kind === 'approved' && !run.decision.merged;
    if (!run.base || (run.phase === 'ended' && !unmerged)) continue;
    names.add(run.base.ref);
    if (run.change && (run.phase !== 'ended' || run.options.source !== undefined)) names.add(headRefOf(run));
  }
  if (names.size === 0) return ok({});
  const found = await git.refs([...names]);
  return found.ok ? ok(Object.fromEntries([...names].map((name) => [name, found.value[name] ?? 'gone']))) : found;
}
