import type { Translate } from '../../base/problem.ts';
import type { Tick } from '../../core/tick/types.ts';
import type { StartPack } from '../start/pack.ts';

/** How a tick ended, in the reader's language. */
export const tickWord = (t: Translate, decision: Tick['decision']): string =>
  ({
    planned: t('planned'),
    blocked: t('blocked'),
    executing: t('executing'),
    executed: t('executed'),
    'ship-failed': t('ship-failed'),
  })[decision];

/** How the preparation of work ended, in the reader's language. */
export const startWord = (t: Translate, decision: StartPack['decision']): string =>
  ({ started: t('prepared'), blocked: t('blocked') })[decision];
