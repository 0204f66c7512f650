import assert from 'node:assert/strict';
import { shipCommandProblem } from '../../../../src/core/ship/shipCommand.ts';

describe('the ship command', () => {
  const fine: readonly (readonly string[])[] = [
    ['make', 'ship-run', 'DRAFT=false', 'REAL_EVAL=auto'],
    ['make', '-f', 'ship.mk'],
    ['git', 'push', 'origin', 'HEAD'],
    ['git', 'push', '-u', 'origin', 'feat/issue-7-f'],
    ['git', 'push', '--follow-tags', '--dry-run', '--progress', 'origin', 'a:b'],
    ['gh', 'pr', 'create', '--draft'],
    ['git', '-C', 'x', '-c', 'push.default=current', 'push'],
    ['rm', '-f', 'x'],
  ];
  for (const argv of fine)
    it(`may be ${argv.join(' ')}`, () => {
      assert.equal(shipCommandProblem(argv), null);
    });

  const forced: readonly (readonly string[])[] = [
    ['git', 'push', '--force'],
    ['git', 'push', '-f'],
    ['git', 'push', '-uf', 'origin', 'x'],
    ['git', 'push', '--force-with-lease'],
    ['git', 'push', '--force-with-lease=x:abc'],
    ['git', 'push', '--force-if-includes'],
    ['git', 'push', '--for'],
    ['git', 'push', 'origin', '+x'],
    ['git', 'push', 'origin', '+refs/heads/x:refs/heads/y'],
    ['git', 'push', 'origin', ':x'],
    ['git', 'push', '--mirror'],
    ['git', 'push', '--delete', 'origin', 'x'],
    ['git', 'push', '-d', 'origin', 'x'],
    ['git', 'push', '--prune'],
    ['/usr/bin/git', '-C', 'x', 'push', '-f'],
    ['C:\\Git\\git.exe', 'push', '-f'],
    ['env', 'A=b', 'git', 'push', '-f'],
    ['sh', '-c', 'make ship && git push -f'],
    ['bash', '-c', '"git" push origin "+x"'],
    ['npm', 'run', 'ship', '--', '--force'],
    ['git', '-c', 'remote.origin.mirror=true', 'push'],
    ['git', '-c', 'remote.origin.push=+refs/heads/*', 'push'],
  ];
  for (const argv of forced)
    it(`is never ${argv.join(' ')}`, () => {
      assert.equal(shipCommandProblem(argv)?.code, 'ship.force');
    });

  it('has to be set', () => {
    assert.deepEqual([shipCommandProblem([])?.code, shipCommandProblem([''])?.code], ['ship.none', 'ship.none']);
  });
});
