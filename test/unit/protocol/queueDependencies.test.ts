import assert from 'node:assert/strict';
import { parseQueue } from '../../../src/protocol/queue.ts';

const [a, b, c] = ['T-2026-0001', 'T-2026-0002', 'T-2026-0003'];
const checks = '### Validation Commands\n\n```sh\nnpm test\n```\n';
/** Entries of six lines to the bullet that names what they depend on. */
const queue = (...entries: readonly (readonly [id: string, needs: string, status?: string])[]): string =>
  entries
    .map(
      ([id, needs, status = 'ready']) =>
        `## ${id} - A task\n- Status: ${status}\n- Claims: a.ts\n- Depends on: ${needs}\n\n${checks}`,
    )
    .join('');
const told = (text: string) =>
  parseQueue(text).problems.map(({ line, problem }) => [line, problem.code, problem.params]);

describe('what tasks of a queue depend on', () => {
  const spellings: Readonly<Record<string, readonly string[] | undefined>> = {
    [b]: [b],
    [`\`${b}\``]: [b],
    [`${b}, ${c}`]: [b, c],
    [`${b} ${c}, ${b}`]: [b, c],
    '': undefined,
  };
  for (const [text, tasks] of Object.entries(spellings))
    it(`is read of ${JSON.stringify(text)}`, () => {
      const [entry] = parseQueue(queue([a, text], [b, ''], [c, ''])).entries;
      assert.deepEqual(entry?.dependsOn?.tasks, tasks);
      assert.equal(entry?.dependsOn?.line, tasks && 4);
    });

  it('has its line wherever the entry stands', () =>
    assert.equal(parseQueue(queue([a, ''], [b, a])).entries[1]?.dependsOn?.line, 14));

  it('is all right where every task is there and none leads back', () =>
    assert.deepEqual(told(queue([a, `${b}, ${c}`], [b, c], [c, ''])), []));

  it('may be unknown or no task at all', () =>
    assert.deepEqual(told(queue([a, `T-2026-0009, later`])), [
      [4, 'queue.unknownDependency', { task: a, other: 'T-2026-0009' }],
      [4, 'queue.badDependency', { task: a, other: 'later' }],
    ]));

  it('may lead back to the task, which each task on the way is told', () =>
    assert.deepEqual(told(queue([a, b], [b, c], [c, a])), [
      [4, 'queue.cyclicDependency', { task: a, circle: `${a} → ${b} → ${c} → ${a}` }],
      [14, 'queue.cyclicDependency', { task: b, circle: `${b} → ${c} → ${a} → ${b}` }],
      [24, 'queue.cyclicDependency', { task: c, circle: `${c} → ${a} → ${b} → ${c}` }],
    ]));

  it('says nothing of a task that only leads to a circle, nor of one that is done', () =>
    assert.deepEqual(told(queue([a, b], [b, 'T-2026-0009', 'done'], [c, c, 'done'])), []));

  it('finds a circle of a thousand tasks in no time', () => {
    const ids = Array.from({ length: 1000 }, (_, i) => `T-2026-${String(i).padStart(4, '0')}`);
    const text = queue(...ids.map((id, i) => [id, ids[(i + 1) % ids.length] ?? ''] as const));
    assert.equal(told(text).length, 1000);
  });
});
