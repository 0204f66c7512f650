import type { Translate } from '../../base/problem.ts';
import type { Loop } from '../../core/loop/types.ts';

/** Why a loop works on one task at a time although it was to have several; none where it has what was wanted. */
export const clampLines = ({ t }: { readonly t: Translate }, { clamped }: Loop['options']): readonly string[] =>
  clamped === undefined
    ? []
    : clamped.why.map(({ text, params }) =>
        t('one task at a time, not {count}: {why}', { count: clamped.wanted, why: t(text, params) }),
      );
