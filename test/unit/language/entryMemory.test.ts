import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { createEntryMemory } from '../../../src/language/entryMemory.ts';
import { parseQueue } from '../../../src/protocol/queue.ts';
import { readEntry } from '../../../src/protocol/readQueueEntry.ts';
import { queueText } from '../../builders/queueText.ts';

describe('the memory of entries', () => {
  it('reads only the entry that an edit changed', () => {
    let read = 0;
    const memory = createEntryMemory((lines) => {
      read++;
      return readEntry(lines);
    });
    const text = queueText(...['0001', '0002', '0003', '0004'].map((n) => ({ id: `T-2026-${n}` })));
    const counts = [text, text, `\n\n${text}`, text.replace('0003 - A', '0003 - Another'), text].map((one) => {
      read = 0;
      parseQueue(one, memory.read);
      memory.settle();
      return read;
    });
    assert.deepEqual(counts, [4, 0, 0, 1, 1]);
  });

  it('gives after any edits what reading everything anew gives', () => {
    const part = fc.constantFrom(
      '## T-2026-0001 - A\n',
      '## T-2026-0002 - B\n',
      '## T-2026-0003: C\n',
      '- Status: ready\n',
      '- Claims: `a.ts`\n',
      '### Validation Commands\n',
      '```\n',
      '```sh\n',
      '~~~\n',
      'npm test | tee\n',
      '\n',
    );
    const edit = fc.record({ at: fc.nat(), remove: fc.nat({ max: 30 }), insert: part });
    fc.assert(
      fc.property(fc.array(part, { maxLength: 25 }), fc.array(edit, { maxLength: 8 }), (parts, edits) => {
        const memory = createEntryMemory();
        let text = parts.join('');
        for (const { at, remove, insert } of edits) {
          const from = at % (text.length + 1);
          text = text.slice(0, from) + insert + text.slice(from + remove);
          assert.deepEqual(parseQueue(text, memory.read), parseQueue(text));
          memory.settle();
        }
      }),
      { numRuns: 300 },
    );
  });
});
