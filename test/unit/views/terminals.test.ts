import assert from 'node:assert/strict';
import { findTerminalLinks } from '../../../src/app/views/terminalLinks.ts';
import { terminalsView, type TerminalSession } from '../../../src/app/views/terminals.ts';
import { whoWorksAt } from '../../../src/app/views/whoWorksAt.ts';
import { at, reader, workingState } from '../../builders/scene.ts';

const session = (change: Partial<TerminalSession> = {}): TerminalSession => ({
  id: 'abc',
  agent: 'claude',
  name: 'Claude Code',
  cwd: '/repo/.claude/worktrees/login',
  openedAt: at('14:02'),
  pid: 7,
  state: 'agent',
  since: at('14:02'),
  code: null,
  signal: null,
  alive: true,
  here: true,
  ...change,
});

const cases: readonly (readonly [string, Partial<TerminalSession>, string, string, string, string])[] = [
  ['running', {}, 'running, 3 min · advisory', 'terminal', 'active', 'running'],
  [
    'running elsewhere',
    { here: false },
    'running, 3 min · in another window · advisory',
    'multiple-windows',
    'muted',
    'elsewhere',
  ],
  ['ended well', { state: 'shell', code: 0 }, 'agent ended, shell open', 'debug-disconnect', 'muted', 'shell'],
  ['failed', { state: 'shell', code: 3 }, 'agent ended with 3, shell open', 'debug-disconnect', 'attention', 'shell'],
  [
    'killed',
    { state: 'shell', signal: 'SIGKILL' },
    'agent ended with SIGKILL, shell open',
    'debug-disconnect',
    'attention',
    'shell',
  ],
  ['not known how', { state: 'shell' }, 'agent gone, shell open', 'debug-disconnect', 'attention', 'shell'],
  [
    'gone',
    { alive: false, here: false, since: at('13:00') },
    'terminal gone since 13:00, can be opened again',
    'debug-pause',
    'attention',
    'gone',
  ],
  [
    'closed',
    { state: 'closed', here: false },
    'terminal gone since 14:02, can be opened again',
    'debug-pause',
    'attention',
    'gone',
  ],
];

describe('agents’ terminals', () => {
  for (const [name, change, words, icon, tone, kind] of cases)
    it(`says in words how one stands: ${name}`, () => {
      const [row] = terminalsView(reader(), [session(change)]);
      assert.ok(row);
      assert.deepEqual(
        [row.label, row.description, row.icon, row.tone, row.contextValue],
        ['Claude Code', `terminal · login · ${words}`, icon, tone, `terminal.${kind}`],
      );
      assert.equal(row.accessibilityLabel, `Claude Code, terminal · login · ${words}`);
      assert.deepEqual(row.action?.args, ['abc']);
    });

  it('names who would be disturbed in a checkout, and nobody elsewhere', () => {
    const path = '/repo/.claude/worktrees/w';
    const before = workingState();
    const job = Object.values(before.runs)
      .flatMap((run) => run.jobs)
      .find((one) => one.ended === undefined);
    assert.ok(job);
    const worktree = {
      id: job.worktree,
      run: job.run,
      purpose: 'write',
      path,
      branch: null,
      commit: '',
      state: 'ready',
    } as const;
    const state = { ...before, worktrees: { ...before.worktrees, [job.worktree]: worktree } };
    assert.ok(whoWorksAt(state, { controlRoot: '/repo' }, path, []).includes(`${job.session} · ${job.agent}`));
    assert.deepEqual(whoWorksAt(state, { controlRoot: '/repo' }, '/elsewhere', [session()]), []);
    const here = (change: Partial<TerminalSession>) =>
      whoWorksAt(state, { controlRoot: '/repo' }, '/elsewhere', [session({ cwd: '/elsewhere', ...change })]);
    assert.deepEqual(here({}), ['Claude Code'], 'an agent in another terminal');
    assert.deepEqual(here({ state: 'shell' }), []);
    assert.deepEqual(here({ alive: false }), []);
  });
});

const known = { isTask: (id: string) => id === 'T-2026-0014', isJob: (id: string) => id === 'job-7f3a' };

const lines: readonly (readonly [string, readonly string[]])[] = [
  ['nothing here', []],
  ['see src/a.ts:12:3.', ['path src/a.ts 12 3 = src/a.ts:12:3']],
  ['at (src/a.ts:12)', ['path src/a.ts 12 - = src/a.ts:12']],
  ['M  README.md', ['path README.md - - = README.md']],
  ['T-2026-0014: done by job-7f3a.', ['task T-2026-0014 = T-2026-0014', 'job job-7f3a = job-7f3a']],
  ['T-2026-9999 is nobody’s', []],
  ['https://example.invalid/a.ts is no file', []],
  ['"./b c" `x/y.js`, /abs/z', ['path ./b - - = ./b', 'path x/y.js - - = x/y.js', 'path /abs/z - - = /abs/z']],
  ['../.. and // and v1.2', []],
  [`${'x'.repeat(5000)} src/a.ts`, []],
];

describe('links in an agent’s terminal', () => {
  for (const [line, expected] of lines)
    it(line.slice(0, 40), () => {
      const found = findTerminalLinks(line, known).map((link) => {
        const text = line.slice(link.start, link.start + link.length);
        return link.kind === 'path'
          ? `path ${link.path} ${link.line ?? '-'} ${link.column ?? '-'} = ${text}`
          : `${link.kind} ${link.id} = ${text}`;
      });
      assert.deepEqual(found, expected);
    });
});
