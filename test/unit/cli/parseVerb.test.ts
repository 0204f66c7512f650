import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { parseVerb } from '../../../src/cli/parseVerb.ts';
import type { OptionSpec } from '../../../src/cli/verb.ts';

const flag: OptionSpec = { kind: 'flag', value: '', summary: '' };
const verb = {
  name: 'start',
  positional: '[PATH]',
  positionals: [0, 1] as const,
  options: {
    all: flag,
    limit: { kind: 'text', value: 'N', summary: '' } as const,
    task: { kind: 'texts', value: 'T', summary: '' } as const,
  },
};

describe('parseVerb', () => {
  it('reads flags, values in both forms, repeated options and positionals in any order', () => {
    const call = parseVerb(verb, ['--task', 'A', 'here', '--all', '--task=B=C', '--limit=-1']);
    assert.ok(call.ok);
    const got = call.value;
    assert.deepEqual(got.positionals, ['here']);
    assert.deepEqual([got.flag('all'), got.text('limit'), got.texts('task')], [true, '-1', ['A', 'B=C']]);
  });

  it('takes a lone dash, which names standard input, as a value', () => {
    const call = parseVerb(verb, ['--limit', '-', '--task', '-']);
    assert.ok(call.ok);
    assert.deepEqual([call.value.text('limit'), call.value.texts('task')], ['-', ['-']]);
  });

  it('takes everything after -- as it stands', () => {
    const call = parseVerb(verb, ['--', '--all']);
    assert.ok(call.ok);
    assert.deepEqual([call.value.positionals, call.value.flag('all')], [['--all'], false]);
  });

  const wrong = [
    { args: ['--tasks', 'A'], code: 'cli.unknownOption' },
    { args: ['-x'], code: 'cli.unknownOption' },
    { args: ['--constructor', 'A'], code: 'cli.unknownOption' },
    { args: ['--limit'], code: 'cli.valueMissing' },
    { args: ['--limit', '--all'], code: 'cli.valueMissing' },
    { args: ['--limit', '1', '--limit', '2'], code: 'cli.twice' },
    { args: ['--all=yes'], code: 'cli.noValue' },
    { args: ['a', 'b'], code: 'cli.argumentExtra' },
  ];
  for (const { args, code } of wrong)
    it(`says what is wrong with ${args.join(' ')}`, () => {
      const call = parseVerb(verb, args);
      assert.equal(!call.ok && call.error.code, code);
    });

  it('demands its positional', () => {
    const call = parseVerb({ ...verb, positionals: [1, 1] }, []);
    assert.equal(!call.ok && call.error.code, 'cli.argumentMissing');
  });

  it('never throws', () => {
    const word = fc.oneof(
      fc.string(),
      fc.constantFrom('--', '--all', '--limit', '--task=', '-', '--=', '-l', '--__proto__'),
    );
    fc.assert(fc.property(fc.array(word), (args) => typeof parseVerb(verb, args).ok === 'boolean'));
  });
});
