import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { readSettings, settingKeys, topologyOf } from '../../../src/protocol/settings.ts';

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
    assert.equal(topologyOf(settings).id, 'expanded-eight');
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

  it('are read from anything without a throw', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const { settings } = readSettings(() => value);
        assert.deepEqual(Object.keys(settings), [...settingKeys]);
      }),
    );
  });
});
