import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { checkHandoff, handoffProblems } from '../../../../src/core/handoff/check.ts';
import { isTerminal } from '../../../../src/core/handoff/isTerminal.ts';
import { usualHandoff } from '../../../../src/core/handoff/usualRules.ts';

const always = usualHandoff.fields.filter((field) => field.when === undefined).map((field) => field.label);
const notes = (over: Readonly<Record<string, string>> = {}, heading = '### Session Handoff'): string =>
  [heading, '', ...always.map((label) => `- ${label}: ${over[label] ?? 'npm test, 12 passed'}`)].join('\n');
const check = (texts: string | readonly string[], files: readonly string[] = []) =>
  checkHandoff({ texts: typeof texts === 'string' ? [texts] : texts, files }, usualHandoff);

describe('the hand-over notes of a task', () => {
  it('are whole with all fourteen fields', () => {
    assert.equal(always.length, 14);
    assert.deepEqual(check(notes()), {
      heading: 'Session Handoff',
      evaluated: false,
      missing: [],
      invalid: [],
      ok: true,
    });
  });

  const invalid: readonly (readonly [Readonly<Record<string, string>>, readonly string[]])[] = [
    [{ 'Validation evidence': 'not run.' }, ['Validation evidence']],
    [{ 'Validation evidence': '`Not Run`' }, ['Validation evidence']],
    [{ 'Validation evidence': '**TBD**' }, ['Validation evidence']],
    [{ 'Commands run': 'N/A', Results: 'suggested only' }, ['Commands run', 'Results']],
    [{ Results: 'not run on Windows; 12 passed on Linux' }, []],
    [{ Blockers: 'none', 'Open risks': 'None' }, []],
    [{ 'Next safe command': 'N/A', 'Current status': 'merged' }, []],
    [{ 'Next safe command': 'N/A', 'Current status': 'in progress' }, ['Next safe command']],
    [{ 'Next safe command': 'none', 'Current status': 'not complete' }, ['Next safe command']],
    [{ 'Next safe command': 'none', 'Current status': 'incomplete' }, ['Next safe command']],
    [{ 'Next safe command': 'none', 'Current status': '`done`' }, []],
    [{ 'Commands run': 'none', 'Current status': 'done' }, ['Commands run']],
  ];
  for (const [over, expected] of invalid)
    it(`with ${JSON.stringify(over)}: ${expected.join() || 'whole'}`, () => {
      const found = check(notes(over));
      assert.deepEqual(
        found.invalid.map((one) => one.label),
        expected,
      );
      assert.equal(found.ok, expected.length === 0);
    });

  const absent: readonly (readonly [string, string])[] = [
    ['without a heading', notes({}, '')],
    ['under Handoff Notes alone', notes({}, '### Handoff Notes')],
    ['under a longer word', notes({}, '### Handoffs')],
    ['in a code block', `\`\`\`md\n${notes()}\n\`\`\``],
    ['in a longer block with a shorter one in it', `\`\`\`\`md\n\`\`\`sh\n${notes()}\n\`\`\`\`\n`],
    ['behind the other mark in a block', `\`\`\`\n~~~\n${notes()}\n\`\`\``],
    ['behind a mark with words, which closes nothing', `~~~\n~~~ sh\n${notes()}\n~~~`],
  ];
  for (const [name, text] of absent)
    it(`are not there ${name}: all fields are missing`, () => {
      const found = check(text);
      assert.deepEqual([found.heading, found.missing, found.ok], [null, always, false]);
      assert.deepEqual(
        handoffProblems('T-2026-0001', found).map((one) => one.code),
        ['handoff.none', 'handoff.missing'],
      );
    });

  it('are the last ones, whichever text holds them', () => {
    const old = notes({ Results: 'tbd' });
    assert.equal(check([old, notes({}, '## Workstream State: October')]).ok, true);
    assert.equal(check([notes(), `# Plan\n\n${old}`]).ok, false);
    assert.equal(check([notes(), '# Handoff\n']).missing.length, 14);
  });

  it('know labels by their letters and digits, bold ones, other languages and nested bullets', () => {
    const label = (from: string, to: string): string => notes().replace(`- ${from}:`, to);
    assert.equal(check(label('Branch / worktree', '* **branch/worktree**:')).ok, true);
    assert.equal(check(label('Role', '- **Role:**')).ok, true);
    assert.equal(check(label('Current status', '- 현재 상태:')).ok, true);
    assert.equal(check(notes({ 'Files touched': '\n  - `src/a.ts`' })).ok, true);
    assert.deepEqual(check(notes({ Task: ' ' })).missing, ['Task']);
    assert.deepEqual(check(notes({ Task: '\n\nText\n  indented' })).missing, ['Task']);
  });

  const measured: readonly (readonly [string, readonly string[], boolean])[] = [
    ['Compare on the public fixture.', [], true],
    ['', ['eval/run.py'], true],
    ['See `data/eval/x.json`', [], true],
    ['retrieval/ and src/eval/ are code', [], false],
    ['reports/agent_loop/active/start.md', [], false],
    ['reports/agent_loop and reports/q.md', [], true],
    ['- Surface: docs', [], true],
    ['- Surface: no data touched.', [], false],
    ['a surface of glass', [], false],
  ];
  for (const [text, files, expected] of measured)
    it(`ask for what is measured with ${JSON.stringify(text)} and [${files.join()}]: ${expected}`, () => {
      const found = check(`${text}\n\n${notes()}`, files);
      assert.deepEqual([found.evaluated, found.missing], [expected, expected ? ['Eval surface'] : []]);
      const told = check(`${text}\n\n${notes()}\n- Eval surface: none`, files);
      assert.deepEqual(
        told.invalid.map((one) => one.label),
        expected ? ['Eval surface'] : [],
      );
    });

  it('are read from any text without a throw', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), (texts) => {
        const found = check(texts);
        assert.equal(found.ok, handoffProblems('T', found).length === 0);
      }),
    );
  });
});

describe('a status', () => {
  const over = [
    ...['done', 'Merged', 'completed.', '**Done**', '✅ done', 'merged into main, not yet released', '100 % done'],
    ...['merged to origin/main', 'merged in PR #12', 'done on 2026-10-01', 'completed 2026-10-01', 'merged as 4f2a9c1'],
    ...['done and merged', 'released in v1.2.0, merged', 'done (#12)', '#12 merged', 'merged into feat/issue-7-x.'],
    ...['done, not released', 'Merged (not yet deployed)'],
    ...['완료', '병합됨', 'main에 병합됨', '2026-10-01에 완료', '완료됨 (어제)'],
  ];
  const open = [
    ...['', 'in progress', 'not complete', 'incomplete', 'not-done', 'Not yet complete', "isn't done", 'to be merged'],
    ...['almost done', '80% complete', 'unmerged', 'until merged', 'abandoned', '아직 완료 전', '완료 안 됨', '미완료'],
    ...['mostly done', 'done soon', '50 percent done', 'completed 3 of 7 steps', 'done except for the tests'],
    ...[
      'done, except for the tests',
      'done (mostly)',
      'done; tests remain',
      'done 3/7',
      'done (3/7)',
      'merged, but broken',
    ],
    ...[
      'done with step 1',
      'to complete',
      'to #12 done',
      'complete by 2026-12-01',
      'done in part',
      'done in principle',
    ],
    ...[
      'complete rewrite',
      'done? no tests',
      'done?',
      'done tomorrow',
      'merged into nothing',
      'will be done',
      'can be merged',
    ],
    ...[
      'done, not merged',
      'merged, needs rework',
      'complete, to be merged',
      'done, need a review',
      'merged, no tests',
    ],
    ...['done, follow-ups open', 'not released', 'done, not released and not merged', 'not shippedx, done'],
    ...['done when reviewed', 'done: no', 'done not', 'completed 3', '2100 % done', '99.5 % done'],
    ...[
      '완료 예정',
      '완료 전',
      '일부 완료',
      '거의 완료',
      '7개 중 3개 완료',
      '테스트 빼고 완료',
      '50퍼센트 완료',
      '완료되지 않음',
    ],
    ...['내일 완료', '완료 (테스트 제외)', '병합 대기', '완료하지 못함'],
  ];
  for (const [words, expected] of [
    [over, true],
    [open, false],
  ] as const)
    for (const status of words)
      it(`${JSON.stringify(status)} says that the work is ${expected ? 'over' : 'open'}`, () =>
        assert.equal(isTerminal(status, usualHandoff), expected));
});
