import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { auditText, publicText } from '../../../src/app/publicText.ts';
import { createPrivacy } from '../../../src/core/privacy/privacy.ts';
import { privacyConfig } from '../../builders/privacy.ts';
import { hostileText, searchLabels } from '../core/privacy/hostile.ts';

const config = { ...privacyConfig, labels: searchLabels };
const privacy = createPrivacy(config);

describe('the text of a file that is shown around', () => {
  it('stays byte for byte when nothing in it is private', () => {
    for (const [path, text] of [
      ['a.json', '{"a":1,  "b":"doc_id: [redacted-private-value]"}'],
      ['a.md', '# A\n\n- fine\n'],
      ['a.json', 'not JSON'],
    ] as const)
      assert.equal(publicText(path, text, privacy), text);
  });

  it('stays JSON', () => {
    assert.deepEqual(JSON.parse(publicText('a.json', '{"doc_id":"x","a":["/home/kim/a, b"]}', privacy)), {
      doc_id: '[redacted-private-value]',
      a: ['[redacted-local-path], b'],
    });
  });

  it('audits clean, whatever it was', () => {
    fc.assert(
      fc.property(fc.constantFrom('a.md', 'a.json'), hostileText(config), fc.boolean(), (path, text, quoted) => {
        const clean = publicText(path, quoted ? JSON.stringify({ text, doc_id: text }) : text, privacy);
        assert.deepEqual(auditText(path, clean, privacy), []);
      }),
      { numRuns: 1000 },
    );
  });
});
