import assert from 'node:assert/strict';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { checkHandoff } from '../../../src/core/handoff/check.ts';
import { usualHandoff } from '../../../src/core/handoff/usualRules.ts';
import { fixesOf, rewritesOf } from '../../../src/language/codeActions.ts';
import { diagnosticsOf, queueProblems } from '../../../src/language/diagnostics.ts';
import { parseQueue } from '../../../src/protocol/queue.ts';
import { checkReport } from '../../../src/protocol/report.ts';
import { documentOf } from './documents.ts';

const year = 2026;
const checks = '### Validation Commands\n\n```sh\nnpm test\n```';
const task = (...head: readonly string[]): string => `## T-2026-0001 - First\n\n${head.join('\n')}\n\n${checks}\n`;
const ready = ['- Status: ready', '- Claims: a.ts'];

interface Offered {
  readonly title: string;
  readonly preferred: boolean;
  readonly result: string;
}

/** The fixes of the first problem with that code, and what each makes of the text. */
function fixes(text: string, code: string, uri?: string): readonly Offered[] {
  const document = documentOf(text, 1, uri);
  const queue = parseQueue(text);
  const problems = uri === undefined ? queueProblems(queue) : checkReport(text, null);
  const diagnostic = diagnosticsOf(document, problems).find((one) => one.code === code);
  assert.ok(diagnostic, `no ${code}`);
  return fixesOf({ document, range: diagnostic.range, diagnostics: [diagnostic], queue, year }).map(
    ({ title, isPreferred = false, edit }) => ({
      title,
      preferred: isPreferred,
      result: TextDocument.applyEdits(document, edit?.changes?.[document.uri] ?? []),
    }),
  );
}

const first = (text: string, code: string, uri?: string): Offered => {
  const [fix] = fixes(text, code, uri);
  assert.ok(fix);
  return fix;
};

describe('quick fixes of a queue', () => {
  const headings: Readonly<Record<string, string>> = {
    '## T-2026-0004: Colon': '## T-2026-0004 - Colon',
    '## T-2026-0004 Nothing between': '## T-2026-0004 - Nothing between',
    '## T-2026-0004 -No space': '## T-2026-0004 - No space',
    '## t-2026-0004 – Small': '## T-2026-0004 - Small',
    '## `T-2026-0004` - Ticks': '## T-2026-0004 - Ticks',
    '## **T-2026-0004**: Bold': '## T-2026-0004 - Bold',
    '  ##T-2026-0004 - Indented ##': '## T-2026-0004 - Indented',
    '## T-2026-0004': '## T-2026-0004 - Title',
    '## T-26-1: Short': '## T-2026-0001 - Short',
    '## T-2026-00045 - Long': '## T-2026-0005 - Long',
  };
  for (const [heading, result] of Object.entries(headings))
    it(`writes ${heading} in its form`, () => {
      const fix = first(`${heading}\n- Status: ready\n`, 'queue.badHeading');
      assert.ok(fix.preferred);
      assert.equal(fix.result.split('\n')[0], result);
      assert.equal(parseQueue(fix.result).entries.length, 1);
    });

  const claimBullets: Readonly<Record<string, string>> = {
    '- Claims: `../up.ts`, `a.ts`': '- Claims: `a.ts`',
    '- Claims: a.ts, ../up.ts': '- Claims: a.ts',
    '- Claims: a.ts /etc/hosts b.ts': '- Claims: a.ts b.ts',
    '- Claims: ../up.ts': '- Claims:',
    '- Claims:\n  - `a.ts`\n  - `../up.ts`\n  - b.ts': '- Claims:\n  - `a.ts`\n  - b.ts',
  };
  for (const [bullet, result] of Object.entries(claimBullets))
    it(`takes the claim that is no path out of ${bullet}`, () => {
      const fix = first(task('- Status: ready', bullet), 'queue.badClaim');
      assert.ok(fix.preferred);
      assert.equal(fix.result, task('- Status: ready', result));
    });

  const shells: Readonly<Record<string, string | null>> = {
    'npm test && git diff --check': 'npm test\ngit diff --check',
    '  npm test&&  make': '  npm test\n  make',
    'cd web && npm test': null,
    'npm test && npm run x | tee log': null,
    'npm test | tee "a && b"': null,
    'npm test &&': null,
  };
  for (const [line, result] of Object.entries(shells))
    it(`${result === null ? 'leaves' : 'parts'} ${line}`, () => {
      const text = (body: string): string => task(...ready).replace('npm test', body);
      assert.deepEqual(
        fixes(text(line), 'check.needsShell').map((fix) => fix.result),
        result === null ? [] : [text(result)],
      );
    });

  it('gives the second of two tasks the next id of the year', () => {
    const text = `${task(...ready)}## T-2026-0007 - Other\n## T-2026-0001 - Twin\n`;
    const fix = first(text, 'queue.duplicateId');
    assert.equal(fix.title, 'Give this task the new id T-2026-0008');
    assert.deepEqual(
      parseQueue(fix.result).entries.map(({ id }) => id),
      ['T-2026-0001', 'T-2026-0007', 'T-2026-0008'],
    );
  });

  const statuses: Readonly<Record<string, string>> = {
    '- Status: in progress': '- Status: in_progress',
    '* status:  `blocking`  ': '* status:  `blocked`',
    '- Status: soon': '- Status: backlog',
    '- Status:': '- Status: ready',
  };
  for (const [line, result] of Object.entries(statuses))
    it(`sets ${line}`, () => {
      const code = line.endsWith(':') ? 'queue.noStatus' : 'queue.unknownStatus';
      const offered = fixes(task(line, '- Claims: a.ts'), code);
      assert.equal(offered.length, 8);
      assert.deepEqual(
        offered.map(({ preferred }) => preferred),
        [true, ...Array.from({ length: 7 }, () => false)],
      );
      assert.equal(offered[0]?.result.split('\n')[2], result);
    });

  it('adds a status below the fields, else below the heading', () => {
    assert.equal(
      first(task('- Claims: a.ts', '  - b.ts', '', 'Text'), 'queue.noStatus').result,
      task('- Claims: a.ts', '  - b.ts', '- Status: ready', '', 'Text'),
    );
    assert.equal(first('## T-2026-0001 - A', 'queue.noStatus').result, '## T-2026-0001 - A\n\n- Status: ready');
  });

  it('sets a priority', () =>
    assert.equal(
      first(task(...ready, '- Priority: high'), 'queue.unknownPriority').result,
      task(...ready, '- Priority: P0'),
    ));

  it('adds the section for the checks at the end of the task, or the block to the section', () => {
    const text = '## T-2026-0001 - A\n- Status: ready\n\n\n## T-2026-0002 - B\n';
    assert.equal(
      first(text, 'queue.noChecks').result,
      '## T-2026-0001 - A\n- Status: ready\n\n### Validation Commands\n\n```sh\n# one command a line\n```\n\n\n## T-2026-0002 - B\n',
    );
    assert.equal(
      first('## T-2026-0001 - A\n### Validation Commands\n\nnone yet\n', 'queue.noChecks').result,
      '## T-2026-0001 - A\n### Validation Commands\n\n```sh\n# one command a line\n```\n\nnone yet\n',
    );
  });

  it('adds a bullet for the files', () =>
    assert.equal(first(task('- Status: ready'), 'queue.noClaims').result, task('- Status: ready', '- Claims: ')));

  it('removes a second bullet', () =>
    assert.equal(first(task(...ready, '- Status: done'), 'queue.fieldTwice').result, task(...ready)));

  it('removes what hangs on a second bullet with it, so that no claim grows', () => {
    const twice = [...ready, '- Claims:', '  - `b.ts`', '  - `src/**`', '', 'Text.'];
    assert.equal(first(task(...twice), 'queue.fieldTwice').result, task(...ready, '', 'Text.'));
  });

  it('moves what hangs on a late bullet with it', () => {
    const { result } = first(
      task('- Status: ready', '', '### Notes', '- Claims:', '  - `b.ts`', '- More'),
      'queue.lateField',
    );
    assert.deepEqual(parseQueue(result).entries[0]?.claims, ['b.ts']);
    assert.match(result, /### Notes\n- More/);
  });

  it('moves a late bullet up', () => {
    const { result } = first(task('- Claims: a.ts', '', '### Notes', '* Status: done'), 'queue.lateField');
    assert.deepEqual(
      parseQueue(result).entries.map(({ status, claims }) => [status, claims]),
      [['done', ['a.ts']]],
    );
    assert.ok(!/lateField/.test(JSON.stringify(parseQueue(result).advice)));
  });

  it('closes a block where its text ends', () => {
    const open = '## T-2026-0001 - A\n\n### Validation Commands\n\n~~~~sh\nnpm test\n\n## T-2026-0002 - B\n';
    const { result } = first(open, 'queue.unclosedFence');
    assert.deepEqual(
      parseQueue(result).entries.map((entry) => entry.checks),
      [['npm test'], []],
    );
    assert.equal(first('```\ntext\n\n', 'queue.unclosedFence').result, '```\ntext\n```\n\n');
  });

  it('keeps how the document ends its lines', () => {
    const text = task('- Claims: a.ts').replaceAll('\n', '\r\n');
    assert.equal(
      first(text, 'queue.noStatus').result,
      task('- Claims: a.ts', '- Status: ready').replaceAll('\n', '\r\n'),
    );
  });

  it('leaves what others found alone', () => {
    const document = documentOf('## T-2026-0001: A');
    const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 3 } };
    const diagnostics = [{ range, code: 'queue.badHeading', source: 'other', message: '' }];
    assert.deepEqual(fixesOf({ document, range, diagnostics, queue: parseQueue(''), year }), []);
  });
});

describe('quick fixes of a report', () => {
  const uri = 'file:///repo/.mam/jobs/7/report.md';
  const missing: Readonly<Record<string, string>> = {
    'Fine.\n': 'Fine.\n\n[VERDICT: NOT PASS]\n\n',
    '**[VERDICT:  not pass]**': '[VERDICT: NOT PASS]',
    '': '[VERDICT: NOT PASS]',
  };
  for (const [text, result] of Object.entries(missing))
    it(`ends ${JSON.stringify(text)} with a verdict`, () => {
      const code = text === '' ? 'verdict.empty' : 'verdict.missing';
      const offered = fixes(text, code, uri);
      assert.deepEqual(
        offered.map((fix) => [fix.title, fix.preferred]),
        [
          ['End the report with [VERDICT: NOT PASS]', false],
          ['End the report with [VERDICT: PASS]', false],
        ],
      );
      assert.equal(offered[0]?.result, result);
      for (const fix of offered) assert.deepEqual(checkReport(fix.result, null), []);
    });

  it('removes a verdict that is not the last', () =>
    assert.equal(
      first('[VERDICT: PASS]\nMore.\n[VERDICT: NOT PASS]\n', 'verdict.several', uri).result,
      'More.\n[VERDICT: NOT PASS]\n',
    ));

  it('writes what a blocker makes of the verdict', () =>
    assert.equal(
      first('- [blocker] wrong\n[VERDICT: PASS]\n', 'verdict.blocked', uri).result,
      '- [blocker] wrong\n[VERDICT: NOT PASS]\n',
    ));
});

describe('rewrites of a task', () => {
  const rewrites = (text: string, line: number): readonly string[] => {
    const document = documentOf(text);
    const at = { line, character: 0 };
    return rewritesOf({ document, range: { start: at, end: at }, diagnostics: [], queue: parseQueue(text), year }).map(
      ({ title, edit }) => `${title}: ${TextDocument.applyEdits(document, edit?.changes?.[document.uri] ?? [])}`,
    );
  };
  const text = '## T-2026-0001 - A\n- Status: ready\n### Goal\nDo it.\n';

  it('set another status, from the heading and from the bullet', () => {
    for (const line of [0, 1]) {
      const set = rewrites(text, line).filter((one) => one.startsWith('Set the status'));
      assert.equal(set.length, 7);
      assert.equal(set.at(-1), `Set the status to done: ${text.replace('ready', 'done')}`);
    }
  });

  it('add the sections that are missing, from the heading', () =>
    assert.equal(
      rewrites(text, 0).at(-2),
      `Add the missing sections: Acceptance Criteria, Validation Commands: ${text.trimEnd()}\n\n### Acceptance Criteria\n\n\n### Validation Commands\n\n\`\`\`sh\n# one command a line\n\`\`\`\n`,
    ));

  it('add the hand-over notes that a person asks for, field by field', () => {
    const marker = 'Add the hand-over notes to fill in: ';
    const [, added = ''] = rewrites(text, 0).at(-1)?.split(marker) ?? [];
    assert.ok(added.startsWith(`${text}\n### Session Handoff\n\n- Role:\n- Lifecycle stage:\n`), added);
    const filled = added.replaceAll(/^(- [^:\n]+):$/gm, '$1: npm test passed at 1234567');
    assert.ok(checkHandoff({ texts: [filled], files: [] }, usualHandoff).ok);
    assert.equal(parseQueue(added).advice.length, parseQueue(text).advice.length);
    assert.ok(!rewrites(added, 0).some((one) => one.startsWith(marker)));
  });

  it('offer no status where a quick fix does', () => {
    const broken = '## T-2026-0001 - A\n- Status: soon\n';
    const document = documentOf(broken);
    const queue = parseQueue(broken);
    const diagnostics = diagnosticsOf(document, queueProblems(queue));
    for (const line of [0, 1]) {
      const at = { line, character: 0 };
      const here = diagnostics.filter((one) => one.code === 'queue.unknownStatus');
      const question = { document, range: { start: at, end: at }, diagnostics: here, queue, year };
      const titles = [...fixesOf(question), ...rewritesOf(question)].map(({ title }) => title);
      assert.deepEqual(titles, [...new Set(titles)]);
      assert.ok(titles.includes('Set the status to ready'));
    }
  });

  it('are offered nowhere else', () => assert.deepEqual([...rewrites(text, 2), ...rewrites('# Queue\n', 0)], []));
});
