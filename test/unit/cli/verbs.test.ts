import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fill } from '../../../src/base/problem.ts';
import { exit } from '../../../src/cli/cli.ts';
import { help, showAll, showHelp, showVerbHelp } from '../../../src/cli/help.ts';
import { width } from '../../../src/cli/paint.ts';
import { parseVerb } from '../../../src/cli/parseVerb.ts';
import { daily, groups, hidden, verbs } from '../../../src/cli/verbs.ts';
import { createTestCli } from './terminal.ts';

const root = join(import.meta.dirname, '../../..');
const korean: Record<string, string> = JSON.parse(readFileSync(join(root, 'l10n/bundle.l10n.ko.json'), 'utf8'));
const manual = readFileSync(join(root, 'docs/cli.md'), 'utf8');
const inKorean = {
  ...createTestCli(),
  t: (text: string, params?: object) => fill(korean[text] ?? text, { ...params }),
};

describe('the verbs of mam', () => {
  it('are listed by the whole help, each by its own name', async () => {
    const cli = createTestCli();
    await showAll(cli);
    const all = cli.shown.join('\n');
    for (const [name, load] of Object.entries(verbs)) {
      const verb = await load();
      // Another name of a verb runs the same code and speaks of it by its own.
      assert.ok(verb.name === name || (await verbs[verb.name]?.()) === verb, name);
      assert.equal(all.includes(`\n  ${name} `), !hidden.has(name), name);
      assert.ok(all.includes(verb.summary) || hidden.has(name), name);
    }
    assert.ok(cli.shown.every((line) => width(line) <= 120));
  });

  it('that are used every day come first, on one screen in every language', async () => {
    for (const cli of [createTestCli(), inKorean]) {
      await showHelp(cli);
      const { shown } = cli;
      assert.ok(shown.length <= 24, String(shown.length));
      for (const line of shown) assert.ok(width(line) <= 80, line);
      assert.equal(shown[2]?.trimStart().startsWith('start '), true);
    }
    const grouped = groups(fill).flatMap(({ names }) => names);
    const named = [...daily, ...grouped];
    assert.equal(new Set(named).size, named.length);
    for (const name of named) assert.ok(Object.hasOwn(verbs, name) && !hidden.has(name), name);
  });

  it('are explained by mam help VERB, and an unknown one is wrong usage', async () => {
    const [one, other, unknown, all] = [createTestCli(), createTestCli(), createTestCli(), createTestCli()];
    assert.equal(await help(one, ['start']), exit.done);
    const start = await verbs['start']?.();
    assert.ok(start);
    showVerbHelp(other, start);
    assert.deepEqual(one.shown, other.shown);
    assert.equal(await help(unknown, ['toString']), exit.usage);
    assert.match(unknown.shown.join(), /\[cli\.unknownVerb\]/);
    assert.equal(await help(all, ['--all']), exit.done);
    assert.ok(all.shown.length > 24);
  });

  for (const [name, load] of Object.entries(verbs))
    it(`${name}: is told in both languages and in the manual, and refuses an unknown option`, async () => {
      const verb = await load();
      const cli = createTestCli();
      assert.ok(verb.summary in korean, verb.summary);
      if (!hidden.has(name)) assert.match(manual, new RegExp(`\`${name}(?:\`| )`), 'docs/cli.md');
      showVerbHelp(cli, verb);
      for (const [option, spec] of Object.entries(verb.options)) {
        assert.ok(
          cli.shown.some((line) => line.includes(`--${option}`) && line.includes(spec.summary)),
          `${name} --${option}`,
        );
        assert.ok(spec.summary in korean, spec.summary);
        assert.equal(spec.kind === 'flag', spec.value === '', option);
      }
      for (const [action, { summary }] of Object.entries(verb.actions ?? {}))
        assert.ok(
          cli.shown.some((line) => line.trimStart().startsWith(action) && line.includes(summary)),
          action,
        );
      assert.match(cli.shown.at(-1) ?? '', /^Exit codes: 0 /);
      const fitting = Array.from({ length: verb.positionals[0] }, () => 'x');
      const refused = parseVerb(verb, [...fitting, '--no-such-option']);
      assert.equal(!refused.ok && refused.error.code, 'cli.unknownOption');
      assert.equal(parseVerb(verb, fitting).ok, true);
    });
});
