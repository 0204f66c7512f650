import type { Translate } from '../../base/problem.ts';
import { commandLine } from '../../base/shellWord.ts';
import type { SubmoduleSight, WorktreeSight } from '../../core/worktree/types.ts';
import type { Removal } from '../worktree/remove.ts';
import { sentence, type ViewContext } from './viewContext.ts';

/** What a person is told before a worktree goes, and what they can agree to. */
export interface RemovalWords {
  readonly title: string;
  readonly detail: string;
  /** The one button; null where nothing can be agreed to. */
  readonly confirm: string | null;
  /** What the button agrees to. */
  readonly agrees: { readonly rescue: true; readonly stop: boolean; readonly anySize: boolean };
  /** Commands that the button allows, once for all. */
  readonly allows: readonly (readonly string[])[];
}

const megabyte = 1024 * 1024;

/** A copy is always kept of what may have come since; the words tell of one where there is something to keep now. */
export function removalWords(
  ctx: ViewContext,
  { sight, concerns }: Pick<Removal, 'sight' | 'concerns'>,
  name: string,
): RemovalWords {
  const { refused, sessions, losses, tooLarge, asks } = concerns;
  const agrees = { rescue: true, stop: sessions.length > 0, anySize: tooLarge !== null } as const;
  if (refused.length > 0)
    return {
      title: ctx.t('The worktree {name} stays as it is.', { name }),
      detail: refused.map((one) => sentence(ctx, one)).join('\n\n'),
      ...{ confirm: null, agrees, allows: [] },
    };
  // Sockets and pipes are lost all the same, and no copy helps.
  const kept = losses.some(({ code }) => code !== 'worktree.specialFiles');
  const parts = [
    ...(sessions.length === 0
      ? []
      : [ctx.t('It is lived in by {sessions}, which would be stopped.', { sessions: names(sessions) })]),
    ...(kept
      ? [ctx.t('Only here, and kept in a copy that can be restored:'), ...held(ctx, sight), size(ctx, sight)]
      : [ctx.t('Nothing is only here.')]),
    ...(sight.specials.length === 0
      ? []
      : [
          ctx.t('Sockets and pipes, which no copy holds: {files}', {
            files: some(sight.specials, sight.specials.length),
          }),
        ]),
    ...ofBranch(ctx, sight),
    ...(asks.length === 0
      ? []
      : [
          ctx.t('It allows these clean-up commands, which run first:'),
          ...asks.map((argv) => `- ${commandLine(argv)}`),
        ]),
  ];
  return {
    title: ctx.t('Remove the worktree {name}?', { name }),
    detail: parts.join('\n'),
    ...{ confirm: button(), agrees, allows: asks },
  };

  function button(): string {
    if (sessions.length > 0)
      return kept ? ctx.t('Stop Sessions, Keep a Copy and Remove') : ctx.t('Stop Sessions and Remove');
    return kept ? ctx.t('Keep a Copy and Remove') : ctx.t('Remove');
  }
}

const names = (sessions: readonly { readonly name: string }[]): string => sessions.map(({ name }) => name).join(', ');

/** A line for each kind of what only the worktree holds. */
function held(ctx: ViewContext, sight: WorktreeSight): readonly string[] {
  const { counts, lost, changed, untracked, ignored, submodules } = sight;
  const of = (count: number, files: readonly string[]) => ({ count, files: some(files, count) });
  return [
    ...(counts.changed === 0 ? [] : [`- ${ctx.t('{count} changed: {files}', of(counts.changed, changed))}`]),
    ...(counts.untracked === 0 ? [] : [`- ${ctx.t('{count} new: {files}', of(counts.untracked, untracked))}`]),
    ...(counts.ignored === 0 ? [] : [`- ${ctx.t('{count} ignored: {files}', of(counts.ignored, ignored))}`]),
    ...(lost === 0 ? [] : [`- ${lostWords(ctx, lost)}`]),
    ...submodules.filter(({ changed: dirty, unpushed }) => dirty || unpushed > 0).map((one) => ofSubmodule(ctx, one)),
  ];
}

const lostWords = (ctx: ViewContext, count: number): string =>
  count === 1
    ? ctx.t('1 commit that nothing else refers to')
    : ctx.t('{count} commits that nothing else refers to', { count });

const submoduleWords = (ctx: ViewContext, path: string, count: number): string =>
  count === 1
    ? ctx.t('submodule {path}: 1 commit that is on no remote', { path })
    : ctx.t('submodule {path}: {count} commits that are on no remote', { path, count });

const ofSubmodule = (ctx: ViewContext, { path, changed, unpushed }: SubmoduleSight): string =>
  `- ${
    unpushed > 0 ? submoduleWords(ctx, path, unpushed) : ctx.t('submodule {path}: changes', { path })
  }${unpushed > 0 && changed ? ` · ${ctx.t('and changes')}` : ''}`;

const size = (ctx: ViewContext, { bytes }: WorktreeSight): string =>
  ctx.t('The copy takes {size} MB.', { size: Math.ceil(bytes / megabyte) });

/** Of a branch that stays when its worktree goes. */
export const unpushedWords = (t: Translate, branch: string, count: number): string =>
  count === 1
    ? t('Its branch {branch} stays, with 1 commit that no remote has.', { branch })
    : t('Its branch {branch} stays, with {count} commits that no remote has.', { branch, count });

const ofBranch = (ctx: ViewContext, { branch, branchGoes, unpushed }: WorktreeSight): readonly string[] => {
  if (branch === null) return [];
  if (branchGoes)
    return [
      ctx.t('Its branch {branch} goes, too: it was made for this worktree, and nothing was committed to it.', {
        branch,
      }),
    ];
  return [
    unpushed !== null && unpushed > 0
      ? unpushedWords(ctx.t, branch, unpushed)
      : ctx.t('Its branch {branch} stays.', { branch }),
  ];
};

const some = (files: readonly string[], count: number): string =>
  `${files.slice(0, 5).join(', ')}${count > 5 ? ' …' : ''}`;
