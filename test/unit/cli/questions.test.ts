import assert from 'node:assert/strict';
import type { Run } from '../../../src/core/loop/types.ts';
import { answerAsk, askProblem, openChecks } from '../../../src/cli/questions.ts';
import { nextCommands } from '../../../src/cli/summary.ts';
import { fill } from '../../../src/base/problem.ts';
import { createHarness, type Harness } from '../../builders/appHarness.ts';
import { queueText } from '../../builders/queueText.ts';
import { createTestCli } from './terminal.ts';

const signal = new AbortController().signal;

describe('questions of a run at the terminal', () => {
  let h: Harness;
  afterEach(() => h.app.close());

  /** A task that wants to run two checks that nobody allowed. */
  const asking = async (): Promise<Run> => {
    h = await createHarness({
      queue: queueText({ id: 'T-2026-0001', claims: '`a.txt`', checks: ['make a', 'make b'] }),
    });
    await h.start();
    return h.run();
  };

  it('asks for each check by its words, and goes on when all are allowed', async () => {
    const run = await asking();
    const cli = createTestCli(['y', ' YES ']);
    assert.equal(await answerAsk(cli, h.app, run, 'ask', signal), true);
    await h.rest();
    assert.match(cli.asked.join('\n'), /run make a as its check[\s\S]*run make b as its check/);
    assert.equal(h.run().phase, 'waiting');
  });

  for (const answer of ['', 'n', 'yy', null])
    it(`takes ${JSON.stringify(answer)} for a no, and leaves the run as it is`, async () => {
      const run = await asking();
      const cli = createTestCli(answer === null ? [] : [answer]);
      assert.equal(await answerAsk(cli, h.app, run, 'ask', signal), false);
      assert.deepEqual([h.run().phase, h.app.state.allowedChecks], ['needs-you', []]);
      assert.equal(cli.asked.length, 1);
    });

  it('asks nobody with --yes, and nobody where nobody is', async () => {
    const run = await asking();
    const cli = createTestCli();
    assert.equal(await answerAsk(cli, h.app, run, 'leave', signal), false);
    assert.equal(await answerAsk(cli, h.app, run, 'yes', signal), true);
    assert.deepEqual([cli.asked, h.app.state.allowedChecks.length], [[], 2]);
  });

  it('asks for the files of a task that names none', async () => {
    h = await createHarness({ queue: queueText({ id: 'T-2026-0001' }) });
    await h.start();
    assert.equal(await answerAsk(createTestCli(['']), h.app, h.run(), 'ask', signal), false);
    assert.equal(await answerAsk(createTestCli(['a.txt, b/**']), h.app, h.run(), 'ask', signal), true);
    assert.deepEqual(h.run().claims, ['a.txt', 'b/**']);
  });

  it('says a refusal of the engine, and does not take it for an answer', async () => {
    h = await createHarness({ queue: queueText({ id: 'T-2026-0001' }) });
    await h.start();
    const cli = createTestCli(['../x']);
    assert.equal(await answerAsk(cli, h.app, h.run(), 'ask', signal), false);
    assert.match(cli.shown.join('\n'), /\[claims\.invalid\]/);
  });

  it('names what allows the checks of all tasks at once among what to do next', async () => {
    const run = await asking();
    const next = nextCommands({ ...createTestCli(), cwd: '/repo', self: 'mam' }, '/repo', h.app.state, run);
    const each = openChecks(run).map(({ hash }) => `mam gate T-2026-0001 --allow-check ${hash}`);
    assert.deepEqual(next.slice(0, 3), [...each, 'mam resume --yes']);
  });

  it('gives the exact command to somebody who is not asked', async () => {
    const run = await asking();
    assert.ok(run.ask);
    const { text, params } = askProblem('/opt/mam', run, run.ask);
    const [first, second] = openChecks(run);
    assert.ok(first && second);
    assert.ok(
      fill(text, params).endsWith(
        `/opt/mam gate T-2026-0001 --allow-check ${first.hash} && /opt/mam gate T-2026-0001 --allow-check ${second.hash}`,
      ),
    );
  });
});
