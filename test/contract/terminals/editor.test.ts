import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '../../until.ts';
import { describeTerminals } from './describeTerminals.ts';
import { editorPlaces } from './editorPlaces.ts';

describeTerminals('editor', editorPlaces);

describe('agent sessions in an editor', function () {
  this.timeout(30_000);
  let under: Awaited<ReturnType<typeof editorPlaces>>;
  beforeEach(async () => {
    under = await editorPlaces();
  });
  afterEach(() => under.close());

  const open = async (id = 's.1'): Promise<void> => {
    const spec = { id, name: 'Agent', argv: under.agent(), cwd: under.folder, env: { PATH: '/usr/bin:/bin' } };
    const opened = await under.terminals.open(spec, new AbortController().signal);
    assert.ok(opened.ok, opened.ok ? '' : opened.error.code);
    await until('the agent', async () => (await under.notes()).length > 0, 10_000);
  };

  it('are typed into again after the window was loaded again, where only their process tells them', async () => {
    await open();
    const places = under.in(under.window.reloaded());
    await until('the terminal', async () => (await places.type('s.1', 'hello')).ok);
    assert.equal((await places.press('s.1', 'Enter')).ok, true);
    await until('its word', async () => (await under.notes()).some((note) => note.kind === 'got'));
    assert.equal((await places.show('s.1')).ok, true);
  });

  it('are looked at and ended from another window, and typed into only where they are', async () => {
    await open();
    const other = under.second();
    const typed = await other.type('s.1', 'hello');
    assert.equal(typed.ok || typed.error.code, 'terminals.elsewhere');
    const shown = await other.show('s.1');
    assert.equal(shown.ok || shown.error.code, 'terminals.shownElsewhere');
    assert.equal((await other.look('s.1')).kind, 'agent');
    assert.equal((await other.close('s.1', 1000)).ok, true);
    assert.equal((await under.terminals.look('s.1')).kind, 'gone');
    await until('the tab to go', () => under.window.terminals.length === 0, 10_000);
  });

  it('are gone when the editor brings their terminal back without the agent, and are not started again there', async () => {
    await open();
    const [terminal] = under.window.terminals;
    const pid = await terminal?.processId;
    assert.ok(terminal && pid !== undefined);
    process.kill(pid, 'SIGKILL');
    await until('its end', () => under.window.terminals.length === 0, 10_000);
    under.window.createTerminal(terminal.creationOptions);
    const note = join(under.folder, 'notes', `s.${Buffer.from('s.1').toString('hex')}.json`);
    await until('its shell', async () => (await readFile(note, 'utf8')).includes('"state":"shell"'), 10_000);
    assert.deepEqual(await under.terminals.look('s.1'), { kind: 'gone', code: null, signal: null });
    assert.equal((await under.notes()).filter(({ kind }) => kind === 'began').length, 1);
  });

  it('are opened although a window died while it opened them', async () => {
    const notes = join(under.folder, 'notes');
    await mkdir(notes);
    const dead = JSON.stringify({ pid: 999_999_999, startTime: 'boot:1' });
    await writeFile(join(notes, `${Buffer.from('s.1').toString('hex')}.starting`), dead);
    await open();
    assert.equal((await under.notes()).length, 1);
  });
});
