import { window } from 'vscode';
import type { App } from '../../app/app.ts';
import { leaseWords } from '../../app/views/leaseWords.ts';
import { phrase, shortList } from '../../app/views/words.ts';
import type { Lease } from '../../core/lease/types.ts';
import { t } from '../translate.ts';
import { createViewContext } from '../viewContext.ts';

/** The lease of this id, else the only one that fits, else the one that a person picks. */
export const pickLease = async (
  app: App,
  id: string | undefined,
  fits: (lease: Lease) => boolean,
): Promise<Lease | undefined> => {
  const named = id === undefined ? undefined : app.state.leases[id];
  if (named !== undefined) return named;
  const candidates = Object.values(app.state.leases).filter(fits);
  if (candidates.length === 0) {
    void window.showInformationMessage(t('No lease fits.'));
    return undefined;
  }
  if (candidates.length === 1) return candidates[0];
  const context = createViewContext(app);
  const picked = await window.showQuickPick(
    candidates.map((lease) => {
      const { word, more } = leaseWords(context, app.state, lease, app.awakeMs());
      return { label: shortList(lease.claims, 1), description: word, detail: phrase(...more), lease };
    }),
    { title: t('Which lease?'), matchOnDetail: true },
  );
  return picked?.lease;
};
