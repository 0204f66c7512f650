import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HostFolders } from '../hosts/host.ts';

/**
 * Makes a language one that the host can show, without a word of VS Code's own in it: what an installed language pack
 * leaves behind. What an extension brings in that language is shown all the same.
 */
export const placeLanguagePack = ({ base, data }: HostFolders, language: string): void => {
  const translation = join(base, `${language}.i18n.json`);
  writeFileSync(translation, JSON.stringify({ version: '1.0.0', contents: {} }));
  const extension = { extensionIdentifier: { id: `mam-test.${language}` }, version: '1.0.0' };
  const pack = { hash: language, label: language, extensions: [extension], translations: { vscode: translation } };
  writeFileSync(join(data, 'languagepacks.json'), JSON.stringify({ [language]: pack }));
};
