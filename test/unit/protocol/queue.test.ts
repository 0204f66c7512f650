import assert from 'node:assert/strict';
import { parseQueue } from '../../../src/protocol/queue.ts';
import type { QueueEntry } from '../../../src/protocol/queueEntry.ts';

const entry = (...lines: readonly string[]): string => ['## T-2026-0001 - First', ...lines].join('\n');
const only = (text: string): QueueEntry => {
  const { entries } = parseQueue(text);
  assert.equal(entries.length, 1);
  return entries[0]!;
};
const codes = (text: string): readonly string[] =>
  parseQueue(text).problems.map(({ line, problem }) => `${line} ${problem.code}`);
const ids = (text: string): readonly string[] => parseQueue(text).entries.map(({ id }) => id);

const checked = '### Validation Commands\n\n```sh\nnpm test\n```\n';
const whole = (id: string): string => `## ${id} - Whole\n\n- Status: ready\n\n${checked}\n`;

describe('the task queue', () => {
  it('reads an entry as a person writes it', () => {
    const text = [
      '# Persistent Task Queue',
      '',
      '## T-2026-0001 - Retry in the fetcher',
      '',
      '- Status: ready',
      '- Priority: P1',
      '- Claims: `src/fetch.ts`, test/fetch/**',
      '',
      '### Goal',
      '',
      'See `docs/plans/fetch.md`.',
      '',
      '### Validation Commands',
      '',
      '```bash',
      '# all of them',
      'npm test',
      '',
      '  git diff --check',
      '```',
      '',
    ].join('\n');
    const { body, ...rest } = only(text);
    assert.deepEqual(rest, {
      id: 'T-2026-0001',
      title: 'Retry in the fetcher',
      proofs: [],
      dependsOn: null,
      status: 'ready',
      priority: 1,
      claims: ['src/fetch.ts', 'test/fetch/**'],
      mentions: ['src/fetch.ts', 'docs/plans/fetch.md'],
      checks: ['npm test', 'git diff --check'],
      line: 3,
      lastLine: 20,
    });
    assert.ok(body.startsWith('- Status: ready') && body.endsWith('```'));
    assert.deepEqual(codes(text), []);
  });

  describe('headings', () => {
    const titles: Readonly<Record<string, string | null>> = {
      '## T-2026-0001 - Title': 'Title',
      '## T-2026-0001 – Title': 'Title',
      '## T-2026-0001 — Title': 'Title',
      '##  T-2026-0001  -  Title  ': 'Title',
      '## T-2026-0001 - Title ##': 'Title',
      '## T-2026-0001 - Learn C#': 'Learn C#',
      '## T-2026-0001 - A - B': 'A - B',
      '## T-2026-0001: Title': null,
      '## T-2026-0001 Title': null,
      '## T-2026-0001 -Title': null,
      '## T-2026-0001 - ': null,
      '## T-2026-0001 - ##': null,
      '## T-2026-0001': null,
      '## t-2026-0001 - Title': null,
      '## `T-2026-0001` - Title': null,
      '## **T-2026-0001** - Title': null,
      '## [T-2026-0001] - Title': null,
      '## T-2026-00011 - Title': null,
      '## T-26-1 - Title': null,
      '##T-2026-0001 - Title': null,
      '  ## T-2026-0001 - Title': null,
    };
    for (const [line, title] of Object.entries(titles))
      it(`${line} ${title === null ? 'is reported' : 'is a task'}`, () => {
        const { entries, problems } = parseQueue(line);
        assert.deepEqual(
          entries.map((one) => one.title),
          title === null ? [] : [title],
        );
        if (title === null)
          assert.deepEqual(
            problems.map(({ problem }) => problem.code),
            ['queue.badHeading'],
          );
      });

    for (const line of [
      '# T-2026-0001 - Title',
      '### T-2026-0001 - Title',
      '## About T-2026-0001',
      'T-2026-0001 - Title',
    ])
      it(`${line} is text`, () => assert.deepEqual(parseQueue(line), { entries: [], problems: [], advice: [] }));

    it('that are broken end the entry above, so that their fields do not land in it', () => {
      const text = `${entry('- Priority: P2')}\n## T-2026-0002: Second\n- Status: ready\n`;
      assert.equal(only(text).status, '');
      assert.equal(only(text).lastLine, 2);
    });

    it('that are used twice are reported, and the first entry stays', () => {
      const text = `${whole('T-2026-0001')}## T-2026-0001 - Again\n- Status: done\n`;
      assert.equal(only(text).status, 'ready');
      assert.deepEqual(codes(text), ['11 queue.duplicateId']);
      assert.deepEqual(parseQueue(text).problems[0]?.problem.params, { task: 'T-2026-0001', first: 1, line: 11 });
    });

    it('within a closed code block are text', () => {
      const text = `${entry('- Status: ready', '```md', '## T-2026-0002 - Example', '```')}\n${checked}`;
      assert.deepEqual(ids(text), ['T-2026-0001']);
      assert.deepEqual(codes(text), []);
    });
  });

  describe('fields', () => {
    const statuses: Readonly<Record<string, readonly [lines: readonly string[], status: string]>> = {
      'a star as the bullet': [['* Status: ready'], 'ready'],
      'back-ticks': [['- Status: `ready`'], 'ready'],
      capitals: [['- STATUS: In_Progress'], 'in_progress'],
      'white space': [['-  Status  :   ready  '], 'ready'],
      'the first occurrence wins': [['- Status: ready', '- Status: done'], 'ready'],
      'an empty first occurrence wins': [['- Status:', '- Status: done'], ''],
      'below another section': [['### Notes', '- Status: done'], ''],
      'below a section of level 2': [['## Archive', '- Status: done'], ''],
      'a sub-bullet is none': [['- Owner: me', '  - Status: done'], ''],
      'in a code block is none': [['```', '- Status: done', '```'], ''],
      'in a quote is none': [['> - Status: done'], ''],
      'without a bullet is none': [['Status: done'], ''],
      'of another label is none': [['- Statuses: done', '- Old Status: done'], ''],
    };
    for (const [title, [lines, status]] of Object.entries(statuses))
      it(`status: ${title}`, () => assert.equal(only(entry(...lines)).status, status));

    const priorities: Readonly<Record<string, number>> = {
      P0: 0,
      p3: 3,
      '`P9`': 9,
      ' `p1` ': 1,
      '': 9,
      P10: 9,
      high: 9,
      '3': 9,
    };
    for (const [text, priority] of Object.entries(priorities))
      it(`priority "${text}" is ${priority}`, () =>
        assert.equal(only(entry(`- Priority: ${text}`)).priority, priority));

    it('without a priority a task comes last', () => assert.equal(only(entry()).priority, 9));

    it('a Title bullet replaces the title of the heading', () =>
      assert.equal(only(entry('- Title: `Other` words')).title, 'Other words'));

    it('an empty Title bullet does not', () => assert.equal(only(entry('- Title: ``')).title, 'First'));
  });

  describe('claims', () => {
    const claims: Readonly<Record<string, readonly [lines: readonly string[], claims: readonly string[]]>> = {
      none: [['- Status: ready'], []],
      commas: [['- Claims: a.ts,b.ts, c.ts'], ['a.ts', 'b.ts', 'c.ts']],
      'white space': [['- Claims: a.ts  b.ts\tc.ts'], ['a.ts', 'b.ts', 'c.ts']],
      'back-ticks': [['- Claims: `a.ts`, `b.ts` `c.ts`'], ['a.ts', 'b.ts', 'c.ts']],
      'spaces and commas in back-ticks': [['- Claims: `my docs/a, b.md`, c.ts'], ['my docs/a, b.md', 'c.ts']],
      globs: [
        ['- Claims: src/**, test/*.{ts,tsx}, `lib/{a, b}/?.ts`'],
        ['src/**', 'test/*.{ts,tsx}', 'lib/{a, b}/?.ts'],
      ],
      'an unpaired back-tick': [['- Claims: `a.ts b.ts'], ['a.ts', 'b.ts']],
      'sub-bullets': [
        ['- Claims:', '  - `a.ts`', '\t* b.ts', '- Owner: me', '  - c.ts'],
        ['a.ts', 'b.ts'],
      ],
      both: [
        ['- Claims: a.ts', '  - b.ts'],
        ['a.ts', 'b.ts'],
      ],
      'sub-bullets of another field': [['- Context:', '  - a.ts', '- Claims: b.ts'], ['b.ts']],
      'the first bullet wins': [['- Claims: a.ts', '- Claims: b.ts', '  - c.ts'], ['a.ts']],
      'below a section': [['### Scope', '- Claims: a.ts'], []],
    };
    for (const [title, [lines, expected]] of Object.entries(claims))
      it(title, () => assert.deepEqual(only(entry(...lines)).claims, expected));
  });

  it('mentions are back-ticked tokens that could be paths, once each', () => {
    const text = entry(
      '`a.ts`, `src/b`, `a.ts`, `word`, `with space.ts`, ``c.ts``, `https://d.e/f`',
      `\`${'x'.repeat(239)}.\``,
      `\`${'x'.repeat(240)}.\``,
    );
    assert.deepEqual(only(text).mentions, ['a.ts', 'src/b', `${'x'.repeat(239)}.`]);
  });

  describe('checks', () => {
    const block = (language: string, ...lines: readonly string[]): string =>
      `\`\`\`${language}\n${lines.join('\n')}\n\`\`\``;
    const section = '### Validation Commands';
    const checks: Readonly<Record<string, readonly [lines: readonly string[], checks: readonly string[]]>> = {
      'level 2': [['## Validation Commands', block('sh', 'a')], ['a']],
      'level 3': [[section, block('sh', 'a')], ['a']],
      'level 4 is another section': [['#### Validation Commands', block('sh', 'a')], []],
      'another title': [['### Tests', block('sh', 'a')], []],
      'a longer title': [['### Validation Commands (all)', block('sh', 'a')], []],
      'another case': [['### validation commands', block('sh', 'a')], []],
      'no language, bash, shell, SH': [
        [section, ...['', 'bash', 'shell', 'SH'].map((one, i) => block(one, `${i}`))],
        ['0', '1', '2', '3'],
      ],
      'another language': [[section, block('json', 'a'), block('sh', 'b')], ['b']],
      'comments and blank lines': [[section, block('sh', '# a', '', ' b ', '  # c')], ['b']],
      'text outside of a block': [[section, 'npm test', '`npm test`'], []],
      'until the next section': [[section, block('sh', 'a'), '### Other', block('sh', 'b')], ['a']],
      'a subsection belongs to it': [[section, '#### Fast', block('sh', 'a')], ['a']],
      'a heading within the block': [[section, block('sh', '## b', 'a')], ['a']],
      'the first section wins': [[section, block('sh', 'a'), section, block('sh', 'b')], ['a']],
      'a block that nothing closes': [[section, '```sh', 'rm -rf build', '', '### Notes', 'Done by hand.'], []],
      'a heading within a block': [['```md', section, '```', block('sh', 'a')], []],
    };
    for (const [title, [lines, expected]] of Object.entries(checks))
      it(title, () => assert.deepEqual(only(entry(...lines)).checks, expected));
  });

  describe('problems', () => {
    const section = ['', ...checked.split('\n')];
    const problems: Readonly<Record<string, readonly [text: string, codes: readonly string[]]>> = {
      none: [whole('T-2026-0001'), []],
      'no status': [entry('', ...section), ['1 queue.noStatus']],
      'an empty status, at its bullet': [entry('', '- Status:', ...section), ['3 queue.noStatus']],
      'an unknown status, at its bullet': [entry('', '- Status: soon', ...section), ['3 queue.unknownStatus']],
      'an unknown priority, at its bullet': [
        entry('- Status: done', '- Priority: high', ...section),
        ['3 queue.unknownPriority'],
      ],
      'no check': [entry('- Status: ready'), ['1 queue.noChecks']],
      'no check of a finished task': [entry('- Status: done'), []],
      'a check that holds a secret': [
        entry(
          '- Status: ready',
          '',
          '### Validation Commands',
          '',
          '```',
          `push --token ghp_${'a1B2'.repeat(9)}`,
          '```',
        ),
        ['7 queue.secretCheck'],
      ],
      'an unclosed block, at its fence': [entry('- Status: ready', ...section, '```', 'x'), ['10 queue.unclosedFence']],
      'in the order of the lines': [
        `${entry()}\n## T-2026-0001 - Twin\n## T-2026-0002: Colon\n\`\`\`\n`,
        ['1 queue.noStatus', '1 queue.noChecks', '2 queue.duplicateId', '3 queue.badHeading', '4 queue.unclosedFence'],
      ],
    };
    for (const [title, [text, expected]] of Object.entries(problems))
      it(title, () => assert.deepEqual(codes(text), expected));
  });

  it('names claims outside of the repository, at their bullet', () =>
    assert.deepEqual(codes(entry('- Status: ready', '- Claims: a.ts ../b', checked)), ['3 queue.badClaim']));

  it('reads CRLF, CR and a byte order mark like LF', () => {
    const text = `${whole('T-2026-0001')}${whole('T-2026-0002')}`;
    for (const other of [text.replaceAll('\n', '\r\n'), text.replaceAll('\n', '\r'), `\uFEFF${text}`])
      assert.deepEqual(parseQueue(other), parseQueue(text));
  });
});
