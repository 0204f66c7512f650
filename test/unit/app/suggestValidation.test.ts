import assert from 'node:assert/strict';
import { privateFiles, suggestValidation } from '../../../src/app/validation/suggest.ts';
import { refusedCommand } from '../../../src/app/validation/validate.ts';
import { privacy } from '../../builders/privacy.ts';
import { settingsWith } from '../../builders/settings.ts';

describe('the validation that is suggested for a change', () => {
  const settings = settingsWith({
    'mam.validation': [{ argv: ['git', 'diff', '--check'] }, { argv: ['lint', '{files}'] }],
  });
  const files = {
    kind: async (path: string) => (path.endsWith('gone.ts') ? null : ('file' as const)),
    real: async (path: string) => (path.endsWith('link.ts') ? '/etc/passwd' : path),
  };
  const suggest = async (...changed: readonly string[]) =>
    (await suggestValidation(changed, { files, privacy, settings, root: '/repo' })).map((one) => one.line);

  it('names the files that are there', async () => {
    assert.deepEqual(await suggest('src/a b.ts', 'src/gone.ts'), ['git diff --check', "lint 'src/a b.ts'"]);
    assert.deepEqual(await suggest('src/gone.ts'), ['git diff --check']);
  });

  it('names no link that leads out of the checkout, which a command would read', async () =>
    assert.deepEqual(await suggest('src/link.ts'), ['git diff --check']));

  it('names no private file, whichever list makes it one, and runs none that is named', async () => {
    const isPrivate = privateFiles(privacy, settings);
    for (const path of ['a.pem', 'secrets/x.ts', '.env', 'data/private/x.json']) {
      assert.deepEqual(await suggest(path), ['git diff --check'], path);
      const named = [{ argv: ['lint', path], line: `lint ${path}` }];
      const refused = refusedCommand(named, settings['mam.validation'], { root: '/repo', isPrivate });
      assert.equal(refused?.code, 'validation.refused', path);
    }
  });
});
