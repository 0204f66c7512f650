import assert from 'node:assert/strict';
import { problem } from '../../../src/base/problem.ts';
import { err, ok } from '../../../src/base/result.ts';
import { placeFindings } from '../../../src/app/effects/placeFindings.ts';
import type { Git } from '../../../src/app/ports/git.ts';
import type { Finding } from '../../../src/core/review/types.ts';
import { createHarness, writesFile } from '../../builders/appHarness.ts';
import { queueText } from '../../builders/queueText.ts';
import { byAccess, reported } from '../../fakes/fakeLanes.ts';

const identity = { task: 'T', round: 1, run: 'r', base: 'base', head: 'head', tree: 't' };
const files: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  head: { 'src/a.ts': 'one\ntwo\nthree', 'b/c.ts': 'one', 'back\\slash.ts': 'one', 'src/caf\u00e9.ts': 'one' },
  base: { 'src/a.ts': 'one', 'gone.ts': 'a\nb\nc\nd' },
};
const git: Pick<Git, 'readFileAt'> = {
  readFileAt: async (commit, path) =>
    path === 'huge.ts' ? err(problem('git.failed', 'Too large.')) : ok(files[commit]?.[path] ?? null),
};
const place = async (file: string, line?: number): Promise<Finding> => {
  const finding: Finding = { severity: 'blocker', file, text: 'Bad.', ...(line === undefined ? {} : { line }) };
  const [placed] = await placeFindings(
    [finding],
    { identity, folders: ['/work tree', '/repo', 'C:\\Users\\ann\\repo'] },
    git,
  );
  assert.ok(placed);
  return placed;
};

describe('the place of a finding', () => {
  const cases: readonly (readonly [file: string, line: number | undefined, advisory: boolean])[] = [
    ['src/a.ts', undefined, false],
    ['src/a.ts', 3, false],
    ['./src/a.ts', 3, false],
    ['/work tree/src/a.ts', 3, false],
    ['src/a.ts', 4, true],
    ['src/b.ts', undefined, true],
    ['gone.ts', 4, false],
    ['gone.ts', 5, true],
    ['/etc/passwd', undefined, true],
    ['src/../../a.ts', undefined, true],
    ['src/', undefined, false],
    ['src', undefined, false],
    ['huge.ts', 9000, false],
    ['src\\a.ts', 3, false],
    ['src\\a.ts', 4, true],
    ['.\\src\\a.ts', 3, false],
    ['C:\\Users\\ann\\repo\\src\\a.ts', 3, false],
    ['c:/users/Ann/repo/src/a.ts', 3, false],
    ['C:\\Windows\\a.ts', 3, true],
    ['back\\slash.ts', 1, false],
    ['/repo/src/a.ts', 3, false],
    ['/repository/src/a.ts', 3, true],
    ['a/src/a.ts', 3, false],
    ['b/src/a.ts', 4, true],
    ['b/c.ts', 1, false],
    ['src/cafe\u0301.ts', 1, false],
    ['src\\..\\..\\a.ts', undefined, true],
  ];
  for (const [file, line, advisory] of cases)
    it(`${file}${line === undefined ? '' : `:${line}`} ${advisory ? 'is not there' : 'counts'}`, async () =>
      assert.equal((await place(file, line)).advisory === true, advisory));

  it('is named as the repository does', async () => {
    for (const file of ['/work tree/src/a.ts', '/repo/src/a.ts', 'src\\a.ts', 'b/src/a.ts', './src/a.ts'])
      assert.equal((await place(file)).file, 'src/a.ts', file);
    assert.equal((await place('b/c.ts')).file, 'b/c.ts');
  });

  for (const [path, open] of [
    ['a.txt', false],
    ['missing.txt', true],
  ] as const)
    it(`decides whether a blocker at ${path} outweighs the pass above it`, async () => {
      const h = await createHarness({
        queue: queueText({ id: 'T-2026-0001', claims: '`a.txt`' }),
        settings: { 'mam.loop.maxRounds': 1 },
        play: (memory) =>
          byAccess({
            write: writesFile(memory),
            read: () => reported(`- [blocker] ${path}:1 - Wrong.\n\n[VERDICT: PASS]`),
          }),
      });
      await h.start();
      assert.deepEqual([h.run().gate?.open, h.run().verdicts[0]?.word], [open, open ? 'pass' : 'not-pass']);
      assert.equal(h.run().verdicts[0]?.findings[0]?.advisory === true, open);
      await h.app.close();
    });
});
