// A session of an agent as a terminal of the real editor, asked for on the command line while the window runs the work.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { commands, extensions, TabInputTerminal, Uri, window, workspace, type Terminal } from 'vscode';
import { until } from '../until.ts';

const root = (): string => {
  const [first] = workspace.workspaceFolders ?? [];
  assert.ok(first);
  return first.uri.fsPath;
};

/** `mam` as this build has it, for a person; what it answers in JSON. */
const mam = async (...args: readonly string[]): Promise<string> => {
  const extension = extensions.getExtension('multi-agent-mux.mam');
  assert.ok(extension);
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(extension.extensionPath, 'dist/cli.cjs'), ...args, '--json'],
    { cwd: root(), env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' } },
  );
  return stdout;
};

describe('agent sessions in the editor', () => {
  const name = 'rehearsal-one';
  let session = '';
  const ours = (): readonly Terminal[] => window.terminals.filter((terminal) => terminal.name === name);
  const inFront = (): boolean => window.tabGroups.activeTabGroup.activeTab?.input instanceof TabInputTerminal;

  before(async () => {
    // From now on this window runs the work.
    await commands.executeCommand('mam.openDashboard');
    const created: { id: string } = JSON.parse(
      await mam('session', 'create', name, '--agent', 'rehearsal', '--backend', 'editor'),
    );
    session = created.id;
  });
  after(async () => {
    await commands.executeCommand('mam.stopSession', session);
    await commands.executeCommand('mam.forgetSession', session);
    await commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('are terminals in tabs, which come to the front when they are shown', async () => {
    assert.equal(ours().length, 1);
    await window.showTextDocument(await workspace.openTextDocument(Uri.file(join(root(), 'a.ts'))));
    await until('the file in front', () => window.activeTextEditor !== undefined && !inFront());
    await commands.executeCommand('mam.showSession', session);
    await until('the terminal in front', inFront, 20_000);
  });

  it('are given jobs, and a page tells how those went', async () => {
    const submitted: { job: string } = JSON.parse(
      await mam('submit', '--agent-session', name, '--prompt', 'Say that all is well.'),
    );
    await until(
      'the end of the job',
      async () => (await mam('job', 'show', submitted.job)).includes('"status":"completed"'),
      45_000,
    );
    await commands.executeCommand('mam.openJob', submitted.job);
    const text = window.activeTextEditor?.document.getText() ?? '';
    assert.match(text, /\*\*done \d\d:\d\d\*\*/);
    assert.match(text, /decided by the agent/);
    await commands.executeCommand('mam.openReport', submitted.job);
    assert.match(window.activeTextEditor?.document.getText() ?? '', /Rehearsed/);
  });

  it('end with their terminal when they are stopped', async () => {
    await commands.executeCommand('mam.stopSession', session);
    await until('the terminal to go', () => ours().length === 0);
    assert.match(await mam('session', 'status'), /"kind":"stopped"/);
  });
});
