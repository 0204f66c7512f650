import assert from 'node:assert/strict';
import type { ShownRescue } from '../../../src/app/rescues.ts';
import { rescueLines, rescueText } from '../../../src/app/views/rescueText.ts';
import { reader } from '../../builders/scene.ts';

const file = (path: string, status: 'added' | 'modified' | 'deleted' | 'type-changed') => ({
  ...{ path, status, added: 2, removed: 1 },
});
const shown: ShownRescue = {
  copy: { name: 'fix/login-1', commit: 'c'.repeat(40), parent: null, at: '2026-01-02T03:04:05Z', about: 'Rescue' },
  stood: { path: '/w/login', branch: 'fix/login', head: null, files: 1, bytes: 1, specials: [], paths: ['run.log'] },
  commits: [{ commit: 'abcdef0123', about: 'Half *done*' }],
  files: [file('n.ts', 'added'), file('m.ts', 'modified'), file('t', 'type-changed'), file('d.ts', 'deleted')],
  beside: ['run.log', 'odd`name'],
  diff: '+a\n+````\n',
  cut: true,
};

describe('the page of a copy', () => {
  it('tells of commits and of files by kind', () => {
    assert.deepEqual(
      rescueLines(reader(), shown).filter((line) => line !== ''),
      [
        'It stood at `/w/login`',
        'Branch `fix/login`',
        '## Commits (1)',
        '- `abcdef0` Half \\*done\\*',
        '## New files (1)',
        '- `n.ts` +2 −1',
        '## Changed files (2)',
        '- `m.ts` +2 −1',
        '- `t` +2 −1',
        '## Deleted files (1)',
        '- `d.ts` +2 −1',
        '## Kept beside the commit (2)',
        '- `run.log`',
        '- `odd?name`',
      ],
    );
  });

  it('holds the change in a fence that nothing in it closes, and how it comes back', () => {
    const text = rescueText(reader(), shown);
    assert.match(text, /\n`{5}diff\n\+a\n\+````\n`{5}\n/);
    assert.match(text, /mam rescue restore fix\/login-1/);
    assert.match(text, /cut off here/);
  });

  it('is a list of files where no commit holds them, cut where there are more than anybody reads', () => {
    const paths = Array.from({ length: 501 }, (_, at) => `f${at}`);
    const copy = { ...shown.copy, commit: '', folder: '/kept/files' };
    const text = rescueText(reader(), { ...shown, copy, stood: null, commits: [], files: [], beside: paths, diff: '' });
    assert.match(text, /## Files \(501\)/);
    assert.ok(text.includes('- `f499`\n- …'));
    assert.ok(!text.includes('f500'));
  });
});
