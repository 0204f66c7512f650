import assert from 'node:assert/strict';
import { setUpText } from '../../../src/app/views/setUpText.ts';
import type { SetUpResult, Worktree } from '../../../src/core/worktree/types.ts';
import { reader } from '../../builders/scene.ts';

const worktree: Worktree = {
  ...{ id: 'fix/one', run: null, purpose: 'person', path: '/w/one', branch: 'fix/one', commit: 'c', state: 'ready' },
};
const ran = (outcome: 'passed' | 'failed' | 'timed-out', exitCode: number | null, tail: string) => ({
  ...{ argv: ['npm', 'run', 'set up'], outcome, exitCode, durationMs: 61_000, tail },
});
const page = (setUp?: SetUpResult): string =>
  setUpText(reader(), { ...worktree, ...(setUp ? { setUp } : {}) }, 'fix/one');

describe('the page of a set-up', () => {
  it('says that there was none', () => assert.match(page(), /^# fix\/one\n\n`\/w\/one`\n\nIt was not set up yet\.\n$/));

  it('tells of links, copies and what stayed, and of nothing that was not', () => {
    const text = page({ linked: ['.venv'], copied: ['.env'], kept: ['node_modules'], commands: [] });
    assert.deepEqual(
      text.split('\n').filter((line) => /^[#-]/.test(line)),
      [
        ...['# fix/one', '## Linked: what is written there is written in the main checkout', '- `.venv`'],
        ...['## Copied', '- `.env`', '## Was there before, and stayed as it is', '- `node_modules`'],
      ],
    );
    assert.doesNotMatch(page({ linked: [], copied: [], kept: [], commands: [] }), /##/);
  });

  it('keeps what commands printed, as text that nothing in it can end', () => {
    const commands = [
      ran('passed', 0, 'ok\n# no heading\n'),
      ran('failed', 3, ''),
      ran('failed', null, ''),
      ran('timed-out', null, ''),
    ];
    const text = page({ linked: [], copied: [], kept: [], commands });
    assert.match(text, /## npm run 'set up'\n\npassed · 1 min\n\n {4}ok\n {4}# no heading\n/);
    for (const words of ['failed with code 3', 'did not run', 'took too long and was ended'])
      assert.ok(text.includes(`${words} · 1 min`), words);
  });
});
