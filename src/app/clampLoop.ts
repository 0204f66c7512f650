import { clampPool, type HeadSight } from '../core/autoLoop/clamps.ts';
import type { LoopOptions } from '../core/loop/types.ts';
import type { Settings } from '../protocol/settings.ts';
import type { Ports } from './ports.ts';
import { shortRef } from './views/words.ts';

/** The options of a loop, with one task at a time where its place can't have several at work. */
export async function clampLoop(
  options: LoopOptions,
  settings: Settings,
  ports: Pick<Ports, 'git' | 'machine' | 'store'>,
): Promise<LoopOptions> {
  const { poolTerms, ...rest } = options;
  const wanted = Math.max(options.pool ?? 1, poolTerms?.max ?? 1);
  // Also where it is to have one: nobody may say more for it later.
  if (options.pool === undefined) return options;
  const ground = {
    canShareLog: ports.store.canShare,
    isNativeWindows: ports.machine.isNativeWindows,
    head: await sightHead(ports.git, settings['mam.base'] || null),
  };
  const why = clampPool(ground, {
    isKilled: settings['mam.loop.oneAtATime'],
    anyHead: settings['mam.pool.anyHead'],
  });
  return why.length === 0 ? options : { ...rest, pool: 1, clamped: { wanted, why } };
}

/** What is checked out now, and how it stands to the base. */
async function sightHead(git: Ports['git'], preferred: string | null): Promise<HeadSight> {
  const [facts, base] = [await git.facts(), await git.resolveBase(preferred)];
  if (!facts.ok || !base.ok || facts.value.head === null) return { kind: 'unresolved' };
  const { head } = facts.value;
  const { commit, ref } = base.value;
  if (head === commit) return { kind: 'at-base' };
  const [isAhead, isBehind] = [await git.isAncestor(commit, head), await git.isAncestor(head, commit)];
  if (!isAhead.ok || !isBehind.ok) return { kind: 'unresolved' };
  return { kind: isAhead.value ? 'ahead' : isBehind.value ? 'behind' : 'diverged', base: shortRef(ref) };
}
