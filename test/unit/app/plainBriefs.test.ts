import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loopBriefs } from '../../builders/plainBriefs.ts';

const recorded: unknown = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../fixtures/briefs/plain.json'), 'utf8'),
);

describe('the briefs of a loop without any option', () => {
  it('are byte for byte what they were before there were options', () => {
    assert.deepEqual(loopBriefs(), recorded);
  });
});
