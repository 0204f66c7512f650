import type { WithoutChange } from '../../core/evidence/types.ts';
import type { ViewContext } from './viewContext.ts';

/** Why a proof is none, by how it ended without the change; null where it failed there as it has to. */
export function noProof({ t }: Pick<ViewContext, 't'>, outcome: WithoutChange): string | null {
  const words: Readonly<Record<WithoutChange, string | null>> = {
    fails: null,
    passes: t('passes without the change: no proof'),
    'no-tests': t('finds no test without the change: no proof'),
    'not-built': t('can’t be built without the change: no proof'),
    'no-command': t('its program is not there without the change'),
    'no-dependency': t('lacks a package without the change'),
    'timed-out': t('came to no end without the change'),
    killed: t('was ended by a signal without the change'),
    'not-set-up': t('the checkout without the change could not be set up'),
  };
  return words[outcome];
}
