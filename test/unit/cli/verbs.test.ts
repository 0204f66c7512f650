import assert from 'node:assert/strict';
import { showHelp, showVerbHelp } from '../../../src/cli/help.ts';
import { width } from '../../../src/cli/paint.ts';
import { hidden, verbs } from '../../../src/cli/verbs.ts';
import { createTestCli } from './terminal.ts';

describe('the verbs of mam', () => {
  it('are listed by the help, each by its own name', async () => {
    const cli = createTestCli();
    await showHelp(cli);
    const help = cli.shown.join('\n');
    for (const [name, load] of Object.entries(verbs)) {
      const verb = await load();
      // Another name of a verb runs the same code and speaks of it by its own.
      assert.ok(verb.name === name || (await verbs[verb.name]?.()) === verb, name);
      assert.equal(help.includes(`\n  ${name} `), !hidden.has(name), name);
      assert.ok(help.includes(verb.summary) || hidden.has(name), name);
    }
    assert.ok(cli.shown.every((line) => width(line) <= 120));
  });

  it('explain their options', async () => {
    for (const load of Object.values(verbs)) {
      const cli = createTestCli();
      const verb = await load();
      showVerbHelp(cli, verb);
      for (const [name, spec] of Object.entries(verb.options)) {
        assert.ok(
          cli.shown.some((line) => line.includes(`--${name}`) && line.includes(spec.summary)),
          `${verb.name} --${name}`,
        );
        assert.equal(spec.kind === 'flag', spec.value === '', name);
      }
    }
  });
});
