import type { Translate } from '../../base/problem.ts';
import type { Phase } from '../../core/loop/types.ts';

/** Phases that options switch on. */
export type OptionalPhase = Extract<
  Phase,
  'planning' | 'plan-talk' | 'self-reviewing' | 'rebutting' | 'adjudicating' | 'arbitrating' | 'promoting'
>;

/** What is done in such a phase. */
export const optionalPhaseWords = (t: Translate): Readonly<Record<OptionalPhase, string>> => ({
  planning: t('being planned'),
  'plan-talk': t('the plan is talked over'),
  'self-reviewing': t('its writer looks at it'),
  rebutting: t('its writer answers the reviewers'),
  adjudicating: t('the reviewers rule on the answer'),
  arbitrating: t('the planner rules'),
  promoting: t('its reports are put away'),
});
