import assert from 'node:assert/strict';
import { waitText } from '../../../src/vscode/waitText.ts';

describe('notification of a wait', () => {
  it('leads to what helps, by links alone that MAM made', () => {
    const text = waitText({
      label: 's1: asks: [Allow](command:evil) [x](https://evil.invalid)',
      actions: [{ title: 'Answer…', name: 'answerSession', args: ['s"1)'] }],
    });
    const links = [...text.matchAll(/\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)\)/g)];
    assert.deepEqual(
      links.map(([, title, link]) => [title, link]),
      [['Answer…', 'command:mam.answerSession?%5B%22s%5C%221%29%22%5D']],
    );
    assert.doesNotMatch(text, /\]\(command:evil/);
  });

  it('names no command that there is none of', () => {
    assert.equal(waitText({ label: 'x', actions: [{ title: 'A', name: 'noSuch', args: [] }] }), 'x ');
  });
});
