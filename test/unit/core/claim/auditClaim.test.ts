import assert from 'node:assert/strict';
import { auditClaim, withoutDisclaimers } from '../../../../src/core/claim/auditClaim.ts';
import { findPhrase } from '../../../../src/core/claim/findPhrase.ts';
import { usualWords } from '../../../../src/core/claim/usualWords.ts';
import { classify } from '../../../../src/core/surface/classify.ts';
import { usualSurfaces } from '../../../../src/core/surface/usualSurfaces.ts';

const words = Object.values(usualWords);
const touching = (...files: readonly string[]) => classify(files, usualSurfaces, []);
const audit = (text: string, ...files: readonly string[]): readonly string[] =>
  auditClaim(text, touching(...files), words).map(
    ({ severity, problem }) => `${severity} ${problem.params['word'] ?? problem.code}`,
  );

describe('claims', () => {
  const rows: readonly (readonly [string, string, readonly string[]])[] = [
    ['latency is better', 'docs/a.md', ['high latency', 'medium better', 'high claim.unsupported']],
    ['', 'data/private/x', ['critical claim.privateSurface']],
    ['latency is better', 'src/a.ts', ['high latency', 'medium better']],
    ['Better', 'a.bin', ['medium better', 'high claim.unsupported']],
    ['accuracy', 'data/private/x', ['critical accuracy', 'critical claim.privateSurface']],
    ['seen with a customer', 'src/a.ts', ['critical customer']],
    ['the eval\n  result and the score', 'src/a.ts', ['high score', 'high eval result']],
    ['speedy betterment, latencyx, x_score', 'src/a.ts', []],
    ['Renames a function.', 'docs/a.md', []],
    ['better, better, BETTER', 'src/a.ts', ['medium better']],
    ['성능이 향상되었습니다', 'src/a.ts', ['high 성능', 'medium 향상']],
    ['latency가 개선됨', 'docs/a.md', ['high latency', 'medium 개선', 'high claim.unsupported']],
    ['접속도 됩니다', 'src/a.ts', []],
    ['p95는 그대로', 'src/a.ts', ['high p95']],
  ];
  for (const [text, file, expected] of rows)
    it(`in ${JSON.stringify(text)} on ${file}: ${expected.length}`, () =>
      assert.deepEqual(audit(text, file), expected));

  it('are looked for as they are written, whatever signs they hold', () => {
    assert.equal(findPhrase('now in c++!', ['c++']), 'c++');
    assert.equal(findPhrase('a.b', ['a-b', 'axb', 'a.b']), 'a.b');
    assert.equal(findPhrase('性能向上', ['性能']), '性能');
    assert.equal(findPhrase('anything', ['', '  ']), null);
    assert.equal(findPhrase('re\u0301sultat', ['r\u00e9sultat']), 'r\u00e9sultat');
    assert.equal(findPhrase('überscore', ['score']), null);
  });

  it('are not made by lines that say so', () => {
    assert.equal(
      withoutDisclaimers('Adds a retry.\nNo claim about latency.\n측정하지 않았습니다: 속도\nEnd', words),
      'Adds a retry.\nEnd',
    );
  });
});
