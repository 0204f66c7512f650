import assert from 'node:assert/strict';
import { parseMix } from '../../../../src/core/mix/parse.ts';
import { mixReport } from '../../../../src/core/mix/report.ts';
import { setMix } from '../../../../src/core/mix/decide.ts';
import { CoreWorld, loopOptions, taskOf } from '../../../builders/core.ts';

describe('the agent mix', () => {
  const texts: readonly (readonly [text: string, claude: number | null, codex: number | null])[] = [
    ['claude=5,codex=5', 5, 5],
    ['claude=3', 3, 5],
    ['codex=0', 5, 0],
    ['', 5, 5],
    [' Claude = 2 , , CODEX=7 ', 2, 7],
    ['claude=1,claude=2', 2, 5],
    ['claude', null, null],
    ['gpt=1', null, null],
    ['claude=1.5', null, null],
    ['claude=-1', null, null],
    ['claude=x', null, null],
    ['claude=', null, null],
    ['=5', null, null],
    ['claude=5;codex=5', null, null],
  ];
  for (const [text, claude, codex] of texts)
    it(`${claude === null ? 'can’t be' : 'is'} read from “${text}”`, () => {
      const mix = parseMix(text);
      if (claude === null) assert.equal(mix.ok ? '' : mix.error.code, 'mix.invalid');
      else assert.deepEqual(mix, { ok: true, value: { claude, codex } });
    });

  const even = { claude: 5, codex: 5 };
  const rows: readonly (readonly [
    rolling: readonly [number, number],
    skew: number,
    within: boolean,
    recommended: string,
    target?: { readonly claude: number; readonly codex: number },
  ])[] = [
    [[5, 0], 5, false, 'codex'],
    [[0, 5], 5, false, 'claude'],
    [[0, 0], 0, true, 'claude'],
    [[3, 3], 0, true, 'claude'],
    [[3, 1], 2, true, 'codex'],
    [[4, 1], 3, false, 'codex'],
    [[0, 0], 0, true, 'codex', { claude: 1, codex: 9 }],
    [[4, 1], 3, false, 'claude', { claude: 9, codex: 0 }],
    [[2, 2], 0, true, 'claude', { claude: 0, codex: 0 }],
  ];
  for (const [[claude, codex], skew, within, recommended, target = even] of rows)
    it(`after ${claude} and ${codex} for ${target.claude}:${target.codex} asks for ${recommended}`, () => {
      const report = mixReport(target, { claude, codex });
      assert.deepEqual([report.skew, report.withinTolerance, report.recommended], [skew, within, recommended]);
    });

  it('is even until a loop is started with another one, and stays until the next', () => {
    const world = new CoreWorld();
    assert.deepEqual(world.state.mix, even);
    assert.deepEqual(setMix(world.state, even), []);
    world.do({ type: 'readQueue', tasks: [taskOf('A')], problems: [] });
    const started = world.do({ type: 'startLoop', options: loopOptions(), claims: {}, mix: { claude: 1, codex: 9 } });
    assert.deepEqual(started.ok && started.value.slice(0, 2).map((event) => event.type), ['mixSet', 'loopStarted']);
    assert.deepEqual(world.state.mix, { claude: 1, codex: 9 });
  });
});
