import { holderOf } from '../../core/lease/facts.ts';
import { globMatcher } from '../../core/lease/glob.ts';
import type { Lease } from '../../core/lease/types.ts';
import type { State } from '../../core/state.ts';
import { leaseSentence } from './leaseWords.ts';
import type { Scene, ViewContext } from './viewContext.ts';

/** How a leased file is marked wherever the editor lists files. */
export interface FileMark {
  readonly lease: Lease;
  /** Two letters at most. */
  readonly badge: string;
  readonly tooltip: string;
}

/** Which lease a file of the repository is under; the path is relative to the root of its checkout, with `/`. */
export type FindLease = (path: string) => Lease | undefined;

/** Takes the claims apart once: a listing asks for many files. */
export function leaseFinder(leases: State['leases']): FindLease {
  const all = Object.values(leases).map((lease) => ({ lease, covers: lease.claims.map(globMatcher) }));
  return (path) => all.find(({ covers }) => covers.some((one) => one(path)))?.lease;
}

/** Changes whenever something of a lease changes that a mark tells of. */
export const leaseKey = (ctx: ViewContext, scene: Scene, lease: Lease): string =>
  JSON.stringify([lease.claims, lease.expiresAwake, leaseSentence(ctx, scene.state, lease, null)]);

export const fileMark = (ctx: ViewContext, scene: Scene, lease: Lease): FileMark => ({
  lease,
  badge: lease.state === 'recovery-needed' ? 'L!' : 'L',
  tooltip: leaseSentence(ctx, scene.state, lease, scene.awakeMs),
});

/** What is said to a person who begins to change a file that somebody else may write; null where nobody else may. */
export function editWarning(ctx: ViewContext, scene: Scene, lease: Lease, path: string): string | null {
  if (lease.person !== undefined) return null;
  const who = leaseSentence(ctx, scene.state, lease, scene.awakeMs);
  return ctx.t('{path} is under the lease of {task}: what you change here may clash with it. {who}.', {
    path,
    task: holderOf(scene.state, lease),
    who,
  });
}
