import assert from 'node:assert/strict';
import { commands, extensions, LanguageModelTextPart, lm, Uri, workspace } from 'vscode';
import { delegateTool } from '../../src/protocol/delegateTool.ts';
import { lookTools } from '../../src/protocol/lookTools.ts';

const folder = (): Uri => {
  const [first] = workspace.workspaceFolders ?? [];
  assert.ok(first);
  return first.uri;
};

const ask = async (tool: string, input: object): Promise<string> => {
  const { content } = await lm.invokeTool(tool, { input, toolInvocationToken: undefined });
  return content.map((part) => (part instanceof LanguageModelTextPart ? part.value : '')).join('');
};

describe('tools of the chat', function () {
  this.timeout(60_000);
  before(async () => {
    await extensions.getExtension('multi-agent-mux.mam')?.activate();
  });

  it('are all there, with a schema for what they take', () => {
    const known = new Map(lm.tools.map((tool) => [tool.name, tool]));
    for (const { name } of [...lookTools, delegateTool]) {
      const schema: unknown = known.get(name)?.inputSchema;
      assert.ok(typeof schema === 'object' && schema !== null && 'properties' in schema, name);
    }
  });

  it('answer from the repository of the window, and say what is wrong with a name', async () => {
    const status: { readonly controlRoot: string } = JSON.parse(await ask('mam_status', {}));
    assert.equal(status.controlRoot, folder().fsPath);
    assert.ok(JSON.parse(await ask('mam_list_tasks', {})) !== null);
    await assert.rejects(() => ask('mam_read_job', { job: 'nothing' }), /nothing/);
    await assert.rejects(() => ask('mam_read_job', { job: 7 }), /job: .*string/);
  });
});

describe('what may not be delegated', function () {
  this.timeout(60_000);

  // A question to a person would never be answered here.
  it('is refused with what is missing, and no person is asked', async () => {
    await assert.rejects(() => ask('mam_delegate_job', { prompt: 'Look.' }), /mam_status/);
    await assert.rejects(() => ask('mam_delegate_job', { role: 'implementer' }), /prompt: /);
  });
});

describe('an exported dashboard', () => {
  it('is one file, as its name asks for', async () => {
    const read = async (name: string): Promise<string> => {
      const file = Uri.joinPath(folder(), '.git', name);
      await commands.executeCommand('mam.export', 'dashboard', file.fsPath);
      return new TextDecoder().decode(await workspace.fs.readFile(file));
    };
    assert.match(await read('mam-export.html'), /^<!DOCTYPE html>/);
    assert.match(await read('mam-export.md'), /^# /);
  });
});
