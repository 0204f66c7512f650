import assert from 'node:assert/strict';
import { shorten } from '../../../src/adapters/agents/failure.ts';
import { unverified } from '../../../src/adapters/agents/unverified.ts';
import { readTranscript } from '../../../src/adapters/agents/transcript.ts';
import { privateKinds } from '../../../src/app/effects/capturePatch.ts';
import { redactSecrets } from '../../../src/core/privacy/secrets.ts';

const token = `ghp_${'a1B2'.repeat(9)}`;

describe('a secret that a cut would part in two', () => {
  for (let before = 195; before < 300; before += 5) {
    const line = `${'x'.repeat(before)} ${token} tail`;
    const shown = [shorten(line), ...readTranscript({ parse: () => null, capabilities: unverified }).take(line)];
    it(`is gone before it is cut, after ${before} characters`, () => {
      for (const text of shown) assert.ok(!redactSecrets(text).includes('ghp_a1B2'), text.slice(-60));
    });
  }
});

describe('what a worker and a write lane hand over', () => {
  it('is private where redaction would change it, though no rule names it, and behind the marks of its lines', () => {
    const files = { roundFiles: [] };
    const audit = (text: string): readonly string[] => (/^secret/m.test(text) ? ['a label'] : []);
    const redact = (text: string): string => text.replace('hidden', '-');
    assert.deepEqual(privateKinds({ patch: '+secret\n', ...files }, { audit, redact }), ['a label']);
    assert.deepEqual(privateKinds({ patch: '+hidden\n', ...files }, { audit, redact }), ['private text']);
    assert.deepEqual(privateKinds({ patch: '+fine\n', ...files }, { audit, redact }), []);
  });
});
