import assert from 'node:assert/strict';
import { isGitHub } from '../../../src/adapters/forge/isGitHub.ts';

describe('remotes on GitHub', () => {
  const rows: readonly (readonly [string, string | undefined, boolean])[] = [
    ['https://github.com/a/b.git', undefined, true],
    ['https://token@GitHub.com/a/b', undefined, true],
    ['git@github.com:a/b.git', undefined, true],
    ['ssh://git@ssh.github.com:443/a/b', undefined, true],
    ['git://github.com/a/b', undefined, true],
    ['https://github.company.example/a/b', undefined, true],
    ['https://code.company.example/a/b', 'code.company.example', true],
    ['https://code.company.example/a/b', undefined, false],
    ['https://gitlab.com/github.com/b', undefined, false],
    ['https://notgithub.com/a/b', undefined, false],
    ['git@gitlab.com:github.com/b.git', undefined, false],
    ['/srv/github.com/b.git', undefined, false],
    ['../github.com', undefined, false],
    ['C:\\github.com\\b', undefined, false],
    ['file:///srv/github.com/b', undefined, false],
    ['', undefined, false],
  ];
  for (const [url, host, expected] of rows)
    it(`${expected ? 'are' : 'are not'} ${url || 'nothing'}`, () => assert.equal(isGitHub(url, host), expected));
});
