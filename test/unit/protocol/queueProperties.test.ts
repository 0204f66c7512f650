import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { parseQueue } from '../../../src/protocol/queue.ts';

const whole = (id: string): string =>
  `## ${id} - Whole\n\n- Status: ready\n\n### Validation Commands\n\n\`\`\`sh\nnpm test\n\`\`\`\n\n`;
const ids = (text: string): readonly string[] => parseQueue(text).entries.map(({ id }) => id);
const codes = (text: string): readonly string[] =>
  parseQueue(text).problems.map(({ line, problem }) => `${line} ${problem.code}`);

describe('the task queue, whatever its text is,', () => {
  it('hides no later task behind an unclosed block', () => {
    const broken = '## T-2026-0001 - Broken\n\n- Status: ready\n\n```sh\nnpm test\n\n';
    assert.deepEqual(ids(broken + whole('T-2026-0002') + whole('T-2026-0003')), [
      'T-2026-0001',
      'T-2026-0002',
      'T-2026-0003',
    ]);
    assert.deepEqual(codes(broken + whole('T-2026-0002')), ['1 queue.noChecks', '5 queue.unclosedFence']);
  });

  const fragment = fc.constantFrom(
    '## T-2026-0001 - A',
    '## T-2026-0002 – B',
    '## T-2026-0001: C',
    '### Validation Commands',
    '### ',
    '- Status: ready',
    '- Priority: P',
    '- Claims:',
    '  - `a b`',
    '```',
    '```sh',
    '~~~',
    ...['`', '{', ',', '#', ' ', '\n', '\r', '\uFEFF', '\u2028'],
    '\r\n',
  );
  const anyText = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(fragment).map((parts) => parts.join('')),
    fc.array(fragment).map((parts) => parts.join('\n')),
  );

  it('gives distinct entries and problems with lines of the text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { entries, problems } = parseQueue(text);
        const count = text.split(/\r\n?|\n/).length;
        assert.equal(new Set(entries.map(({ id }) => id)).size, entries.length);
        for (const { line } of problems) assert.ok(line >= 1 && line <= count);
        for (const { line, lastLine } of entries) assert.ok(line >= 1 && line <= lastLine && lastLine <= count);
        for (const { status, claims } of entries)
          assert.ok(!status.includes('`') && claims.every((claim) => claim !== '' && !claim.includes('`')));
      }),
    );
  });

  it('hides no whole entry behind a broken one', () => {
    const broken = fc.constantFrom(
      '## T-2026-0900: Colon\n- Status: done\n',
      '## T-2026-0901 - No status\n',
      '## T-2026-0902 - Open block\n```sh\nnpm test\n',
      '## T-2026-0903 - Open longer block\n````md\ntext\n',
      '## T-2026-0904 - Open tildes\n~~~ text\ntext\n',
      '## T-2026-0905\n### Validation Commands\n',
      '## T-2026-0906 - Twin\n## T-2026-0906 - Twin\n',
      '## T-2026-0907 - Ticks\n- Claims: `a\n```b```\n',
    );
    fc.assert(
      fc.property(fc.array(fc.option(broken, { freq: 2 }), { maxLength: 12 }), (parts) => {
        const good = parts.flatMap((part, i) => (part === null ? [`T-2026-${String(i + 1).padStart(4, '0')}`] : []));
        const text = parts.map((part, i) => part ?? whole(`T-2026-${String(i + 1).padStart(4, '0')}`)).join('\n');
        const found = parseQueue(text).entries.filter(({ id }) => good.includes(id));
        assert.deepEqual(
          found.map(({ id, status, checks }) => [id, status, ...checks]),
          good.map((id) => [id, 'ready', 'npm test']),
        );
      }),
    );
  });

  it('takes time in proportion to the text, however odd its lines are', () => {
    const long = 40_000;
    const lines = [
      '## T-2026-0001 - a',
      '- Status: a',
      '- ',
      '- a',
      '- Claims: `',
      '- Claims: {',
      '  - ',
      '`',
      '## T-2026-0002 ',
      '```',
    ];
    const start = performance.now();
    for (const line of lines)
      for (const filler of [' ', '#', '`', '{', 'a ', '- ', '* ', 'T-1-1'])
        parseQueue(`## T-2026-0009 - x\n- Claims:\n${line}${filler.repeat(long / filler.length)}x\n`);
    parseQueue('## T-2026-0001 - a\n```a\n'.repeat(2_500));
    // Well below a second here; any quadratic pattern takes minutes.
    assert.ok(performance.now() - start < 4_000);
  });
});
