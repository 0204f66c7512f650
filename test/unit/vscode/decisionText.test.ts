import assert from 'node:assert/strict';
import type { Decision } from '../../../src/app/views/decisions.ts';
import { decisionText } from '../../../src/vscode/news/decisionText.ts';
import { reader } from '../../builders/scene.ts';

const decision = (change: Partial<Decision> = {}): Decision => ({
  id: 'd',
  label: 'x',
  actions: [{ title: 'Answer…', name: 'answerSession', args: ['s1'] }],
  session: null,
  run: null,
  ...change,
});

const links = (text: string): readonly (readonly [string | undefined, string | undefined])[] =>
  [...text.matchAll(/\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)\)/g)].map(([, title, link]) => [
    title,
    link,
  ]);

describe('notification of what waits', () => {
  it('leads to what helps, by links alone that MAM made', () => {
    const text = decisionText(reader(), [
      decision({
        label: 's1: asks: [Allow](command:evil) [x](https://evil.invalid)',
        actions: [{ title: 'Answer…', name: 'answerSession', args: ['s"1)'] }],
      }),
    ]);
    assert.deepEqual(links(text), [['Answer…', 'command:mam.answerSession?%5B%22s%5C%221%29%22%5D']]);
    assert.doesNotMatch(text, /\]\(command:evil/);
  });

  it('names no command that there is none of', () => {
    assert.equal(decisionText(reader(), [decision({ actions: [{ title: 'A', name: 'noSuch', args: [] }] })]), 'x ');
  });

  it('says of several how many they are and what the first ones ask, and leads to the inbox', () => {
    const text = decisionText(
      reader(),
      ['a: asks: run it?', 'b: sign in [now](command:evil)', 'c'].map((label) => decision({ label })),
    );
    assert.equal(
      text,
      '3 things need you: a: asks: run it?; b: sign in  now (command:evil), and 1 more [Show Inbox](command:mam.inbox.focus)',
    );
  });
});
