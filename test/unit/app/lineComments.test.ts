import assert from 'node:assert/strict';
import { returnText } from '../../../src/app/lineComments.ts';
import { draftKey } from '../../../src/app/views/packetNotes.ts';
import { approvalView } from '../../../src/app/views/approvalPacket.ts';
import type { LineComment } from '../../../src/protocol/packetNotes.ts';
import { aRun, aScene, commits, gateOpenState, reader } from '../../builders/scene.ts';

const run = gateOpenState().runs['run-1'] ?? aRun();
const aComment = (change: Partial<LineComment> = {}): LineComment => ({
  id: 'c1',
  run: 'run-1',
  path: 'src/fetch.ts',
  line: 12,
  side: 'new',
  commit: commits.head,
  text: 'Name the limit.',
  ...change,
});

const texts: readonly (readonly [string, string, readonly LineComment[], string])[] = [
  ['a general text alone', ' Shorter. ', [], 'Shorter.'],
  ['a comment alone', '', [aComment()], 'src/fetch.ts:12\nName the limit.'],
  ['both', 'Shorter.', [aComment()], 'Shorter.\n\nsrc/fetch.ts:12\nName the limit.'],
  [
    'several in the order of their places',
    '',
    [
      aComment({ path: 'src/z.ts', line: 1, text: 'z' }),
      aComment({ line: 100, text: 'c' }),
      aComment({ line: 9, text: 'b' }),
    ],
    'src/fetch.ts:9\nb\n\nsrc/fetch.ts:100\nc\n\nsrc/z.ts:1\nz',
  ],
  [
    'one on the old side',
    '',
    [aComment({ side: 'old', commit: commits.base })],
    'src/fetch.ts:12 (as it was before the change)\nName the limit.',
  ],
  [
    'one on an older commit',
    '',
    [aComment({ commit: commits.other })],
    'src/fetch.ts:12 (at 7777777)\nName the limit.',
  ],
  ['nothing', ' ', [], ''],
];

describe('comments on lines', () => {
  for (const [name, general, comments, text] of texts)
    it(`go back with their places: ${name}`, () => assert.equal(returnText(run, general, comments), text));

  it('are shown in the packet of their run, with what was begun, and a note where their place moved', () => {
    const notes = {
      comments: [
        aComment(),
        aComment({ id: 'c2', run: 'run-2' }),
        aComment({ id: 'c3', line: 3, commit: commits.other }),
      ],
      drafts: { [draftKey('return', 'run-1')]: 'Begun', [draftKey('ask', 'run-1')]: 'Other' },
    };
    const model = approvalView(reader(), aScene(gateOpenState()), 'run-1', notes);
    assert.ok(!('missing' in model));
    assert.deepEqual(
      model.comments.map(({ id, path, line, note }) => [id, path, line, note]),
      [
        ['c3', 'src/fetch.ts', 3, 'written on 7777777'],
        ['c1', 'src/fetch.ts', 12, ''],
      ],
    );
    assert.deepEqual(model.drafts, { return: 'Begun', ask: 'Other' });
  });
});
