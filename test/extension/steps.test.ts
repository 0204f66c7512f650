// What a person asks for in the palette and over a task, up to a reviewed commit, with keys instead of a mouse.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { commands, ConfigurationTarget, MarkdownString, Position, Uri, window, workspace } from 'vscode';
import type { CodeLens, Hover } from 'vscode';
import { queueText } from '../builders/queueText.ts';
import { until } from '../until.ts';

const task = 'T-2026-0001';
const settings = { topology: 'four-role', 'checks.allowed': [['node', '--test']] };

const folder = (): Uri => {
  const [first] = workspace.workspaceFolders ?? [];
  assert.ok(first);
  return first.uri;
};
const git = (...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.invalid', ...args], {
    cwd: folder().fsPath,
    encoding: 'utf8',
  });
const write = (path: string, text: string): Thenable<void> =>
  workspace.fs.writeFile(Uri.joinPath(folder(), path), new TextEncoder().encode(text));
/** The text of a file that is written a moment after what it tells happened; empty until then. */
const read = async (path: string): Promise<string> => {
  try {
    return new TextDecoder().decode(await workspace.fs.readFile(Uri.joinPath(folder(), path)));
  } catch {
    return '';
  }
};

/** Runs a command to its end; whatever it asks meanwhile is answered by another command, again and again. */
async function answered(answer: string, command: string, ...args: readonly unknown[]): Promise<void> {
  let ended = false;
  const running = Promise.resolve(commands.executeCommand(command, ...args)).finally(() => (ended = true));
  const asked = until(
    `the end of ${command}`,
    async () => {
      if (!ended) await commands.executeCommand(answer);
      return ended;
    },
    30_000,
  );
  await Promise.all([running, asked]);
}
const enter = 'workbench.action.acceptSelectedQuickOpenItem';

describe('steps that a person takes', () => {
  const queue = (): Uri => Uri.joinPath(folder(), 'tasks/queue.md');
  const lenses = async (): Promise<readonly CodeLens[]> =>
    (await commands.executeCommand<CodeLens[]>('vscode.executeCodeLensProvider', queue(), 100)).filter(
      ({ command }) => command?.command === 'mam.startLoop',
    );
  /** What the editor shows over the task's id. */
  const hovered = async (): Promise<string> => {
    const at = new Position(2, 5);
    const found = await commands.executeCommand<Hover[]>('vscode.executeHoverProvider', queue(), at);
    return found
      .flatMap(({ contents }) => contents)
      .map((one) => (one instanceof MarkdownString || typeof one === 'object' ? one.value : one))
      .join('\n')
      .replaceAll('&nbsp;', ' ');
  };

  before(async () => {
    for (const [key, value] of Object.entries(settings))
      await workspace.getConfiguration('mam').update(key, value, ConfigurationTarget.Global);
    await write('a.test.js', "require('node:test').test('holds', () => undefined);\n");
    await write('tasks/queue.md', queueText({ id: task, claims: '`a.txt`', checks: ['node --test'] }));
    git('add', '--all');
    git('commit', '--quiet', '--message=queue');
  });
  after(async () => {
    await commands.executeCommand('workbench.action.closeAllEditors');
    for (const key of Object.keys(settings))
      await workspace.getConfiguration('mam').update(key, undefined, ConfigurationTarget.Global);
  });

  it('Tick (Dry Run) says what is in the way, and ships nothing', async () => {
    const head = git('rev-parse', 'HEAD');
    await answered(enter, 'mam.tick');
    const report = (): Promise<string> => read('reports/agent_loop/active/active_loop.md');
    await until('its report', async () => /- Decision: blocked\n/.test(await report()), 20_000);
    assert.equal(git('rev-parse', 'HEAD'), head);
  });

  it('Start (Prepare Only) writes its reports, and starts no lane', async () => {
    await answered('notifications.clearAll', 'mam.prepareStart');
    assert.match(await read('reports/agent_loop/active/start.md'), /- Start: started\n/);
    assert.match(await read('reports/agent_loop/active/start.md'), new RegExp(task));
    assert.equal(git('worktree', 'list').trim().split('\n').length, 1);
  });

  it('Recover Lease, Take Over Lease and Delete Branch say that there is none', async () => {
    for (const name of ['recoverLease', 'takeOverLease', 'deleteBranch'])
      await answered('notifications.clearAll', `mam.${name}`);
  });

  it('the lens over a task starts it, and the hover over its id tells how it stands', async () => {
    await window.showTextDocument(queue());
    await until('the lens', async () => (await lenses()).length === 1, 30_000);
    assert.doesNotMatch(await hovered(), /Now:/);
    const [lens] = await lenses();
    assert.deepEqual([lens?.command?.title, lens?.command?.arguments], ['Start loop on this task', [task]]);
    await answered(enter, lens?.command?.command ?? '', ...(lens?.command?.arguments ?? []));
    await until('the state of the task', async () => /Now: /.test(await hovered()), 30_000);
    await until('the lens to go while it is worked on', async () => (await lenses()).length === 0, 30_000);
    await commands.executeCommand('mam.stopLoop');
    await until('the end of it', async () => /Now: stopped/.test(await hovered()), 50_000);
    assert.equal((await lenses()).length, 0, 'what can be resumed is not started anew');
  });
});
