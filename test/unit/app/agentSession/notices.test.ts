import assert from 'node:assert/strict';
import type { PlaceLook } from '../../../../src/app/ports/terminals.ts';
import { createNotices } from '../../../../src/adapters/terminals/tmux/notices.ts';
import { claude } from '../../../../src/adapters/agents/claude/claude.ts';
import { codex } from '../../../../src/adapters/agents/codex/codex.ts';
import type { Agent } from '../../../../src/adapters/agents/agent.ts';
import { watchedSessions, type WatchedSessions } from '../../../builders/watchedSessions.ts';

const looks = (text: string, count: number): PlaceLook => ({
  kind: 'agent',
  process: null,
  children: 0,
  title: 'a title that says nothing',
  watched: null,
  notice: { text, count },
});

describe('a notice to a terminal', () => {
  let world: WatchedSessions | null = null;
  afterEach(() => world?.dispose());

  it('is a hint that a person is needed, by the terminal, once', async () => {
    world = await watchedSessions();
    await world.open();
    await world.pass(1);
    world.place.set('s1.1', looks('asks for ls', 1));
    await world.pass(30);
    const shown = world.status();
    assert.ok(shown.kind === 'needsYou' && shown.text === 'asks for ls' && shown.source === 'shell', shown.kind);
    await world.hear({ activity: { kind: 'working' }, conversation: 'c1' });
    await world.pass(30);
    assert.equal(world.status().kind, 'working');
    world.place.set('s1.1', looks('asks again', 2));
    await world.pass(3);
    assert.equal(world.status().kind, 'needsYou');
  });

  it('says nothing of an agent that rests or has done its work', async () => {
    world = await watchedSessions();
    await world.open();
    await world.hear({ activity: { kind: 'working' }, conversation: 'c1' });
    world.place.set('s1.1', looks('All is done.', 1));
    await world.pass(30);
    assert.equal(world.status().kind, 'working');
  });

  it('is the last one of its pane', () => {
    const notices = createNotices();
    notices.hear('%1', '\u001B]9;Approval req');
    notices.hear('%2', '\u001B]9;other\u0007');
    assert.equal(notices.of('%1'), undefined);
    notices.hear('%1', 'uested:\nls\u0007');
    assert.deepEqual(notices.of('%1'), { text: 'Approval requested: ls', count: 1 });
    notices.hear('%1', '\u001B]9;Approval requested: rm\u0007');
    assert.deepEqual(notices.of('%1'), { text: 'Approval requested: rm', count: 2 });
    for (let i = 3; i < 100; i += 1) notices.hear(`%${i}`, '\u001B]9;x\u0007');
    assert.equal(notices.of('%99'), undefined);
  });

  const said: readonly [Agent, string, string | null][] = [
    [codex, 'Approval requested: rm -rf build', 'permission'],
    [codex, 'Approval requested by github', 'permission'],
    [codex, 'Codex wants to edit a.ts', 'permission'],
    [codex, 'Question requested', 'question'],
    [codex, 'Done. The approval requested is there.', null],
    [claude, 'Claude Code: Claude needs your permission to use Bash', 'permission'],
    [claude, 'Claude Code: Claude is waiting for your input', null],
  ];
  for (const [agent, text, need] of said)
    it(`of ${agent.id}, ${text}: ${need ?? 'nothing'}`, () =>
      assert.equal(agent.signs?.notices?.find(({ says }) => says.test(text))?.need ?? null, need));
});
