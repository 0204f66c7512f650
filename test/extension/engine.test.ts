import assert from 'node:assert/strict';
import { commands, Uri, window, workspace } from 'vscode';
import { until } from '../until.ts';

const folder = (): Uri => {
  const [first] = workspace.workspaceFolders ?? [];
  assert.ok(first);
  return first.uri;
};

const tabLabels = (): readonly string[] => window.tabGroups.all.flatMap((group) => group.tabs.map((tab) => tab.label));

describe('the engine in the extension host', () => {
  it('opens on the first command that needs it, with its log below the git folder', async () => {
    await commands.executeCommand('mam.openDashboard');
    await until('the dashboard', () => tabLabels().includes('MAM Dashboard'));
    const log = await workspace.fs.readDirectory(Uri.joinPath(folder(), '.git/mam'));
    assert.ok(log.length > 0);
  });

  it('shows the dashboard once, however often it is asked for', async () => {
    await commands.executeCommand('mam.openDashboard');
    await commands.executeCommand('mam.openDashboard');
    assert.equal(tabLabels().filter((label) => label === 'MAM Dashboard').length, 1);
  });

  it('shows a file as it stands in a commit', async () => {
    const document = await workspace.openTextDocument(
      Uri.from({ scheme: 'mam-git', path: '/a.ts', query: 'commit=HEAD&run=none' }),
    );
    assert.equal(document.getText(), 'export const a = 1;\n');
    assert.equal(document.languageId, 'typescript');
  });

  it('shows nothing for a file that the commit has not', async () => {
    const document = await workspace.openTextDocument(
      Uri.from({ scheme: 'mam-git', path: '/none.ts', query: 'commit=HEAD&run=none' }),
    );
    assert.equal(document.getText(), '');
  });

  it('says that there is no queue file rather than opening an empty one', async () => {
    void commands.executeCommand('mam.showTask', 'T-2026-0001');
    await assert.rejects(async () => workspace.fs.stat(Uri.joinPath(folder(), 'tasks/queue.md')));
  });
});
