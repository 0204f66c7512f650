import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { runProcess } from '../../../src/adapters/process/run.ts';
import { listProcesses } from '../../../src/adapters/process/processTable.ts';
import type { Disposable } from '../../../src/base/disposable.ts';
import type { PlacesUnderTest } from '../../contract/terminals/placesUnderTest.ts';
import { tmuxIn, tmuxPlaces } from '../../contract/terminals/tmuxPlaces.ts';
import { useTempFolder } from '../../tempFolder.ts';
import { until } from '../../until.ts';
import { codeOf, value, withAgent } from './support.ts';

describe('Sessions in tmux that somebody watches', function () {
  this.timeout(60_000);
  let under: PlacesUnderTest;
  let watching: Disposable;
  let started: number;
  let agent: ReturnType<typeof withAgent>;
  // Before its folder goes.
  afterEach(async () => {
    watching.dispose();
    await under.close();
  });
  const folder = useTempFolder();
  beforeEach(() => {
    started = 0;
    const run: typeof runProcess = (...asked) => {
      started += 1;
      return runProcess(...asked);
    };
    under = { ...tmuxPlaces(folder()), terminals: tmuxIn(folder(), { run }) };
    agent = withAgent(under);
    watching = under.terminals.watch(() => undefined);
  });
  /** Opens one, and waits until it is looked at without a process. */
  const opened = async (...words: string[]): Promise<string> => {
    const handle = await agent.open('s.1', { argv: under.agent(...words) });
    await isKept(handle);
    await agent.shows(handle, 'ready>');
    started = 0;
    return handle;
  };
  const isKept = (handle: string): Promise<void> =>
    until('a look without a process', async () => {
      const before = started;
      return (await under.terminals.look(handle)).kind === 'agent' && started === before;
    });
  const followers = async (): Promise<readonly number[]> =>
    (await listProcesses())
      .map(({ pid }) => pid)
      .filter((pid) => {
        try {
          const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
          return / -C attach-session /.test(line) && readFileSync(`/proc/${pid}/environ`, 'utf8').includes(folder());
        } catch {
          return false;
        }
      });

  it('are looked at, read and typed to without starting a process, whatever the text is', async () => {
    const handle = await opened('raw');
    const { terminals } = under;
    const odd = `-n 'quoted' "double" $x \`y\`; #{z} %begin 1 1 1\n\ttab 한글 👩‍💻 e\u0301 \\012 ~ { } ;`;
    const long = `${'0123456789 abcdefgh 한 '.repeat(8_800)}end`;
    for (const text of [odd, long]) {
      value(await terminals.type(handle, text));
      value(await terminals.press(handle, 'Enter'));
      await until('the text', async () => (await agent.got()).endsWith(text), 15_000);
    }
    assert.notEqual(value(await terminals.read(handle, 5)), '');
    assert.equal(started, 0);
  });

  it('get every text as it was written, whatever it begins with', async () => {
    const handle = await opened('raw');
    for (const first of '~!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}') {
      const text = `${first}nobody/notes.md`;
      value(await under.terminals.type(handle, text));
      value(await under.terminals.press(handle, 'Enter'));
      await until(`the text that begins with ${first}`, async () => (await agent.got()).endsWith(text));
    }
    assert.equal(started, 0);
  });

  it('are watched on although a note on the server is spoiled', async () => {
    const handle = await opened();
    await runProcess({
      argv: ['tmux', '-L', 'mam-test', 'set-option', '-g', '@mam-client-1', '1/%E0%A4%A+1/x'],
      cwd: '/',
      env: { PATH: process.env['PATH'] ?? '', TMUX_TMPDIR: folder() },
    });
    watching.dispose();
    watching = under.terminals.watch(() => undefined);
    await isKept(handle);
  });

  it('are asked by a process while their connection is gone, and soon have one again', async () => {
    const handle = await opened();
    for (const pid of await followers()) process.kill(pid, 'SIGKILL');
    await until('a look by a process', async () => {
      assert.equal((await under.terminals.look(handle)).kind, 'agent');
      return started > 0;
    });
    await agent.tell(handle, 'hello');
    await isKept(handle);
  });

  it('say of one that ended, while it is typed to, that nothing is there', async () => {
    const handle = await opened();
    await agent.tell(handle, 'exit 0');
    await agent.lookUntil(handle, 'its end', ({ kind }) => kind === 'gone' || kind === 'shell');
    assert.notEqual(codeOf(await under.terminals.type(handle, 'rm -rf .')), 'ok');
  });
});
