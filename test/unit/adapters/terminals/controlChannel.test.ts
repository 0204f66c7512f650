import assert from 'node:assert/strict';
import { createControlChannel } from '../../../../src/adapters/terminals/tmux/controlChannel.ts';

/** A channel and what it wrote; `answer` says a block as tmux does. */
function createWorld({ answerMs = 60_000 } = {}) {
  const written: string[] = [];
  const told = { news: 0, silent: 0 };
  const output: string[] = [];
  const channel = createControlChannel({
    write: (text) => written.push(text),
    onNews: () => (told.news += 1),
    onOutput: (pane, text) => output.push(`${pane} ${text}`),
    onSilent: () => (told.silent += 1),
    answerMs,
  });
  let number = 100;
  const answer = (lines: readonly string[], word = 'end'): void => {
    const mark = `17960 ${(number += 1)} 1`;
    channel.hear([`%begin ${mark}`, ...lines, `%${word} ${mark}`, ''].join('\n'));
  };
  const tokenOf = (n: number): string => /display-message -p (\S+)\n$/.exec(written[n] ?? '')?.[1] ?? '';
  return { channel, written, told, output, answer, tokenOf };
}

describe('a connection to tmux in control mode', () => {
  it('is open once tmux answered, and is not when it refused to be attached', () => {
    const { channel, answer } = createWorld();
    assert.equal(channel.isOpen, false);
    answer([]);
    assert.equal(channel.isOpen, true);
    channel.lose();
    assert.equal(channel.isOpen, false);
    const other = createWorld();
    other.answer(["can't find session"], 'error');
    assert.equal(other.channel.isOpen, false);
  });

  it('tells what the program of a pane wrote, character for character', () => {
    const { channel, answer, output, told } = createWorld();
    answer([]);
    channel.hear('%output %3 \\033]9;Approval requested: ls\\007a\\134b 한\n%window-add @1\n');
    assert.deepEqual(output, ['%3 \u001B]9;Approval requested: ls\u0007a\\b 한']);
    assert.equal(told.news, 2);
  });

  it('answers what all commands print, in the order in which it was asked', async () => {
    const { channel, answer, tokenOf } = createWorld();
    answer([]);
    const first = channel.ask([['display-message', '-p', 'x'], ['capture-pane']]);
    const second = channel.ask([['list-panes']]);
    answer(['12']);
    answer(['a', '', 'b']);
    answer([tokenOf(0)]);
    answer([]);
    answer([tokenOf(1)]);
    assert.deepEqual(await first, { ok: true, value: '12\na\n\nb' });
    assert.deepEqual(await second, { ok: true, value: '' });
  });

  it('says why a command was refused, and goes on with the next question', async () => {
    const { channel, answer, tokenOf } = createWorld();
    answer([]);
    const asked = channel.ask([['capture-pane', '-t', '=x:'], ['list-panes']]);
    const next = channel.ask([['list-panes']]);
    answer(["can't find session: x"], 'error');
    answer([tokenOf(0)]);
    answer(['%1 2']);
    answer([tokenOf(1)]);
    assert.deepEqual(await asked, { ok: false, error: { kind: 'refused', reason: "can't find session: x" } });
    assert.deepEqual(await next, { ok: true, value: '%1 2' });
  });

  it('takes nothing on a screen for the end of an answer, and hears pieces as well as lines', async () => {
    const { channel, told, tokenOf } = createWorld();
    const asked = channel.ask([['capture-pane']]);
    const screen = ['%end 1 1 1', '%error 17960 2 0', '%begin 17960 3 1', '%output %0 x'];
    const all = ['%begin 17960 2 1', ...screen, '%end 17960 2 1', '%begin 17960 4 1', tokenOf(0), '%end 17960 4 1', ''];
    for (const one of all.join('\n')) channel.hear(one);
    assert.deepEqual(await asked, { ok: true, value: screen.join('\n') });
    assert.equal(told.news, 0);
  });

  it('tells what is drawn, and neither its own answers nor what it copies', () => {
    const { channel, told, answer } = createWorld();
    answer(['x']);
    channel.hear('%paste-buffer-changed mam-1\n');
    assert.equal(told.news, 0);
    channel.hear('%output %0 x\n%layout-change @0\n');
    assert.equal(told.news, 2);
  });

  it('writes each word so that tmux reads exactly that', () => {
    const { channel, written } = createWorld();
    void channel.ask([
      ['set-buffer', '--', 'a "b" \\ $HOME\n\t#{x} ~ ; сю\u007f'],
      ['send-keys', ';'],
    ]);
    const [line] = (written[0] ?? '').split('\n');
    assert.equal(line, String.raw`"set-buffer" "--" "a \"b\" \\ \$HOME\012\011#{x} ~ ; сю\177" ; "send-keys" ";"`);
    channel.lose();
  });

  it('answers that nobody knows when it is lost, and gives up on a tmux that says nothing', async () => {
    const { channel, answer } = createWorld();
    answer([]);
    const asked = channel.ask([['list-panes']]);
    channel.lose();
    assert.deepEqual(await asked, { ok: false, error: { kind: 'lost', reason: '' } });
    assert.deepEqual(await channel.ask([['list-panes']]), { ok: false, error: { kind: 'lost', reason: '' } });
    const other = createWorld({ answerMs: 1 });
    assert.deepEqual(await other.channel.ask([['x']]), { ok: false, error: { kind: 'silent', reason: '' } });
    assert.equal(other.told.silent, 1);
  });
});
