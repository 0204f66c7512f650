import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commands, ConfigurationTarget, TabInputTerminal, Uri, window, workspace, type Terminal } from 'vscode';
import { until } from '../until.ts';

const root = (): string => {
  const [first] = workspace.workspaceFolders ?? [];
  assert.ok(first);
  return first.uri.fsPath;
};

interface Note {
  readonly id: string;
  readonly state: string;
  readonly code: number | null;
  readonly cwd: string;
  readonly pid: number;
}

const notes = (): readonly Note[] => {
  const folder = join(root(), '.git/mam/terminals');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name): Note => JSON.parse(readFileSync(join(folder, name), 'utf8')));
};

const terminalTabs = (): readonly string[] =>
  window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter((tab) => tab.input instanceof TabInputTerminal)
    .map((tab) => tab.label);

describe('agents’ terminals', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'mam-terminals-')));
  /** Nobody else works there, so nothing has to be confirmed. */
  const checkout = join(folder, 'checkout');
  const git = (...args: string[]): Buffer => execFileSync('git', args, { cwd: root(), stdio: 'pipe' });
  before(() => git('worktree', 'add', '--quiet', '--detach', checkout));
  const program = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
    return path;
  };
  const useAgent = async (path: string | undefined): Promise<void> =>
    workspace.getConfiguration('mam').update('agents.claudePath', path, ConfigurationTarget.Global);
  const ours = (): readonly Terminal[] => window.terminals.filter(({ name }) => name.startsWith('claude in '));

  afterEach(async () => {
    for (const { id } of notes()) await commands.executeCommand('mam.closeTerminal', id);
    // The editor gives a process some seconds to flush what it printed before it hangs up.
    await until('the terminals to close', () => ours().length === 0, 30_000);
    await useAgent(undefined);
  });
  after(() => {
    git('worktree', 'remove', '--force', checkout);
    rmSync(folder, { recursive: true, force: true });
  });

  it('open as editor tabs in the chosen checkout, with the environment of the control plane alone', async () => {
    const told = join(folder, 'told');
    // One that leads git astray would do so for the editor's own git as well, which is in this process.
    process.env['GIT_CEILING_DIRECTORIES'] = '/elsewhere';
    process.env['MAM_SHIP_COMMAND'] = 'no';
    try {
      await useAgent(
        program('claude', `{ pwd; env; command -v mam; tty; } > '${told}.new'; mv '${told}.new' '${told}'; cat`),
      );
      await commands.executeCommand('mam.launchClaudeTerminal', checkout);
      await until('the agent', () => existsSync(told), 20_000);
    } finally {
      delete process.env['GIT_CEILING_DIRECTORIES'];
      delete process.env['MAM_SHIP_COMMAND'];
    }
    const text = readFileSync(told, 'utf8');
    assert.equal(text.split('\n')[0], checkout);
    assert.match(text, new RegExp(`^MAM_CONTROL_ROOT=${root()}$`, 'm'));
    assert.match(text, /^\/.*\/bin\/mam\n\/dev\//m, 'mam is on the PATH, and there is a terminal');
    assert.doesNotMatch(text, /^(?:GIT_|MAM_SHIP_|ELECTRON_RUN_AS_NODE)/m);
    assert.ok(terminalTabs().length > 0, 'the terminal is an editor tab');
    await until('its note', () => notes().some(({ state, cwd }) => state === 'agent' && cwd === checkout));
  });

  it('come to the front from their row, and leave the list when a person closes them', async () => {
    await useAgent(program('claude', 'cat'));
    await commands.executeCommand('mam.launchClaudeTerminal', checkout);
    await until('its note', () => notes().length === 1, 20_000);
    const [note] = notes();
    const [terminal] = ours();
    assert.ok(note && terminal);
    await window.showTextDocument(await workspace.openTextDocument(Uri.file(join(root(), 'a.ts'))));
    await until('the file in front', () => window.activeTextEditor !== undefined);
    await commands.executeCommand('mam.showTerminal', note.id);
    await until(
      'the terminal in front',
      () => window.tabGroups.activeTabGroup.activeTab?.input instanceof TabInputTerminal,
    );
    terminal.dispose();
    await until('the empty list', () => notes().length === 0, 30_000);
  });

  it('keep a shell when the agent ends, and say with which code', async () => {
    await useAgent(program('claude', 'exit 3'));
    await commands.executeCommand('mam.launchClaudeTerminal', checkout);
    await until('the shell', () => notes().some(({ state, code }) => state === 'shell' && code === 3), 20_000);
    const [terminal] = ours();
    assert.ok(terminal);
    const told = join(folder, 'shell');
    terminal.sendText(`pwd > '${told}'`);
    await until('the shell’s answer', () => existsSync(told) && readFileSync(told, 'utf8') === `${checkout}\n`, 20_000);
    await commands.executeCommand('mam.closeTerminal', notes()[0]?.id);
    await until('the end', () => ours().length === 0 && notes().length === 0, 20_000);
  });

  it('stay on the list when they are killed', async () => {
    await useAgent(program('claude', 'cat'));
    await commands.executeCommand('mam.launchClaudeTerminal', checkout);
    await until('its note', () => notes().some(({ state }) => state === 'agent'), 20_000);
    const [note] = notes();
    assert.ok(note);
    process.kill(note.pid, 'SIGKILL');
    await until('the terminal to close', () => ours().length === 0, 10_000);
    assert.deepEqual(
      notes().map(({ id }) => id),
      [note.id],
    );
    await commands.executeCommand('mam.closeTerminal', note.id);
    await until('the empty list', () => notes().length === 0);
  });

  it('don’t open where the program is missing', async () => {
    await useAgent('/no/such/claude');
    await commands.executeCommand('mam.launchClaudeTerminal', checkout);
    assert.deepEqual([ours().length, notes().length], [0, 0]);
  });
});
