import assert from 'node:assert/strict';
import { readSettings, settingSchemas } from '../../../src/protocol/settings.ts';

const isAllowed = (key: 'mam.privacy.labels' | 'mam.privacy.paths', value: string): boolean =>
  settingSchemas[key].safeParse([value]).success;

describe('the privacy settings', () => {
  it('find private fields and files also where nobody set them', () => {
    const { settings, wrong } = readSettings(() => undefined);
    assert.deepEqual(wrong, []);
    assert.ok(settings['mam.privacy.labels'].includes('ssn'));
    assert.ok(settings['mam.privacy.paths'].includes('secrets/**'));
    assert.equal(settings['mam.privacy.emails'], false);
  });

  for (const label of ['doc_id', 'raw answer', '^evidence', '주민등록번호', 'a'])
    it(`take ${label} for a field`, () => assert.ok(isAllowed('mam.privacy.labels', label)));
  for (const label of ['', '^', ' a', '_', 'a:', 'a=b', 'a"b', 'a\nb', 'a'.repeat(66), 'a^b'])
    it(`take ${JSON.stringify(label)} for none`, () => assert.ok(!isAllowed('mam.privacy.labels', label)));

  for (const path of ['data/private/**', '.env*', '**/*.pem', '비밀/**', 'a..b/c'])
    it(`take ${path} for files of the repository`, () => assert.ok(isAllowed('mam.privacy.paths', path)));
  for (const path of ['', '*', '**', '**/*', '/etc/x', '../x', 'a/../b', '..', 'a b', './'])
    it(`take ${JSON.stringify(path)} for none`, () => assert.ok(!isAllowed('mam.privacy.paths', path)));
});
