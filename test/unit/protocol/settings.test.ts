import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  readSettings,
  settingKeys,
  settingTraits,
  topologyOf,
  type SettingKey,
} from '../../../src/protocol/settings.ts';
import { expandedEight } from '../../../src/core/topology/presets.ts';

describe('settings', () => {
  it('have defaults for everything', () => {
    const { settings, wrong } = readSettings(() => undefined);
    assert.deepEqual(wrong, []);
    assert.deepEqual(
      [
        settings['mam.topology'],
        settings['mam.loop.maxRounds'],
        settings['mam.checks.required'],
        settings['mam.worktrees.root'],
      ],
      ['expanded-eight', 3, true, '.claude/worktrees'],
    );
    assert.deepEqual(settings['mam.checks.allowed'], [
      ['git', 'diff', '--check'],
      ['npm', 'test'],
    ]);
    assert.deepEqual(topologyOf(settings), { ok: true, value: expandedEight });
  });

  it('keep an empty text that a person set, and name a value of the wrong form', () => {
    const given: Readonly<Record<string, unknown>> = {
      'mam.base': '',
      'mam.loop.maxRounds': 0,
      'mam.topology': 'four-role',
    };
    const { settings, wrong } = readSettings((key) => given[key]);
    assert.deepEqual(
      [settings['mam.base'], settings['mam.loop.maxRounds'], settings['mam.topology']],
      ['', 3, 'four-role'],
    );
    assert.deepEqual(wrong, ['mam.loop.maxRounds']);
  });

  it('never allow a check that is no argument vector', () => {
    for (const value of ['npm test', [['']], [[]], [['npm', 1]]]) {
      assert.deepEqual(readSettings((key) => (key === 'mam.checks.allowed' ? value : undefined)).wrong, [
        'mam.checks.allowed',
      ]);
    }
  });

  it('let no repository allow the commands that it names itself', () => {
    assert.deepEqual(
      [settingTraits['mam.worktrees.setUp'].restricted, settingTraits['mam.checks.allowed']],
      [true, { scope: 'machine' }],
    );
  });

  it('are read from anything without a throw', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const { settings } = readSettings(() => value);
        assert.deepEqual(Object.keys(settings), [...settingKeys]);
      }),
    );
  });
});

describe('settings of the checks', () => {
  const wrongOf = (key: SettingKey, value: unknown): boolean =>
    readSettings((one) => (one === key ? value : undefined)).wrong.includes(key);
  const rule = { surface: 'docs', paths: ['docs/'], priority: 1, reviewer: 'R' };

  const rows: readonly (readonly [SettingKey, unknown, boolean])[] = [
    ['mam.surfaces', [], false],
    ['mam.surfaces', [rule], false],
    ['mam.surfaces', [{ ...rule, private: true, also: ['x'] }], false],
    ['mam.surfaces', [{ ...rule, privat: true }], true],
    ['mam.surfaces', [{ ...rule, priority: 99 }], true],
    ['mam.surfaces', [{ ...rule, paths: [''] }], true],
    ['mam.claims.words', { de: { performance: ['schneller'] } }, false],
    ['mam.claims.words', { de: { perfomance: ['schneller'] } }, true],
    ['mam.branches.types', ['feat'], false],
    ['mam.branches.types', [], true],
    ['mam.branches.types', ['feat/x'], true],
    ['mam.forge', 'gh', false],
    ['mam.forge', 'gitea', false],
    ['mam.forge', 'gitlab', true],
  ];
  for (const [key, value, wrong] of rows)
    it(`${wrong ? 'refuse' : 'take'} ${JSON.stringify(value)} as ${key}`, () =>
      assert.equal(wrongOf(key, value), wrong));

  it('fill in the kinds of words that a language leaves out', () => {
    const { settings } = readSettings((key) =>
      key === 'mam.claims.words' ? { de: { quality: ['besser'] } } : undefined,
    );
    assert.deepEqual(settings['mam.claims.words'], {
      de: { performance: [], quality: ['besser'], benchmark: [], private: [], disclaimer: [] },
    });
  });
});
