import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rules } from '../../src/core/gate/rules/index.ts';

describe('the README', () => {
  it('tells as many rules of the gate as there are', () => {
    const text = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');
    assert.match(text, new RegExp(`gate OPEN: ${rules.length} of ${rules.length} rules pass`));
  });
});
