import assert from 'node:assert/strict';
import { problem } from '../../../src/base/problem.ts';
import { exit } from '../../../src/cli/cli.ts';
import { answerInJson } from '../../../src/cli/jsonAnswer.ts';
import { fail } from '../../../src/cli/tell.ts';
import { createTestCli } from './terminal.ts';

describe('an answer in JSON', () => {
  const lost = problem('x.lost', '{thing} is lost. Look for it.', { thing: 'It' });
  const error = '{"error":{"code":"x.lost","sentence":"It is lost. Look for it."}}';
  const rows: Readonly<Record<string, readonly [answer: string | null, code: number, expected: readonly string[]]>> = {
    'is the failure when there is nothing else': [null, exit.blocked, [error]],
    'is what the verb answered': ['{"a":1}', exit.blocked, ['{"a":1}']],
    'takes no warning for a failure': [null, exit.done, []],
  };
  for (const [title, [answer, code, expected]] of Object.entries(rows))
    it(title, () => {
      const cli = createTestCli();
      const json = answerInJson({ ...cli.terminal, err: () => undefined });
      if (answer !== null) json.terminal.out(answer);
      fail({ t: cli.t, terminal: json.terminal, failed: json.failed }, lost, code);
      json.end();
      assert.deepEqual(cli.shown, expected);
    });
});
