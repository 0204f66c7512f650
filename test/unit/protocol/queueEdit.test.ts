import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { QueueEdit, TaskDraft } from '../../../src/core/queue/edit.ts';
import { plainTask } from '../../../src/protocol/newTask.ts';
import { parseQueue } from '../../../src/protocol/queue.ts';
import { applyQueueEdit } from '../../../src/protocol/queueEdit.ts';

const terms = { year: 2026, taken: [] };
const draft = (title: string, changes: Partial<TaskDraft> = {}): TaskDraft => ({
  ...plainTask({ title, goal: 'A goal.', claims: ['src/a.ts'], checks: ['npm test'] }),
  ...changes,
});
const add = (title: string, changes: Partial<TaskDraft> = {}): QueueEdit => ({
  kind: 'add',
  draft: draft(title, changes),
});
const edited = (text: string, edit: QueueEdit): string => {
  const after = applyQueueEdit(text, edit, terms);
  assert.ok(after.ok, after.ok ? '' : after.error.code);
  return after.value;
};

const full = [
  '# Persistent Task Queue',
  '',
  '## Ready Order',
  '',
  '| Order | ID | Status | Owner role | Why ready / not ready |',
  '|---|---|---|---|---|',
  '| 1 | T-2026-0003 | ready | Implementer | a \\| b |',
  '| 7 | T-2026-0004 | backlog |  |  |',
  '',
  'A remark below the table.',
  '',
  '## Examples',
  '',
  '| ID | Status |',
  '|---|---|',
  '| T-2026-0001 | ready |',
  '',
  '## T-2026-0003 - First',
  '',
  '- Status: ready',
  '',
].join('\n');

describe('an edit of the queue', () => {
  it('puts a task into the table itself and at the end', () => {
    const after = edited(
      full,
      add('New | one', { ownerRole: 'Implementer', context: 'Two | reasons\nof it', status: 'backlog' }),
    );
    const row = '| 8 | T-2026-0005 | backlog | Implementer | Two \\| reasons of it |\n';
    assert.equal(after.indexOf(row), full.indexOf('\nA remark'));
    assert.ok(after.replace(row, '').startsWith(full));
    assert.ok(after.includes('## T-2026-0005 - New | one\n'));
  });

  it('without a section of examples only its entry is added', () => {
    const plain = full.replace('## Examples', '## Samples');
    assert.ok(edited(plain, add('New')).startsWith(plain));
  });

  it('finds the table of a Korean queue', () => {
    const korean = '# 작업\n\n| 순서 | ID | 상태 | 담당 | 메모 | 이유 |\n|--|--|--|--|--|--|\n\n## Examples\n';
    assert.ok(
      edited(korean, add('새 작업', { ownerRole: '구현자', context: '왜' })).includes(
        '|--|\n| 1 | T-2026-0001 | ready | 구현자 |  | 왜 |\n\n## Ex',
      ),
    );
  });

  it('says all that is known of a task', () => {
    const after = edited(
      '',
      add('New', {
        priority: 1,
        status: 'backlog',
        ownerRole: 'Reviewer',
        context: 'Why.',
        acceptance: ['One', 'Two'],
      }),
    );
    const { entries, problems } = parseQueue(after);
    assert.deepEqual(problems, []);
    assert.deepEqual([entries[0]?.status, entries[0]?.priority, entries[0]?.checks], ['backlog', 1, ['npm test']]);
    assert.match(
      after,
      /- Owner role: Reviewer\n[^]*### Context\n\nWhy\.\n\n### Acceptance Criteria\n\n- One\n- Two\n\n### Validation/,
    );
  });

  it('takes no id twice: not of the file, nor one that is known from elsewhere', () => {
    const after = applyQueueEdit(full, add('New'), { year: 2026, taken: ['T-2026-0041'] });
    assert.ok(after.ok && after.value.includes('## T-2026-0042 - New'));
    const next = applyQueueEdit(full, add('New'), { year: 2027, taken: [] });
    assert.ok(next.ok && next.value.includes('## T-2027-0001 - New'));
  });

  const same: readonly (readonly [title: string, again: string])[] = [
    ['First', 'FIRST'],
    ['Straße', 'STRASSE'],
    ['한글 제목', '한글 제목'.normalize('NFD')],
    ['Two  words', ' two words '],
  ];
  for (const [title, again] of same)
    it(`takes “${again}” for “${title}”`, () => {
      const text = edited('# Q\n', add(title));
      assert.equal(edited(text, add(again)), text);
    });

  it('is refused where it would change what another task is', () => {
    const breaks = [
      'x\n## T-2026-0009 - Sly',
      '```\nopen',
      '### Proof of Fix\n\n```sh\nx\n```',
      '### Validation Commands\n\n```sh\nrm\nx\n```',
    ];
    for (const goal of breaks) {
      const after = applyQueueEdit('# Q\n', add('New', { goal }), terms);
      assert.equal(after.ok ? after.value : after.error.code, 'queue.wouldBreak', goal);
    }
  });

  it('leaves no block open, also where no checks follow', () => {
    const after = applyQueueEdit('# Q\n', add('New', { goal: '```\nopen', checks: [] }), terms);
    assert.equal(after.ok ? after.value : after.error.code, 'queue.wouldBreak');
  });

  describe('takes a task out of the backlog', () => {
    const statuses: readonly (readonly [line: string, after: string])[] = [
      ['- Status: backlog', '- Status: ready'],
      ['* status : `Backlog`  ', '* status : `ready`  '],
      ['- Status:backlog', '- Status:ready'],
      ['- Status:\u3000backlog', '- Status:\u3000ready'],
      ['- Status:\u00A0`backlog`', '- Status:\u00A0`ready`'],
      ['- Status: ``backlog``', '- Status: ``ready``'],
      ['- Status: `` ` backlog ` ``', '- Status: `` ` ready ` ``'],
      ['- Status: ready', '- Status: ready'],
    ];
    for (const [line, after] of statuses)
      for (const eol of ['\n', '\r\n', '\r'])
        it(`${line} ${JSON.stringify(eol)}`, () => {
          const text = (status: string): string =>
            [
              '\uFEFF# 큐',
              '',
              '## T-2026-0001 - A',
              '',
              status,
              '- Priority: P1',
              '',
              '## T-2026-0002 - B',
              '- Status: backlog',
            ].join(eol);
          assert.equal(edited(text(line), { kind: 'ready', task: 'T-2026-0001' }), text(after));
        });
    const refused: readonly (readonly [task: string, code: string])[] = [
      ['T-2026-0009', 'queue.noTask'],
      ['T-2026-0001', 'queue.notBacklog'],
    ];
    for (const [task, code] of refused)
      it(`but not ${task}`, () => {
        const after = applyQueueEdit('## T-2026-0001 - A\n\n- Status: done\n', { kind: 'ready', task }, terms);
        assert.equal(after.ok ? after.value : after.error.code, code);
      });

    it('but no status that only reads as one when its marks are taken out', () => {
      const text = '## T-2026-0001 - A\n\n- Status: back`log`\n';
      const after = applyQueueEdit(text, { kind: 'ready', task: 'T-2026-0001' }, terms);
      assert.equal(after.ok ? after.value : after.error.code, 'queue.statusUnread');
    });
  });

  describe('of any file', () => {
    const part = fc.constantFrom(
      ...[
        '# 큐',
        '## Ready Order',
        '| Order | ID | Status |',
        '|---|---|---|',
        '| 3 | T-2026-0007 | ready |',
        'Text',
        '',
      ],
      ...[
        '## Examples',
        '## T-2026-0001 - 첫 작업',
        '## T-2026-0003 - B',
        '- Status: backlog',
        '- Status: ready',
        '```',
        '```sh',
        'npm test',
        '### 목표',
      ],
    );
    const text = fc
      .tuple(
        fc.constantFrom('', '\uFEFF'),
        fc.array(fc.oneof(part, fc.string({ unit: 'grapheme', maxLength: 8 })), { maxLength: 24 }),
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.constantFrom('', '\n', '\r\n'),
      )
      .map(([mark, lines, eol, end]) => mark + lines.join(eol) + end);
    const title = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 }).filter((one) => one.trim() !== '');
    const edits = fc.array(
      title.map((one) => add(one)),
      { minLength: 1, maxLength: 4 },
    );

    /** Whether one text is the other with whole blocks put in. */
    const holds = (after: string, before: string): boolean => {
      let at = 0;
      for (const line of before.split(/(?<=\r\n|\n|\r(?!\n))/)) {
        const found = after.indexOf(line, at);
        if (found === -1) return false;
        at = found + line.length;
      }
      return true;
    };

    it('keeps every byte outside of what is put in, and twice is once', () => {
      fc.assert(
        fc.property(text, edits, (before, all) => {
          let now = before;
          for (const edit of all) {
            const after = applyQueueEdit(now, edit, terms);
            if (!after.ok) continue;
            assert.ok(now.trim() === '' || holds(after.value, now));
            now = after.value;
          }
          const ids = parseQueue(now).entries.map(({ id }) => id);
          assert.equal(new Set(ids).size, ids.length);
          for (const edit of all) {
            const again = applyQueueEdit(now, edit, terms);
            if (again.ok) assert.equal(again.value, now);
          }
        }),
      );
    });
  });
});
