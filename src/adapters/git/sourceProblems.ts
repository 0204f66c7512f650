import { problem, type Problem } from '../../base/problem.ts';

export const sourceMissing = (path: string): Problem =>
  problem('source.missing', 'There is no folder {path}. Check --worktree.', { path });

export const sourceForeign = (path: string): Problem =>
  problem('source.foreign', '{path} is no checkout of this repository. Name one that git worktree list shows.', {
    path,
  });

export const sourceNotTop = (path: string, top: string): Problem =>
  problem('source.notTop', '{path} lies inside a checkout. Name its top folder, {top}.', { path, top });

export const sourceUnborn = (path: string): Problem =>
  problem('source.unborn', '{path} has no commit yet. Make one, then start again.', { path });

export const sourceBaseUnknown = (base: string): Problem =>
  problem('source.baseUnknown', 'The base {base} names no commit here. Check --base.', { base });

export const sourceNotAncestor = (base: string, path: string): Problem =>
  problem(
    'source.notAncestor',
    'The base {base} is no ancestor of what {path} holds. Name the commit that its work began on.',
    { base, path },
  );

/** Where the history ends before it, git denies what may well be so. */
export const sourceShallow = (base: string, path: string): Problem =>
  problem(
    'source.shallow',
    'This clone is shallow, so whether the work in {path} began at {base} can’t be told. Fetch the history, then try again: {command}',
    { base, path, command: 'git fetch --unshallow' },
  );

export const sourceUnclear = (path: string, base: string, reason: string): Problem =>
  problem(
    'source.unclear',
    'What changed in {path} since {base} can’t be determined, so nobody was asked for a review: {reason}',
    { path, base: base.slice(0, 7), reason },
  );
