import assert from 'node:assert/strict';
import { hoverAt } from '../../../src/language/hover.ts';
import { noState, type LanguageState } from '../../../src/protocol/languageState.ts';
import { parseQueue } from '../../../src/protocol/queue.ts';
import { marked } from './documents.ts';

const queue = [
  '## T-2026-0001 - First *bold*',
  '- Status: ready',
  '- Priority: P1',
  '## T-2026-0002 - Second',
  'After T-2026-0001, T-2026-0002 and T-2026-0003; not xT-2026-0001 or T-2026-00011.',
].join('\n');

function hover(
  before: string,
  after = '',
  live: LanguageState | null = noState,
): { readonly contents: unknown; readonly covered: string } | null {
  const at = queue.indexOf(before + after) + before.length;
  const { document, position } = marked(`${queue.slice(0, at)}|${queue.slice(at)}`);
  const found = hoverAt(document, position, parseQueue(document.getText()), live);
  return found && { contents: found.contents, covered: document.getText(found.range) };
}

describe('hover on a task id', () => {
  const plain = (value: string) => ({ kind: 'plaintext', value });
  const first = { contents: plain('T-2026-0001 - First *bold*\nStatus: ready\nPriority: P1'), covered: 'T-2026-0001' };
  const second = { contents: plain('T-2026-0002 - Second\nNo status\nPriority: P9'), covered: 'T-2026-0002' };

  it('in its own heading', () => assert.deepEqual(hover('## T-2026', '-0001 - First'), first));
  it('in the text of another task', () => assert.deepEqual(hover('After T-20', '26-0001'), first));
  it('at its first character', () => assert.deepEqual(hover('After ', 'T-2026-0001'), first));
  it('behind its last character', () => assert.deepEqual(hover('After T-2026-0001', ','), first));
  it('the second of a line', () => assert.deepEqual(hover('T-2026-0001, T-', '2026-0002'), second));
  it('without a status', () => assert.deepEqual(hover('## T-2026', '-0002'), second));
  it('with how it stands now', () => {
    const live: LanguageState = {
      root: '/repo',
      tasks: [
        { id: 'T-2026-0001', words: 'running · cycle 2 of 3', missing: ['A review is missing.'], startable: false },
      ],
      roles: [],
    };
    assert.deepEqual(hover('After T-20', '26-0001', live)?.contents, {
      kind: 'plaintext',
      value: `${first.contents.value}\nNow: running · cycle 2 of 3\nA review is missing.`,
    });
    assert.deepEqual(hover('T-2026-0001, T-', '2026-0002', live), second);
  });
  it('nothing beside an id', () => assert.equal(hover('T-2026-0001,', ' T-2026'), null));
  it('nothing on an unknown id', () => assert.equal(hover('T-2026-', '0003'), null));
  it('nothing within a longer word', () => assert.equal(hover('xT-20', '26-0001'), null));
  it('nothing on a longer number', () => assert.equal(hover('T-2026-00', '011'), null));
});
