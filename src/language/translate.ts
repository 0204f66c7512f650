import * as l10n from '@vscode/l10n';
import type { Translate } from '../base/problem.ts';

/** The translation of our sentences that the client named, with the same `{name}` placeholders as in the editor. */
export const t: Translate = (text, params) => l10n.t(text, { ...params });

/** Reads the translations at `uri` (null = none). Gives the reason when they can't be read: texts then stay English. */
export async function loadTranslations(uri: string | null): Promise<string | null> {
  if (uri === null) return null;
  try {
    await l10n.config({ uri });
    return null;
  } catch (error) {
    return String(error);
  }
}
