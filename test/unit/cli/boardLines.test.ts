import assert from 'node:assert/strict';
import { boardView } from '../../../src/app/views/board.ts';
import { fill } from '../../../src/base/problem.ts';
import { boardLines } from '../../../src/cli/boardLines.ts';
import { cut, width } from '../../../src/cli/paint.ts';
import { aState, aTask, reader, workingState } from '../../builders/scene.ts';

describe('the board as text', () => {
  it('has a line for each task, and one for each lane that works on it', () => {
    const lines = boardLines(fill, {
      facts: ['1 completed', '2 at once'],
      columns: boardView(reader(), workingState()),
    });
    assert.deepEqual(lines, [
      '1 completed · 2 at once',
      'Queued (1)',
      '  T-2026-0015    Cache headers                         P2 · waits for files of T-2026-0014',
      'Running (1)',
      '  T-2026-0014    Retry in the fetcher                  cycle 1 of 3  4 min',
      '                 Implementer · claude                  working, 3 min',
    ]);
  });

  it('says that there is nothing', () =>
    assert.deepEqual(boardLines(fill, { facts: [], columns: boardView(reader(), aState()) }), [
      'The queue is empty. Add a task, then start the loop.',
    ]));

  it('keeps its columns where letters are wide, and steers no terminal', () => {
    const titles = ['캐시 헤더를 모든 응답에 다시 넣고 시험하기 그리고 문서화', 'short', 'a\u001b[2Jb'];
    const tasks = titles.map((title, n) => aTask({ id: `T-2026-000${n}`, title, line: n }));
    const lines = boardLines(fill, {
      facts: [],
      columns: boardView(reader(), { ...aState(), queue: { tasks, problems: [] } }),
    }).slice(1);
    assert.deepEqual(new Set(lines.map((line) => width(line.slice(0, line.indexOf('P1'))))), new Set([55]));
    assert.ok(!lines.join('').includes('\u001b'));
  });

  for (const [text, columns, kept] of [
    ['abc', 3, 'abc'],
    ['abcd', 3, 'ab…'],
    ['가나다', 6, '가나다'],
    ['가나다', 5, '가나…'],
    ['가나다', 4, '가…'],
  ] as const)
    it(`cuts ${text} to ${columns} columns`, () => {
      assert.equal(cut(text, columns), kept);
      assert.ok(width(cut(text, columns)) <= columns);
    });
});
