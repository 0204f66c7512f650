import { problemData } from '../base/problem.ts';
import type { OverlapWith } from '../core/overlap/radar.ts';
import type { Worktree } from '../core/worktree/types.ts';
import type { App } from '../app/app.ts';
import { oneOverlap } from '../app/views/overlapWords.ts';
import type { ViewContext } from '../app/views/viewContext.ts';
import { folderLost } from '../app/views/worktrees.ts';
import { worktreeName } from '../app/views/worktreeName.ts';

/** Worktrees in which somebody works. */
const inUse = (app: App): readonly Worktree[] =>
  Object.values(app.state.worktrees)
    .filter((one) => one.state === 'ready' && (one.purpose === 'write' || one.purpose === 'person'))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));

const overlapData = ({ other, kind, branch, files, loadBearing, forecast }: OverlapWith) => ({
  with: other,
  kind,
  branch,
  files,
  loadBearing,
  forecast: forecast.kind,
  conflicts: forecast.kind === 'conflict' ? forecast.files : [],
  why: forecast.kind === 'unknown' ? problemData(forecast.why) : null,
});

/** The worktrees in which somebody works; `overlaps` is null for one that nobody could look at. */
export const worktreesData = (app: App) =>
  inUse(app).map(({ path, branch, run }) => ({
    path,
    branch,
    task: run === null ? null : (app.state.runs[run]?.task.id ?? null),
    overlaps: app.overlaps?.get(path)?.map(overlapData) ?? null,
  }));

/** One line for each pair that has something to do with each other, and for each worktree that is unknown. */
export function overlapLines(ctx: ViewContext, app: App): readonly string[] {
  const worktrees = inUse(app);
  const known = app.overlaps ?? new Map<string, readonly OverlapWith[]>();
  return worktrees.flatMap(({ path }) => {
    const name = worktreeName(app.state, path);
    const lost = app.worktrees.get(path)?.prunable ?? null;
    if (lost !== null) return [`${name}: ${ctx.t('folder lost')}. ${folderLost(ctx, path)}`];
    const overlaps = known.get(path);
    if (overlaps === undefined) return [`${name}: ${ctx.t('overlaps not known yet')}`];
    return overlaps
      .filter(({ other }) => path < other || !known.has(other))
      .map((one) => `${name} ${oneOverlap(ctx, app.state, one)}`);
  });
}
