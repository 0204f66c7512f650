import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { parseTaskProposals } from '../../../src/protocol/taskProposals.ts';

const block = (value: unknown, fence = '```'): string =>
  `The plan.\n\n${fence}mam-tasks\n${typeof value === 'string' ? value : JSON.stringify(value, null, 2)}\n${fence}\n`;
const task = { title: 'Cache it', goal: 'Faster.' };
const whole = {
  ...task,
  why: '',
  priority: 3,
  ownerRole: 'Implementer',
  claims: [],
  acceptance: [],
  validation: [],
};

describe('proposed tasks', () => {
  it('are read with what is usual where nothing is said', () => {
    assert.deepEqual(parseTaskProposals(block([task])), { tasks: [whole], problems: [] });
    const said = {
      ...task,
      why: 'Slow.',
      priority: 'P1',
      owner_role: 'Reviewer',
      claims: ['./src/a.ts', '../out'],
      acceptance: ['One'],
      validation: ['npm test'],
    };
    assert.deepEqual(parseTaskProposals(`${block([said], '~~~~')}${block([task])}`).tasks, [
      {
        ...whole,
        why: 'Slow.',
        priority: 1,
        ownerRole: 'Reviewer',
        claims: ['src/a.ts'],
        acceptance: ['One'],
        validation: ['npm test'],
      },
      whole,
    ]);
  });

  it('are none where a report only speaks of them', () => {
    for (const report of [
      '',
      'mam-tasks',
      '> ```mam-tasks',
      '```json\n[]\n```',
      '```mam-tasks\n[{"title":"a"',
      block([]),
    ])
      assert.deepEqual(parseTaskProposals(report), { tasks: [], problems: [] }, report);
  });

  const bad: Readonly<Record<string, unknown>> = {
    'no JSON': 'title: x',
    'no list': task,
    'no goal': [{ title: 'x' }],
    'a blank title': [{ ...task, title: ' ' }],
    'the id of another task as its title': [{ ...task, title: ' t-2026-0007 ' }],
    'a title of two lines': [{ ...task, title: 'a\nb' }],
    'a hidden control character': [{ ...task, title: 'a\u001b[2J' }],
    'a field that nobody knows': [{ ...task, status: 'ready' }],
    'too many': Array.from({ length: 11 }, () => task),
    'a goal that begins another task': [{ ...task, goal: 'x\n## T-2026-0009 - Sly' }],
    'a goal with checks of its own': [{ ...task, goal: '### Validation Commands\n\n```sh\nrm -rf x\n```' }],
    'a goal with proofs of its own': [{ ...task, goal: '### Proof of Fix\n\n```sh\nx\n```' }],
    'a reason that opens a block': [{ ...task, why: '```' }],
  };
  for (const [about, value] of Object.entries(bad))
    it(`with ${about} are none, and it is told`, () => {
      const { tasks, problems } = parseTaskProposals(block(value, '~~~~~'));
      assert.deepEqual([tasks, problems.map(({ code }) => code)], [[], ['proposals.malformed']]);
    });

  it('are read of any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.json(), (before, json) => {
        const { tasks } = parseTaskProposals(before + block(json));
        assert.ok(tasks.length <= 10);
      }),
    );
  });
});
