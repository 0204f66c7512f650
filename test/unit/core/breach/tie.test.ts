import assert from 'node:assert/strict';
import { findTie } from '../../../../src/core/breach/tie.ts';
import type { SharedChange } from '../../../../src/core/breach/types.ts';

const places = { controlRoot: '/repo', commonDir: '/repo/.git' };
type Kind = SharedChange['kind'];

/** What changed, what a job did, and whether the one can stem from the other. */
const rows: readonly (readonly [Kind, string, string, boolean])[] = [
  ['checkout', 'a.txt', 'Write /repo/a.txt', true],
  ['checkout', 'a.txt', 'Write /repo/a.txt.bak', false],
  ['checkout', 'a.txt', 'Write /repo/.claude/worktrees/w/a.txt', false],
  ['checkout', 'a.txt', 'Write a.txt', false],
  ['checkout', 'a.txt', 'Read /repo/a.txt', false],
  ['checkout', 'a.txt', 'Grep /repo/a.txt', false],
  ['checkout', 'src/a.txt', '$ /bin/bash -lc "cd /repo && echo x >> src/a.txt"', true],
  ['checkout', 'src/a.txt', '$ cd /repo/.claude/worktrees/w && echo x >> src/a.txt', false],
  ['checkout', 'a.txt', 'Bash m=$(git worktree list | head -1); echo leak >> "$m/a.txt"', true],
  ['checkout', 'a.txt', 'Bash echo leak >> ../../../a.txt', true],
  ['checkout', 'b.txt', 'Bash echo leak >> ../../../a.txt', false],
  ['checkout', 'HEAD', '$ git -C /repo checkout other', true],
  ['checkout', 'HEAD', '$ git checkout other', false],
  ['config', 'core.hookspath in .git/config', 'Bash git config core.hooksPath /tmp/none', true],
  ['config', 'core.hookspath in .git/config', 'Bash git -c a=b config --local x y', true],
  ['config', 'core.hookspath in .git/config', 'Bash npm run config', false],
  ['config', 'user.name in ~/.gitconfig', 'Write /home/me/.gitconfig', true],
  ['config', 'remote.origin.url in .git/config', 'Bash git remote set-url origin x', true],
  ['hooks', 'hooks/pre-commit', 'Write /repo/.git/hooks/pre-commit', true],
  ['hooks', 'hooks/pre-commit', 'Bash cp x "$(git rev-parse --git-common-dir)/hooks/pre-commit"', true],
  ['hooks', 'hooks/pre-commit', 'Write src/hooks/useThing.ts', false],
  ['stash', 'refs/stash', 'Bash git stash push -m x', true],
  ['stash', 'refs/stash', 'Bash git status', false],
  ['refs', 'refs/heads/topic', 'Bash git branch topic', true],
  ['refs', 'refs/heads/topic', 'Bash git branch topic-2', false],
  ['refs', 'refs/heads/topic', 'Bash echo topic', false],
  ['refs', 'refs/heads/main', 'Bash git update-ref refs/heads/main HEAD', false],
  ['refs', 'refs/heads/main', 'Bash git commit -m x', false],
  ['refs', 'refs/remotes/origin/main', 'Bash git fetch origin', true],
  ['refs', 'refs/remotes/origin/main', 'Bash npm install', false],
  ['refs', 'refs/tags/v1', 'Bash git tag v1', true],
  ['worktrees', '/elsewhere/w', 'Bash git worktree add /elsewhere/w', true],
  ['worktrees', '/elsewhere/w', 'Bash ls', false],
];

describe('What ties a change to a session', () => {
  for (const [kind, name, text, expected] of rows)
    it(`${kind} ${name} ${expected ? 'can' : 'can’t'} stem from “${text}”`, () => {
      const tie = findTie({ kind, name, from: null, to: 'x', usual: true }, places, [{ by: 'transcript', text }]);
      assert.deepEqual(tie, expected ? { by: 'transcript', text } : null);
    });

  it('is the newest of several', () => {
    const deeds = ['git stash', 'ls', 'git stash drop', 'ls'].map((text) => ({ by: 'transcript', text }) as const);
    assert.equal(
      findTie({ kind: 'stash', name: 'refs/stash', from: '1', to: null, usual: false }, places, deeds)?.text,
      'git stash drop',
    );
  });
});
