import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { applicableCommands, isValidation } from '../../../../src/core/validation/commands.ts';

const diff = { argv: ['git', 'diff', '--check'] };
const pytest = { argv: ['pytest', '-q', '{files}'], paths: ['tests/**/test_*.py'] };
const docs = { argv: ['check-links', '--all'], paths: ['docs/'] };
const lint = { argv: ['lint', '{files}', '--strict'] };
const about = { root: '/repo', isPrivate: (path: string) => path.startsWith('data/private/') };

describe('the commands that validate a change', () => {
  const applicable: readonly (readonly [readonly string[], readonly string[]])[] = [
    [[], ['git diff --check']],
    [['src/a.ts'], ['git diff --check', 'lint src/a.ts --strict']],
    [['docs/a.md'], ['git diff --check', 'check-links --all', 'lint docs/a.md --strict']],
    [
      ['tests/test_a.py', 'tests/x/test_b.py'],
      [
        'git diff --check',
        'pytest -q tests/test_a.py tests/x/test_b.py',
        'lint tests/test_a.py tests/x/test_b.py --strict',
      ],
    ],
    [['-rf'], ['git diff --check', 'lint ./-rf --strict']],
  ];
  for (const [files, expected] of applicable)
    it(`for [${files.join()}]: ${expected.length}`, () =>
      assert.deepEqual(
        applicableCommands(files, [diff, pytest, docs, lint, diff]).map((argv) => argv.join(' ')),
        expected,
      ));

  it('get many files in several lines, none left out', () => {
    const files = Array.from({ length: 450 }, (_, i) => `src/${i}.ts`);
    const lines = applicableCommands(files, [lint]);
    assert.equal(lines.length, 3);
    assert.deepEqual(
      lines.flatMap((argv) => argv.slice(1, -1)),
      files,
    );
  });

  const allowed: readonly (readonly [readonly string[], boolean])[] = [
    [['git', 'diff', '--check'], true],
    [['rm', '-rf', 'x'], false],
    [['git', 'diff'], false],
    [['git', 'diff', '--check', '--ext-diff'], false],
    [['pytest', '-q', 'tests/test_a.py'], true],
    [['pytest', '-q', 'tests/test_a.py', 'tests/test_b.py'], true],
    [['pytest', '-q'], false],
    [['pytest', 'tests/test_a.py'], false],
    [['pytest', '-q', 'tests/test_a.py', '-p', 'evil'], false],
    [['pytest', '-q', '--pdb'], false],
    [['pytest', '-q', 'src/a.py'], false],
    [['pytest', '-q', 'tests/../../test_a.py'], false],
    [['pytest', '-q', '/elsewhere/tests/test_a.py'], false],
    [['lint', 'data/private/x', '--strict'], false],
    [['lint', '{files}', '--strict'], true],
    [[], false],
  ];
  for (const [argv, expected] of allowed)
    it(`${expected ? 'allow' : 'refuse'} ${argv.join(' ') || 'nothing'}`, () =>
      assert.equal(isValidation(argv, [diff, pytest, lint], about), expected));

  it('are always allowed as they are suggested', () => {
    const path = fc.stringMatching(/^[a-z-][a-z0-9_.-]{0,8}(?:\/[a-z0-9_][a-z0-9_.-]{0,8}){0,2}$/);
    fc.assert(
      fc.property(fc.uniqueArray(path, { maxLength: 5 }), (files) => {
        for (const argv of applicableCommands(files, [diff, pytest, docs, lint]))
          assert.ok(isValidation(argv, [diff, pytest, docs, lint], about), argv.join(' '));
      }),
    );
  });
});
