import assert from 'node:assert/strict';
import { readLanguageOptions } from '../../../src/protocol/languageOptions.ts';

describe('options of the language server', () => {
  const cases: readonly (readonly [value: unknown, translations: string | null])[] = [
    [{ translations: 'file:///l10n/bundle.l10n.de.json' }, 'file:///l10n/bundle.l10n.de.json'],
    [{ translations: null }, null],
    [{ translations: 7 }, null],
    [{}, null],
    [undefined, null],
    [null, null],
    ['text', null],
    [[], null],
  ];
  for (const [value, translations] of cases)
    it(`of ${JSON.stringify(value)}`, () => assert.deepEqual(readLanguageOptions(value), { translations }));
});
