import assert from 'node:assert/strict';
import { readPathList } from '../../../src/cli/pathList.ts';

describe('paths that an option lists', () => {
  const rows: readonly (readonly [text: string, answer: readonly string[] | string])[] = [
    ['src/b.ts\r\n./src/a.ts, `src/b.ts`\n\n', ['src/a.ts', 'src/b.ts']],
    ['/r/src/a.ts', ['src/a.ts']],
    ['.github/x.yml,a/.git-hooks/b,.gitignore', ['.github/x.yml', '.gitignore', 'a/.git-hooks/b']],
    ['', []],
    ['../x.ts', 'cli.badPath'],
    ['src/../../x.ts', 'cli.badPath'],
    ['/etc/passwd', 'cli.badPath'],
    ['C:\\x.ts', 'cli.badPath'],
    ['.git/config', 'cli.badPath'],
    ['./.GIT/config', 'cli.badPath'],
    ['/r/.git', 'cli.badPath'],
    ['a\u001b[2Jb.ts', 'cli.badPath'],
    ['a\tb.ts', 'cli.badPath'],
    ['x\n'.repeat(20_001), 'cli.manyPaths'],
    ['x\n'.repeat(20_000), ['x']],
  ];
  for (const [text, answer] of rows)
    it(`${JSON.stringify(text.slice(0, 30))}: ${String(answer)}`, () => {
      const found = readPathList(text, '/r', '--changed-files');
      assert.deepEqual(found.ok ? found.value : found.error.code, answer);
    });
});
