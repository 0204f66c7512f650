import assert from 'node:assert/strict';
import { err } from '../../../src/base/result.ts';
import { problem } from '../../../src/base/problem.ts';
import type { OpenRequest } from '../../../src/cli/cli.ts';
import { activeCodexRunner } from '../../../src/cli/commands/activeCodexRunner.ts';
import { parseVerb } from '../../../src/cli/parseVerb.ts';
import { createTestCli } from './terminal.ts';

describe('what active-codex-runner may run where nobody else does', () => {
  for (const [args, wanted] of [
    [[], []],
    [['--execute'], 'batches'],
    [['--runner', 'omc', '--execute'], 'teams'],
    [['--mode', 'patch', '--execute'], 'proposals'],
    [['--mode', 'patch'], 'nothing'],
  ] as const)
    it(`is ${JSON.stringify(wanted)} with ${args.join(' ') || 'no option'}`, async () => {
      const asked: OpenRequest[] = [];
      const cli = {
        ...createTestCli(),
        open: async (request: OpenRequest) => {
          asked.push(request);
          return err(problem('test.closed', 'Closed.'));
        },
      };
      const call = parseVerb(activeCodexRunner, args);
      assert.ok(call.ok);
      await activeCodexRunner.run(cli, call.value);
      assert.deepEqual(
        asked.map((request) => (request.mirrorOnly ? 'nothing' : request.effects)),
        [wanted],
      );
    });
});
