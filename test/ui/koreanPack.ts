import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createVSIX } from '@vscode/vsce';

/** Makes Korean a display language that can be chosen: a pack that translates nothing of VS Code itself. Returns the package. */
export const packKorean = async (folder: string): Promise<string> => {
  const source = join(folder, 'korean');
  mkdirSync(join(source, 'translations'), { recursive: true });
  const manifest = {
    name: 'korean',
    publisher: 'mam-test',
    version: '1.0.0',
    engines: { vscode: '^1.100.0' },
    contributes: {
      localizations: [
        {
          languageId: 'ko',
          languageName: 'Korean',
          localizedLanguageName: '한국어',
          translations: [{ id: 'vscode', path: './translations/main.i18n.json' }],
        },
      ],
    },
  };
  writeFileSync(join(source, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(source, 'README.md'), 'Korean as a display language, for tests.\n');
  writeFileSync(join(source, 'LICENSE'), 'MIT\n');
  writeFileSync(join(source, 'translations/main.i18n.json'), JSON.stringify({ version: '1.0.0', contents: {} }));
  const packagePath = join(folder, 'korean.vsix');
  await createVSIX({ cwd: source, packagePath, dependencies: false, allowMissingRepository: true });
  return packagePath;
};
