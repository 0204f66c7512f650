import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSessionSigns } from '../../../src/adapters/agents/sessionSigns.ts';
import type { ScreenForm } from '../../../src/app/ports/sessionSigns.ts';
import { tmuxPlaces } from '../../contract/terminals/tmuxPlaces.ts';
import type { PlacesUnderTest } from '../../contract/terminals/placesUnderTest.ts';
import { useTempFolder } from '../../tempFolder.ts';
import { until } from '../../until.ts';
import { never, standIn, value, withAgent } from './support.ts';

describe('Scripted agents in tmux', function () {
  this.timeout(60_000);
  let under: PlacesUnderTest;
  // Before its folder goes.
  afterEach(() => under.close());
  const folder = useTempFolder();
  let agent: ReturnType<typeof withAgent>;
  beforeEach(() => {
    under = tmuxPlaces(folder());
    agent = withAgent(under);
  });
  const open = async (script: string, ...args: string[]): Promise<string> => {
    const argv = [process.execPath, standIn(script), ...args] as const;
    return value(await under.terminals.open(agent.spec('s.1', { argv }), never)).handle;
  };
  const screen = async (handle: string): Promise<string> => value(await under.terminals.read(handle, 50));
  /** What stands on the screen as a question, when there is one. */
  const formOn = async (handle: string): Promise<ScreenForm | null> => signs().form('any', await screen(handle));
  const signs = () =>
    createSessionSigns({
      registry: { find: () => null },
      env: {},
      clock: { now: () => 0 },
      watch: () => ({ dispose: () => undefined }),
    });

  it('a permission question is announced, read with its answers, and gone when it was answered', async () => {
    const handle = await open('perm-prompt.mjs', '600');
    const told: number[] = [];
    let readAt = 0;
    const watch = under.terminals.watch(() => told.push(performance.now()));
    await until('the question', async () => (await formOn(handle)) !== null, 10_000);
    readAt = performance.now();
    await until('the word of it', () => told.length > 0);
    watch.dispose();
    assert.ok(told[0]! - readAt < 3000);
    const form = await formOn(handle);
    assert.equal(form?.need, 'permission');
    assert.equal(form.text, 'Do you want to run `rm -rf build`?');
    assert.deepEqual(
      form.options.map(({ key, label }) => `${key} ${label}`),
      ['1 Yes', '2 Yes, and don’t ask again', '3 No (esc)'],
    );
    value(await under.terminals.press(handle, '1'));
    assert.match(await agent.shows(handle, 'answered: 1'), /^>$/m);
    assert.equal(await formOn(handle), null);
  });

  it('a first run asks three things, and takes a prompt only then', async () => {
    const handle = await open('trust-screen.mjs');
    const needs: (string | undefined)[] = [];
    for (const text of ['trust the files', 'text style', 'login method']) {
      await agent.shows(handle, text);
      needs.push((await formOn(handle))?.need);
      value(await under.terminals.press(handle, 'Enter'));
    }
    assert.deepEqual(needs, ['trust', 'question', 'signIn']);
    await agent.shows(handle, 'Welcome.');
    assert.equal(await formOn(handle), null);
    await agent.tell(handle, 'first\nsecond');
    await agent.shows(handle, /got: first\s+second/);
  });

  it('what an agent swallows while it draws is on no screen, and what is typed later is there once', async () => {
    const log = join(folder(), 'prompts');
    const handle = await open('paste-swallow.mjs', '1500', log);
    const prompt = Array.from({ length: 60 }, (_, line) => `${line} ${'words of a prompt '.repeat(4)}`).join('\n');
    await agent.tell(handle, prompt);
    await agent.shows(handle, /^>$/m);
    assert.doesNotMatch(await screen(handle), /words of a prompt|received/);
    value(await under.terminals.type(handle, prompt));
    await agent.shows(handle, /59 words of a prompt/);
    assert.equal(existsSync(log), false);
    value(await under.terminals.press(handle, 'Enter'));
    await agent.shows(handle, `prompt received (${prompt.length} characters)`);
    assert.deepEqual(readFileSync(log, 'utf8'), `${JSON.stringify(prompt)}\n`);
  });

  it('an agent that ended its turn, and one with a silent tool, are both seen to have work running', async () => {
    for (const script of ['idle-mid-turn.mjs', 'silent-tool.mjs']) {
      const argv = [process.execPath, standIn(script)] as const;
      const { handle } = value(await under.terminals.open(agent.spec(script, { argv }), never));
      await agent.shows(handle, script.startsWith('idle') ? /^>$/m : 'make all');
      const look = await agent.lookUntil(handle, 'its child', (one) => one.kind === 'agent' && one.children === 1);
      assert.equal(look.kind === 'agent' && look.title, script.startsWith('idle') ? null : '⠐ make all');
      assert.equal(await formOn(handle), null);
    }
  });
});
