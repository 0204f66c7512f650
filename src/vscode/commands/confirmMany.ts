import { window } from 'vscode';
import { t } from '../translate.ts';

interface Listed {
  readonly id: string;
  readonly label: string;
  /** What will happen to it. */
  readonly description: string;
}

/** What is to be done to several is listed before: each can be left out, and nothing happens to any without a yes. */
export const confirmMany = async (title: string, all: readonly Listed[]): Promise<readonly string[]> => {
  const items = all.map((one) => ({ ...one, picked: true }));
  const placeHolder = t('Enter does it to all that are ticked.');
  const chosen = await window.showQuickPick(items, { title, placeHolder, canPickMany: true, ignoreFocusOut: true });
  return (chosen ?? []).map(({ id }) => id);
};
