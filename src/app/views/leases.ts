import { holderOf } from '../../core/lease/facts.ts';
import type { Lease } from '../../core/lease/types.ts';
import { action } from './actions.ts';
import { roleName } from './select.ts';
import { treeNode, type TreeNode } from './treeNode.ts';
import { duration, phrase, shortList, since } from './words.ts';
import type { Scene, ViewContext } from './viewContext.ts';

const wholeRepository = (claims: readonly string[]): boolean => claims.includes('**');

/** Claims in words; the claim of everything is named, since nobody reads `**`. */
export const claimWords = (ctx: ViewContext, claims: readonly string[], shown = 2): string =>
  wholeRepository(claims) ? ctx.t('whole repository') : shortList(claims, shown);

const claimNode = (ctx: ViewContext, lease: Lease, claim: string): TreeNode =>
  treeNode({
    id: `lease:${lease.id}:${claim}`,
    label: claim === '**' ? ctx.t('whole repository') : claim,
    description: '',
    icon: claim.includes('*') ? 'files' : 'file',
    contextValue: 'claim',
  });

/** How long it holds unless it is renewed; a machine that sleeps uses nothing up. */
const timeWords = (ctx: ViewContext, { awakeMs }: Scene, lease: Lease): string => {
  if (awakeMs === null) return ctx.t('held for {time}', { time: since(ctx, lease.claimedAt) });
  const left = lease.expiresAwake - awakeMs;
  return left > 0 ? ctx.t('{time} left', { time: duration(ctx, left) }) : ctx.t('time is up');
};

/** What the commands of its menu are about. */
export const leaseSubject = (lease: Lease): TreeNode['subject'] => ({
  ...(lease.run === null ? {} : { run: lease.run }),
  ...(lease.task === null ? {} : { task: lease.task }),
});

const leaseNode = (ctx: ViewContext, scene: Scene, lease: Lease): TreeNode => {
  const recover = lease.state === 'recovery-needed';
  const holder = `${ctx.t(roleName(scene.state, lease.session))} (${lease.agent})`;
  const word = recover ? ctx.t('recovery needed') : ctx.t('enforced');
  return treeNode({
    id: `lease:${lease.id}`,
    // The rest is below it: a row is narrow, and who holds it matters more.
    label: claimWords(ctx, lease.claims, 1),
    description: phrase(holder, word, timeWords(ctx, scene, lease), holderOf(scene.state, lease)),
    icon: recover ? 'warning' : 'lock',
    tone: recover ? 'attention' : 'none',
    contextValue: recover ? 'lease.recovery' : 'lease',
    subject: leaseSubject(lease),
    children: lease.claims.length > 1 ? lease.claims.map((claim) => claimNode(ctx, lease, claim)) : [],
    action: lease.run === null ? null : action(ctx.t, 'openApprovalPacket', lease.run),
  });
};

export const leasesView = (ctx: ViewContext, scene: Scene): readonly TreeNode[] =>
  Object.values(scene.state.leases)
    .toSorted((a, b) => a.epoch - b.epoch)
    .map((lease) => leaseNode(ctx, scene, lease));
