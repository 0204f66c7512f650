import assert from 'node:assert/strict';
import { sessionWords } from '../../../src/app/views/sessionWords.ts';
import { problem } from '../../../src/base/problem.ts';
import { reader } from '../../builders/scene.ts';

describe('words of a session', () => {
  it('tell why it ended, where that is known', () => {
    const why = problem('session.lost', 'Its tmux server was killed.');
    const ended = { how: 'interrupted', at: '2026-11-30T14:02:00Z', problem: why } as const;
    const status = { kind: 'interrupted', since: ended.at, source: 'record' } as const;
    const said = sessionWords(reader(), { agent: 'codex', stopping: false, ended, conversation: 'c1' }, status);
    assert.deepEqual([said.text, said.detail], ['interrupted, can resume', 'Its tmux server was killed.']);
  });
});
