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
    ['git', 'add', '-f', 'x'],
    ['git', '-c', 'a=b', 'branch', '-d', 'x'],
    ['git', 'ship', 'origin'],
    ['git', 'push', '-o', 'ci.skip'],
    ['gh', 'pr', 'merge', '7', '--squash'],
    ['gh', 'api', '-X', 'POST', 'repos/o/r/git/refs'],
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
    ['git', 'push', '-4f'],
    ['git', 'p', '-f'],
    ['git', 'p', 'origin', '+x'],
    ['git', 'send-pack', '--mirror', 'x'],
    ['git', '-c', 'alias.p=push --force', 'p'],
    ['git', 'add', 'x', '&&', 'git', 'push', '-f'],
    ['sh', '-c', 'g=git; $g push -f'],
    ['sh', '-c', 'git pu""sh -f'],
    ['gh', 'pr', 'merge', '--squash', '--delete-branch'],
    ['gh', 'pr', 'merge', '7', '-d'],
    ['gh', 'pr', 'merge', '7', '-sd'],
    ['gh', 'pr', 'close', '7', '--delete-branch=true'],
    ['gh', 'api', '-X', 'DELETE', 'repos/o/r/git/refs/heads/x'],
    ['gh', 'api', '--method=delete', 'repos/o/r/git/refs/heads/x'],
    ['gh', 'api', '-XDELETE', '/repos/o/r/git/refs/heads/x'],
    ['gh', 'api', '-X', 'PATCH', 'repos/o/r/git/refs/heads/x', '-F', 'force=true'],
    ['gh', 'repo', 'sync', '--force'],
    ['curl', '-X', 'DELETE', 'https://git.example/api/v4/projects/1/repository/branches/x'],
    ['glab', 'mr', 'merge', '7', '--remove-source-branch'],
    ['git', '-c', 'remote.origin.mirror=true', 'push'],
    ['git', '-c', 'remote.origin.push=+refs/heads/*', 'push'],
  ];
  for (const argv of forced)
    it(`is never ${argv.join(' ')}`, () => {
      assert.equal(shipCommandProblem(argv)?.code, 'ship.force');
    });

  it('holds no secret, since the log keeps it', () => {
    for (const argv of [
      ['deploy', `--token=ghp_${'0123456789'.repeat(4)}`],
      ['deploy', 'Bearer', 'abcdefghij0123456789abcdefghij'],
      ['deploy', '--to', 'https://user:p@ssw0rd@host'],
    ])
      assert.equal(shipCommandProblem(argv)?.code, 'ship.secret');
  });

  it('has to be set', () => {
    assert.deepEqual([shipCommandProblem([])?.code, shipCommandProblem([''])?.code], ['ship.none', 'ship.none']);
  });
});
