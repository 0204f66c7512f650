import type { EffectKind } from '../../core/effect.ts';

/** What a command about sessions and jobs carries out when nobody else does: nothing of a loop that was killed. */
export const sessionEffects: readonly EffectKind[] = ['startSession', 'stopSession', 'deliverPrompt'];
