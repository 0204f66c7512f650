import type { Classification } from '../surface/types.ts';
import type { ClaimKind, ClaimWords } from './types.ts';

/** What may be said of a change about one kind of result. */
export interface ClaimRule {
  readonly kind: ClaimKind;
  /** `never`: the surface can't show it, or is private. `proven`: with what was measured beside it. */
  readonly allowed: 'never' | 'proven';
  /** Words that are taken for such a claim. */
  readonly words: readonly string[];
}

/** What a change of these surfaces may claim in public, by the same rules as the audit of a text. */
export const claimPolicy = (
  surface: Pick<Classification, 'private' | 'routine'>,
  words: readonly ClaimWords[],
): readonly ClaimRule[] =>
  (['performance', 'quality', 'benchmark', 'private'] as const).map((kind) => ({
    kind,
    allowed: surface.private || surface.routine || kind === 'private' ? 'never' : 'proven',
    words: [...new Set(words.flatMap((language) => language[kind]))],
  }));
