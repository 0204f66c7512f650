import assert from 'node:assert/strict';
import { removalWords } from '../../../src/app/views/removalWords.ts';
import type { AgentSession } from '../../../src/core/agentSession/types.ts';
import { removalConcerns } from '../../../src/core/worktree/removal.ts';
import type { WorktreeSight } from '../../../src/core/worktree/types.ts';
import { aState, reader } from '../../builders/scene.ts';
import { aSession } from '../../builders/sights.ts';

const clean: WorktreeSight = {
  ...{ path: '/w/login', branch: 'fix/login', head: 'a'.repeat(40), locked: null, folder: 'there', operation: null },
  ...{ changed: [], untracked: [], ignored: [], counts: { changed: 0, untracked: 0, ignored: 0 } },
  ...{ bytes: 0, lost: 0, unpushed: null, submodules: [], specials: [], nested: [], branchGoes: false },
};
const full: WorktreeSight = {
  ...clean,
  ...{ changed: ['a'], untracked: ['b', 'c', 'd', 'e', 'f'], ignored: ['log/'] },
  counts: { changed: 1, untracked: 7, ignored: 1 },
  ...{ bytes: 3_000_000, lost: 2, unpushed: 4 },
  submodules: [
    { path: 'lib', changed: true, unpushed: 1 },
    { path: 'doc', changed: false, unpushed: 0 },
  ],
};

const wordsOf = (sight: WorktreeSight, sessions: readonly AgentSession[] = [], most = 100_000_000, cleanUp = {}) => {
  const state = aState({ agentSessions: Object.fromEntries(sessions.map((one) => [one.id, one])) });
  return removalWords(
    reader(),
    { sight, concerns: removalConcerns(state, sight, { mostBytes: most, ...cleanUp }) },
    'login',
  );
};

describe('what a person is told before a worktree goes', () => {
  it('is nothing but its branch where nothing is only there', () => {
    assert.deepEqual(wordsOf(clean), {
      title: 'Remove the worktree login?',
      detail: 'Nothing is only here.\nIts branch fix/login stays.',
      confirm: 'Remove',
      agrees: { rescue: true, stop: false, anySize: false },
      allows: [],
    });
  });

  it('names each kind of what only it holds, cut where there is much', () => {
    const { detail, confirm } = wordsOf(full);
    assert.equal(confirm, 'Keep a Copy and Remove');
    assert.deepEqual(detail.split('\n'), [
      'Only here, and kept in a copy that can be restored:',
      '- 1 changed: a',
      '- 7 new: b, c, d, e, f …',
      '- 1 ignored: log/',
      '- 2 commits that nothing else refers to',
      '- submodule lib: 1 commit that is on no remote · and changes',
      'The copy takes 3 MB.',
      'Its branch fix/login stays, with 4 commits that no remote has.',
    ]);
  });

  it('agrees to a large copy and to stopping sessions only where the words say so', () => {
    assert.equal(wordsOf(full, [], 1000).agrees.anySize, true);
    const lived = wordsOf(clean, [aSession({ cwd: '/w/login/src', name: 'one' })]);
    assert.deepEqual([lived.confirm, lived.agrees.stop], ['Stop Sessions and Remove', true]);
    assert.match(lived.detail, /lived in by one/);
    const both = wordsOf(full, [aSession({ cwd: '/w/login' })]);
    assert.equal(both.confirm, 'Stop Sessions, Keep a Copy and Remove');
  });

  it('tells of sockets and pipes, for which there is no copy', () => {
    const { detail, confirm } = wordsOf({ ...clean, specials: ['tmp/app.sock'] });
    assert.match(detail, /Nothing is only here\.\nSockets and pipes, which no copy holds: tmp\/app\.sock/);
    assert.equal(confirm, 'Remove');
  });

  it('offers nothing where another worktree lies in it', () => {
    const { detail, confirm } = wordsOf({ ...clean, nested: ['/w/login/inner'] });
    assert.match(detail, /\/w\/login\/inner lies in \/w\/login/);
    assert.equal(confirm, null);
  });

  it('shows the clean-up commands that the button allows, whole', () => {
    const commands = [
      ['docker', 'compose', 'down now'],
      ['make', 'clean'],
    ];
    const { detail, allows } = wordsOf(clean, [], 1000, {
      cleanUp: { commands, timeoutMs: 1, allowed: [['make', 'clean']] },
    });
    assert.deepEqual(allows, [['docker', 'compose', 'down now']]);
    assert.match(detail, /which run first:\n- docker compose 'down now'$/);
  });

  it('offers nothing where something has to end first, and says all of it', () => {
    const { title, detail, confirm } = wordsOf({ ...full, locked: 'mine', operation: 'rebase' });
    assert.deepEqual([title, confirm], ['The worktree login stays as it is.', null]);
    assert.match(detail, /locked: mine[\s\S]*git rebase --continue/);
  });
});
