import assert from 'node:assert/strict';
import { commands, extensions, Uri, workspace } from 'vscode';
import { commandId, commandNames } from '../../src/vscode/ids.ts';

const extension = () => {
  const found = extensions.getExtension('multi-agent-mux.mam');
  assert.ok(found, 'the extension is not installed');
  return found;
};

describe('activation', () => {
  it('is quick and registers every command of the manifest', async () => {
    // Its own work rather than the clock: the machine may be busy with something else.
    const before = process.cpuUsage();
    await extension().activate();
    const { user, system } = process.cpuUsage(before);
    const took = (user + system) / 1000;
    const known = new Set(await commands.getCommands(true));
    assert.deepEqual(
      commandNames.map(commandId).filter((id) => !known.has(id)),
      [],
    );
    assert.ok(took < 1000, `activation took ${Math.round(took)} ms of CPU time`);
  });

  it('does not start the engine where nothing asked for it', async () => {
    await extension().activate();
    const [folder] = workspace.workspaceFolders ?? [];
    assert.ok(folder);
    // The engine keeps its log below the git folder; nobody opened a view or has a queue yet.
    await assert.rejects(async () => workspace.fs.stat(Uri.joinPath(folder.uri, '.git/mam')));
  });
});
