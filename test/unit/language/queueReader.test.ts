import assert from 'node:assert/strict';
import { createQueueReader } from '../../../src/language/queueReader.ts';
import { parseQueue } from '../../../src/protocol/queue.ts';
import { documentOf } from './documents.ts';

describe('the queue reader', () => {
  it('parses each version once, and anew after the document was closed', () => {
    const parsed: string[] = [];
    const reader = createQueueReader((text) => {
      parsed.push(text);
      return parseQueue(text);
    });
    const first = documentOf('one', 1);
    assert.equal(reader.read(first), reader.read(first));
    reader.read(documentOf('two', 2));
    reader.forget(first.uri);
    reader.read(documentOf('one again', 1));
    assert.deepEqual(parsed, ['one', 'two', 'one again']);
  });
});
