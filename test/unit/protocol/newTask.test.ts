import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { appendTask, breaksQueue, nextTaskId, plainTask, type NewTask } from '../../../src/protocol/newTask.ts';
import { parseQueue } from '../../../src/protocol/queue.ts';

const task: NewTask = {
  id: 'T-2026-0002',
  ...plainTask({
    title: 'Retry in the fetcher',
    goal: 'Three tries.',
    claims: ['src/fetch.ts', 'my docs/**'],
    checks: ['npm test', 'git diff --check'],
  }),
};

describe('a new task', () => {
  it('is written as a person would write it', () => {
    const expected = [
      '# Queue',
      '',
      '## T-2026-0002 - Retry in the fetcher',
      '',
      '- Status: ready',
      '- Priority: P2',
      '- Claims: `src/fetch.ts`, `my docs/**`',
      '',
      '### Goal',
      '',
      'Three tries.',
      '',
      '### Validation Commands',
      '',
      '```sh',
      'npm test',
      'git diff --check',
      '```',
      '',
    ].join('\n');
    assert.equal(appendTask('# Queue\n', task), expected);
    assert.equal(appendTask('# Queue', task), expected);
    assert.equal(appendTask('# Queue\r\n', task), expected.replaceAll('\n', '\r\n'));
  });

  it('makes a queue of an empty text', () => {
    assert.ok(
      appendTask('', { ...task, claims: [], checks: [] }).startsWith('# Persistent Task Queue\n\n## T-2026-0002'),
    );
    assert.equal(parseQueue(appendTask(' \n', task)).entries.length, 1);
  });

  const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });
  const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
  const line = fc
    .oneof(word, fc.constantFrom('# a', 'a #', '##', '`a`', '```', '- a', 'a: b', '~~~'))
    .map(oneLine)
    .filter((text) => text !== '');
  const goal = fc
    .array(
      fc.oneof(line, fc.constantFrom('', '- Status: done', '- Claims: x', '```', '```sh\nx\n```', '### Notes', '> a')),
    )
    .map((lines) => lines.join('\n'));
  const newTask: fc.Arbitrary<NewTask> = fc.record({
    id: fc.constant('T-2026-0500'),
    status: fc.constant('ready'),
    priority: fc.constant(2),
    ownerRole: fc.constant(null),
    context: fc.constant(''),
    acceptance: fc.constant([]),
    title: line,
    goal: goal.filter((text) => !breaksQueue(text)),
    claims: fc.array(
      line.map((text) => text.replaceAll('`', '').trim()).filter((text) => text !== ''),
      { maxLength: 3 },
    ),
    checks: fc.array(
      line.filter((text) => !text.startsWith('#')),
      { maxLength: 3 },
    ),
  });
  const part = fc.constantFrom(
    '# Queue',
    '## T-2026-0001 - A',
    '## T-2026-0003 - B',
    '- Status: ready',
    '```',
    '```sh',
    '~~~',
    '````md',
    'text',
    '',
    '## T-2026-0004: C',
  );
  const before = fc
    .tuple(fc.array(fc.oneof(part, word)), fc.constantFrom('\n', '\r\n'), fc.constantFrom('', '\n', '\r\n'))
    .map(([lines, eol, end]) => lines.join(eol) + end);

  it('reads back as it was given, and leaves what was there byte for byte', () => {
    fc.assert(
      fc.property(before, newTask, (text, added) => {
        // Behind a block that nothing closes (which is reported), a bare fence could as well be meant to close that one.
        const open = parseQueue(text).problems.some(({ problem }) => problem.code === 'queue.unclosedFence');
        fc.pre(!open || !/```|~~~/.test([added.goal, ...added.checks].join('\n')));
        const after = appendTask(text, added);
        assert.ok(text.trim() === '' || after.startsWith(text));
        const { entries } = parseQueue(after);
        const { id, title, status, priority, claims, checks, body } = entries.at(-1)!;
        assert.deepEqual(
          { id, title, claims, checks },
          { id: added.id, title: added.title, claims: added.claims, checks: added.checks },
        );
        assert.deepEqual([status, priority], ['ready', 2]);
        assert.ok(body.includes(`### Goal\n\n${added.goal.trim()}`.trim()));
        assert.deepEqual(entries.slice(0, -1), parseQueue(text).entries);
      }),
    );
  });

  it('its commands can not end their block', () => {
    const { entries } = parseQueue(appendTask('', { ...task, checks: ['```', '````', '## T-2026-0009 - Sly'] }));
    assert.deepEqual(
      entries.map(({ id, checks }) => [id, ...checks]),
      [['T-2026-0002', '```', '````']],
    );
  });

  describe('ids', () => {
    const cases: Readonly<Record<string, readonly [text: string, id: string]>> = {
      'the first': ['', 'T-2026-0001'],
      'above the highest, not in a gap': ['## T-2026-0007 - a\n## T-2026-0003 - b', 'T-2026-0008'],
      'of this year only': ['## T-2025-0040 - a', 'T-2026-0001'],
      'a broken entry counts': ['## T-2026-0002: a', 'T-2026-0003'],
      'a mention counts': ['Follows t-2026-0005.', 'T-2026-0006'],
      'an entry in a code block counts': ['```\n## T-2026-0004 - a\n```', 'T-2026-0005'],
      'a full year goes on in the next': ['## T-2026-9999 - a\n## T-2027-0001 - b', 'T-2027-0002'],
    };
    for (const [title, [text, id]] of Object.entries(cases)) it(title, () => assert.equal(nextTaskId(text, 2026), id));

    it('are never used again', () => {
      const step = fc.record({ year: fc.integer({ min: 2020, max: 2030 }), broken: fc.boolean() });
      fc.assert(
        fc.property(before, fc.array(step, { maxLength: 8 }), (start, steps) => {
          let text = start;
          for (const { year, broken } of steps) {
            const id = nextTaskId(text, year);
            assert.match(id, /^T-\d{4}-\d{4}$/);
            assert.ok(!text.includes(id));
            text = broken ? `${text}\n## ${id}: Broken\n` : appendTask(text, { ...task, id });
          }
        }),
      );
    });
  });

  describe('a goal', () => {
    const goals: Readonly<Record<string, readonly [goal: string, breaks: boolean]>> = {
      'plain text': ['Three tries.', false],
      nothing: ['', false],
      'a list, a section and code': ['- Status: done\n\n### Notes\n\n```sh\nnpm test\n```', false],
      'a task heading in code': ['```\n## T-2026-0009 - x\n```', false],
      'the words Validation Commands': ['Write the Validation Commands.', false],
      'a task heading': ['Text\n## T-2026-0009 - x', true],
      'a broken task heading': ['## T-2026-0009: x', true],
      'its own id again': ['## T-2026-0001 - x', true],
      'an unclosed block': ['```\nText', true],
      'unclosed tildes': ['~~~', true],
      'a section of checks': ['### Validation Commands\n\n```sh\nnpm test\n```', true],
    };
    for (const [title, [text, breaks]] of Object.entries(goals))
      it(`with ${title} ${breaks ? 'breaks' : 'keeps'} the queue`, () => assert.equal(breaksQueue(text), breaks));
  });
});
