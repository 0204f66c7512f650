import { branchOf } from '../../core/lease/facts.ts';
import type { Lease } from '../../core/lease/types.ts';
import type { State } from '../../core/state.ts';
import type { Worktree } from '../../core/worktree/types.ts';
import { action } from './actions.ts';
import { leaseWords } from './leaseWords.ts';
import { overlapWords } from './overlapWords.ts';
import { escapeMarkdown, treeNode, type TreeNode, type ViewAction } from './treeNode.ts';
import { phrase, shortList } from './words.ts';
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

/** What the commands of its menu are about. */
export const leaseSubject = (lease: Lease): TreeNode['subject'] => ({
  lease: lease.id,
  ...(lease.run === null ? {} : { run: lease.run }),
  ...(lease.task === null ? {} : { task: lease.task }),
});

/** What its row's menu offers: a person gives back what is theirs, recovers what is broken, takes over the rest. */
const contextOf = (lease: Lease): string => {
  if (lease.state === 'recovery-needed') return 'lease.recovery';
  return lease.person !== undefined ? 'lease.person' : lease.takeover ? 'lease.leaving' : 'lease';
};

const clickOf = (ctx: ViewContext, { id, state }: Lease): ViewAction =>
  action(ctx.t, state === 'recovery-needed' ? 'recoverLease' : 'showLeaseFiles', id);

/** Where its files are written: the writer's worktree of its run, else the one on its branch. */
export const worktreeOf = (state: State, lease: Lease): Worktree | undefined => {
  const all = Object.values(state.worktrees);
  const branch = branchOf(state, lease);
  return (
    all.find((one) => one.run !== null && one.run === lease.run && one.purpose === 'write' && one.state === 'ready') ??
    all.find((one) => one.branch !== null && one.branch === branch)
  );
};

const leaseNode = (ctx: ViewContext, scene: Scene, lease: Lease): TreeNode => {
  const recover = lease.state === 'recovery-needed';
  const { word, more } = leaseWords(ctx, scene.state, lease, scene.awakeMs);
  const [holder, ...rest] = more;
  const overlap = overlapWords(ctx, scene, worktreeOf(scene.state, lease));
  const label = claimWords(ctx, lease.claims, 1);
  const description = phrase(holder, word, ...rest, ...overlap.row);
  return treeNode({
    id: `lease:${lease.id}`,
    // The rest is below it: a row is narrow, and who holds it matters more.
    label,
    description,
    icon: recover ? 'warning' : 'lock',
    tone: recover || lease.takeover || overlap.alarming ? 'attention' : 'none',
    contextValue: contextOf(lease),
    subject: leaseSubject(lease),
    children: lease.claims.length > 1 ? lease.claims.map((claim) => claimNode(ctx, lease, claim)) : [],
    action: clickOf(ctx, lease),
    tooltip: [`**${escapeMarkdown(label)}**  \n${escapeMarkdown(description)}`, ...overlap.more].join('\n\n'),
  });
};

export const leasesView = (ctx: ViewContext, scene: Scene): readonly TreeNode[] =>
  Object.values(scene.state.leases)
    .toSorted((a, b) => a.epoch - b.epoch)
    .map((lease) => leaseNode(ctx, scene, lease));
