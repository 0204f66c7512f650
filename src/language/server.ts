// The language server's process: `--stdio` or `--node-ipc`, as the client asks.
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { existsSync } from 'node:fs';
import { createFileTree } from './fileTree.ts';
import { serve } from './serve.ts';

// Over IPC nothing else tells that the editor is gone until the next look at its process.
process.once('disconnect', () => process.exit());

const connection = createConnection(ProposedFeatures.all);
serve(connection, { files: createFileTree(), year: () => new Date().getFullYear(), translationsInto });
connection.listen();

/** Other clients than VS Code name a language, such as `ko` or `ko-KR`, and no file. */
function translationsInto(locale: string): string | null {
  const [language = ''] = locale.toLowerCase().split(/[-_]/);
  const root = import.meta.url.endsWith('.cjs') ? '..' : '../..';
  const file = new URL(`${root}/l10n/bundle.l10n.${language}.json`, import.meta.url);
  return /^[a-z]{2,3}$/.test(language) && existsSync(file) ? file.href : null;
}
