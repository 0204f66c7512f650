import assert from 'node:assert/strict';
import { commands, languages, Uri, window, workspace, type DocumentSymbol } from 'vscode';
import { until } from '../until.ts';

const text = `# Persistent Task Queue

## T-2026-0001 - Retry in the fetcher

- Status: soon

### Validation Commands

\`\`\`sh
npm test
\`\`\`

## T-2026-0001 - The same again
`;

describe('the language server', () => {
  let uri: Uri;

  before(async () => {
    const [folder] = workspace.workspaceFolders ?? [];
    assert.ok(folder);
    uri = Uri.joinPath(folder.uri, 'tasks/queue.md');
    await workspace.fs.writeFile(uri, new TextEncoder().encode(text));
    // The window reads it through another process than the one that wrote it.
    const canOpen = (): Promise<boolean> =>
      Promise.resolve(
        workspace.openTextDocument(uri).then(
          () => true,
          () => false,
        ),
      );
    await until('the file', canOpen, 10_000);
  });
  after(async () => {
    await commands.executeCommand('workbench.action.closeActiveEditor');
    await workspace.fs.delete(Uri.joinPath(uri, '..'), { recursive: true });
  });

  it('tells what is wrong with a queue file that is opened, where it is wrong', async () => {
    await window.showTextDocument(uri);
    await until('the diagnostics', () => languages.getDiagnostics(uri).some((one) => one.source === 'MAM'), 30_000);
    const told = languages.getDiagnostics(uri).map((one) => [one.source, one.code, one.range.start.line]);
    assert.deepEqual(told.slice(0, 2).toSorted(), [
      ['MAM', 'queue.duplicateId', 12],
      ['MAM', 'queue.unknownStatus', 4],
    ]);
  });

  it('outlines its tasks', async () => {
    const symbols = await commands.executeCommand<DocumentSymbol[]>('vscode.executeDocumentSymbolProvider', uri);
    assert.ok(symbols.some((symbol) => symbol.name.startsWith('T-2026-0001')));
  });
});
