import type { OverlapWith } from '../../core/overlap/radar.ts';
import type { State } from '../../core/state.ts';
import type { Worktree } from '../../core/worktree/types.ts';
import { escapeMarkdown } from './treeNode.ts';
import { sentence, type Scene, type ViewContext } from './viewContext.ts';
import { phrase, shortList } from './words.ts';
import { worktreeName } from './worktreeName.ts';

interface OverlapWords {
  /** What stands in a row: the worst one, and how many more there are. */
  readonly row: readonly string[];
  /** A line of Markdown for each, with its files. */
  readonly more: readonly string[];
  /** A conflict, or files that bear load. */
  readonly alarming: boolean;
}

const nothing: OverlapWords = { row: [], more: [], alarming: false };
/** Overlaps and files that a tooltip lists of each. */
const most = { overlaps: 8, files: 10 };

const filesInCommon = (ctx: ViewContext, count: number): string => {
  if (count === 0) return ctx.t('no file in common');
  return count === 1 ? ctx.t('1 file in common') : ctx.t('{count} files in common', { count });
};

const forecastWords = (ctx: ViewContext, { forecast }: OverlapWith): string => {
  if (forecast.kind === 'unknown') return ctx.t('merge unknown');
  return forecast.kind === 'clean' ? ctx.t('merges cleanly') : ctx.t('would conflict');
};

/** What is not MAM's is named as that, since nobody here leads the work in it. */
function otherName(ctx: ViewContext, state: State, { other, kind, branch }: OverlapWith): string {
  const name = branch ?? worktreeName(state, other);
  switch (kind) {
    case 'mam':
      return worktreeName(state, other);
    case 'main':
      return branch === null ? ctx.t('the main checkout') : ctx.t('the main checkout ({branch})', { branch });
    case 'foreign':
      return ctx.t('{name} (not made by MAM)', { name });
  }
}

/** `with T-2026-0002: 3 files in common, would conflict`. */
export const oneOverlap = (ctx: ViewContext, state: State, overlap: OverlapWith): string => {
  const other = otherName(ctx, state, overlap);
  if (overlap.files === null) return ctx.t('overlap with {other} unknown', { other });
  const words = [
    filesInCommon(ctx, overlap.files.length),
    ...(overlap.loadBearing.length > 0 ? [ctx.t('load-bearing')] : []),
    forecastWords(ctx, overlap),
  ].join(', ');
  return ctx.t('with {other}: {words}', { other, words });
};

/** Files that both changed or that would conflict, what bears load in front and marked. */
export const fileWords = (ctx: ViewContext, { files, loadBearing, forecast }: OverlapWith): string => {
  const conflicts = forecast.kind === 'conflict' ? forecast.files : [];
  const rest = [...new Set([...(files ?? []), ...conflicts])].filter((path) => !loadBearing.includes(path));
  const marked = loadBearing.map((path) => ctx.t('{path} (load-bearing)', { path }));
  return shortList([...marked, ...rest], most.files);
};

const moreWords = (ctx: ViewContext, count: number): readonly string[] => {
  if (count <= 0) return [];
  return [count === 1 ? ctx.t('1 more overlap') : ctx.t('{count} more overlaps', { count })];
};

/** Whether somebody works in it, so that it can be in another's way. */
export const isWorkedIn = ({ state, purpose }: Worktree): boolean =>
  state === 'ready' && (purpose === 'write' || purpose === 'person');

/** Why a merge is not known, in the reader's words; empty where it is. */
export const whyUnknown = (ctx: ViewContext, { forecast }: OverlapWith): string =>
  forecast.kind === 'unknown' ? sentence(ctx, forecast.why) : '';

/** A conflict, or files that bear load. */
export const isAlarming = ({ forecast, loadBearing }: OverlapWith): boolean =>
  forecast.kind === 'conflict' || loadBearing.length > 0;

/** What a worktree has to do with others. Nothing where nobody follows it or where it is none in which somebody works. */
export function overlapWords(ctx: ViewContext, scene: Scene, worktree: Worktree | undefined): OverlapWords {
  if (scene.overlaps === null || worktree === undefined || !isWorkedIn(worktree)) return nothing;
  const overlaps = scene.overlaps.get(worktree.path);
  // What nobody has looked at is not clear.
  if (overlaps === undefined) return { ...nothing, row: [ctx.t('overlaps not known yet')] };
  const [worst, ...others] = overlaps;
  if (worst === undefined) return nothing;
  const lines = overlaps
    .slice(0, most.overlaps)
    .map((one) => escapeMarkdown(phrase(oneOverlap(ctx, scene.state, one), fileWords(ctx, one), whyUnknown(ctx, one))));
  return {
    row: [oneOverlap(ctx, scene.state, worst), ...moreWords(ctx, others.length)],
    more: [...lines, ...moreWords(ctx, overlaps.length - lines.length)],
    alarming: overlaps.some(isAlarming),
  };
}
