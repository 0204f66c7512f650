import assert from 'node:assert/strict';
import { addedText, evidenceText } from '../../../src/app/patchText.ts';

const secret = `ghp_${'aB3xY9kQ7mN2'.repeat(3)}`;
const patch = [
  'diff --git a/a.txt b/a.txt',
  'index 1..2 100644',
  '--- a/a.txt',
  '+++ b/a.txt',
  '@@ -1,3 +1,3 @@',
  ` near ${secret}`,
  `-gone ${secret}`,
  '+++ looks like a head',
  '+added',
  'diff --git a/b.bin b/b.bin',
  'index 1..2 100644',
  'GIT binary patch',
  'literal 3',
  'KcmZQzU|?Vb0s;U4',
  '',
  'delta 2',
  'JcmZQzU|<3',
  '',
  'diff --git a/c.txt b/c.txt',
  '--- a/c.txt',
  '+++ b/c.txt',
  '@@ -0,0 +1 @@',
  '+last',
  '',
].join('\n');

describe('the text of a patch', () => {
  it('adds its added lines, also those that look like the head of a file', () => {
    assert.equal(addedText(patch), '++ looks like a head\nadded\nlast');
  });

  it('is evidence without secrets and without binary data', () => {
    const evidence = evidenceText(patch);
    assert.ok(!evidence.includes(secret));
    assert.match(evidence, /^ near \[redacted: GitHub token\]\n-gone \[redacted: GitHub token\]$/m);
    assert.match(evidence, /^GIT binary patch\n\[data not kept here\]\n\ndiff --git a\/c\.txt b\/c\.txt$/m);
    assert.ok(evidence.endsWith('+last\n'));
  });

  it('stays as it is when there is nothing to leave out', () => {
    const plain = patch.replaceAll(secret, 'x').replace(/^GIT binary[\s\S]*?(?=diff)/m, '');
    assert.equal(evidenceText(plain), plain);
  });
});
