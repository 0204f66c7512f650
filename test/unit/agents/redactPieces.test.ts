import assert from 'node:assert/strict';
import { createRedactor } from '../../../src/adapters/process/supervisor/redactor.ts';

/** Put together here, so that no file of the project holds what looks like a secret. */
const token = `ghp_${'aB3xY9kQ7mN2'.repeat(3)}`;
const piece = (content: string, role = 'assistant'): string =>
  JSON.stringify({ type: 'message', role, content, delta: true });
const stored = (lines: readonly string[], chunk = 1e9): string => {
  const parts: string[] = [];
  const redactor = createRedactor((bytes) => void parts.push(bytes.toString()));
  const all = Buffer.from(lines.join('\n'));
  for (let at = 0; at < all.length; at += chunk) redactor.take(all.subarray(at, at + chunk));
  redactor.end();
  return parts.join('');
};

describe('A message that comes in pieces', () => {
  for (const chunk of [1e9, 40, 7])
    it(`is stored without a secret that lies over two of them, read ${chunk} bytes at once`, () => {
      const text = stored(
        [piece('The key is ghp_'), piece(token.slice(4, 20)), piece(`${token.slice(20)} now.`), '{"type":"done"}', ''],
        chunk,
      );
      assert.deepEqual(text.trimEnd().split('\n'), [
        piece('The key is [redacted: GitHub token] now.'),
        '{"type":"done"}',
      ]);
    });

  it('is stored whole at the end of the stream, and each speaker for itself', () => {
    assert.equal(
      stored([piece('a'), piece('b'), piece('c', 'user'), 'no json', piece('d')]),
      [piece('ab'), piece('c', 'user'), 'no json', piece('d')].join('\n') + '\n',
    );
  });

  it('is let go in parts when it grows long, none of which holds a part of a secret', () => {
    const text = stored([
      ...Array.from({ length: 40 }, () => piece('word '.repeat(600))),
      piece(token.slice(0, 9)),
      piece(token.slice(9)),
      '',
    ]);
    assert.ok(text.trimEnd().split('\n').length > 1);
    assert.ok(!text.includes(token.slice(9)) && text.includes('[redacted: GitHub token]'));
    assert.equal(text.match(/word /g)?.length, 40 * 600);
  });
});
