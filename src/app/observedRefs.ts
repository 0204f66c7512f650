import type { State } from '../core/state.ts';
import type { Git } from './ports/git.ts';

/** Where the base and the branch, once it has one, of each undecided run are now. A ref that is gone is reported as gone, not left as it was. */
export async function observedRefs(git: Git, state: State): Promise<Readonly<Record<string, string>>> {
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
