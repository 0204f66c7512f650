import type { Actor } from '../core/actor.ts';
import type { State } from '../core/state.ts';
import type { Orchestrator } from './orchestrator.ts';
import type { Git } from './ports/git.ts';

/** How often branches are read again because others told of them meanwhile. */
const mostReads = 3;

/**
 * Records where branches are now. What was read is dropped when a newer place was recorded meanwhile: the old one would
 * look like a branch that somebody moved.
 */
export async function observeRefs(git: Git, orchestrator: Orchestrator, actor: Actor): Promise<void> {
  for (let reads = 1; reads <= mostReads; reads += 1) {
    const before = orchestrator.state.refs;
    const refs = await observedRefs(git, orchestrator.state);
    if (Object.keys(refs).length === 0) return;
    if (orchestrator.state.refs !== before) continue;
    await orchestrator.dispatch({ type: 'observeRefs', refs }, actor);
    return;
  }
}

/** Where the base and the branch, once it has one, of each undecided run are now. A ref that is gone is reported as gone, not left as it was. */
async function observedRefs(git: Git, state: State): Promise<Readonly<Record<string, string>>> {
  const names = new Set<string>();
  for (const run of Object.values(state.runs)) {
    if (run.phase === 'ended' || !run.base) continue;
    names.add(run.base.ref);
    if (run.change) names.add(`refs/heads/${run.branch}`);
  }
  if (names.size === 0) return {};
  const found = await git.refs([...names]);
  return Object.fromEntries([...names].map((name) => [name, found[name] ?? 'gone']));
}
