import type { Worktree } from '../../core/worktree/types.ts';
import type { RadarPage, RadarRow } from '../../protocol/dashboardParts.ts';
import { fileWords, isAlarming, isWorkedIn, oneOverlap, whyUnknown } from './overlapWords.ts';
import type { Scene, ViewContext } from './viewContext.ts';
import { worktreeName } from './worktreeName.ts';

const rowOf = (ctx: ViewContext, { state, overlaps }: Scene, { path }: Worktree): RadarRow => {
  const found = overlaps?.get(path);
  const unseen = found === undefined ? ctx.t('overlaps not known yet') : '';
  return {
    worktree: worktreeName(state, path),
    path,
    note: found?.length === 0 ? ctx.t('in nobody’s way') : unseen,
    overlaps: (found ?? []).map((one) => ({
      words: oneOverlap(ctx, state, one),
      files: fileWords(ctx, one),
      why: whyUnknown(ctx, one),
      alarming: isAlarming(one),
    })),
  };
};

/** How pressing a row is: what would conflict stands first, what is in nobody's way last. */
const urgency = ({ overlaps, note }: RadarRow): number => {
  if (overlaps.some(({ alarming }) => alarming)) return 0;
  if (overlaps.length > 0) return 1;
  return note === '' ? 3 : 2;
};

/** Which worktrees change the same files, and whether they would merge. */
export const radarView = (ctx: ViewContext, scene: Scene): RadarPage => {
  const rows = Object.values(scene.state.worktrees)
    .filter(isWorkedIn)
    .map((worktree) => rowOf(ctx, scene, worktree));
  const note = rows.length > 0 && scene.overlaps === null ? ctx.t('The worktrees are being compared…') : '';
  return { note, rows: rows.toSorted((a, b) => urgency(a) - urgency(b)) };
};
