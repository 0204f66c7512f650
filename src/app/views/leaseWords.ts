import type { Translate } from '../../base/problem.ts';
import type { LeaseReason } from '../../core/lease/types.ts';

/** Why a lease needs recovery, in words. */
export const reasonWords = (t: Translate, reason: LeaseReason): string =>
  ({
    'missing-worktree': t('its worktree is gone'),
    'inspection-failed': t('its worktree could not be looked at'),
    'detached-worktree': t('its worktree is on no branch'),
    'dirty-worktree': t('its worktree holds uncommitted changes'),
  })[reason];
