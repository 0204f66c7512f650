import assert from 'node:assert/strict';
import type { AgentStatus } from '../../../src/app/ports/agents.ts';
import { ok } from '../../../src/base/result.ts';
import { problem } from '../../../src/base/problem.ts';
import { runBatch } from '../../../src/cli/batch/runBatch.ts';
import { runPatch } from '../../../src/cli/patch/runPatch.ts';
import { batchRequest, passes, patchRequest, seated } from '../../builders/appBatch.ts';
import { writesFile, type Harness } from '../../builders/appHarness.ts';
import type { Play } from '../../fakes/fakeLanes.ts';
import { createTestCli, type TestCli } from './terminal.ts';

/** The caller of a verb, whose Ctrl-C is in the test's hand. */
function withCtrlC(h: Harness): { readonly cli: TestCli; readonly interrupt: () => void } {
  const cli: TestCli = { ...createTestCli(), open: async () => ok(h.app) };
  let told = (_signal: 'SIGINT' | 'SIGTERM'): void => undefined;
  const onInterrupt = (listener: typeof told): (() => void) => {
    told = listener;
    return () => undefined;
  };
  return { cli: { ...cli, terminal: { ...cli.terminal, onInterrupt } }, interrupt: () => told('SIGINT') };
}

/** Agents that answer only once the test lets them. */
async function asked(h: Harness) {
  const begun = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<AgentStatus>();
  const status = await h.agents.probe('codex');
  h.agents.probe = () => {
    begun.resolve();
    return answer.promise;
  };
  return { begun: begun.promise, answer: () => answer.resolve(status) };
}

describe('Ctrl-C before the work begins', () => {
  it('starts no batch, and says so', async () => {
    const h = await seated({ play: () => passes });
    const agents = await asked(h);
    const { cli, interrupt } = withCtrlC(h);
    const running = runBatch(cli, h.app, batchRequest({ sessions: ['reviewer'] }));
    await agents.begun;
    interrupt();
    agents.answer();
    const done = await running;
    assert.deepEqual([done.ok, !done.ok && done.error.code], [false, 'runner.withdrawn']);
    assert.deepEqual([h.lanes.started, h.app.state.batches], [[], {}]);
    await h.app.close();
  });

  it('starts no write lane, and leaves no older proposal standing', async () => {
    const h = await seated({ play: () => passes });
    const agents = await asked(h);
    const { cli, interrupt } = withCtrlC(h);
    const running = runPatch(cli, h.app, patchRequest);
    await agents.begun;
    interrupt();
    agents.answer();
    const done = await running;
    assert.ok(done.ok, 'the run is reported');
    assert.deepEqual([done.value.decision, done.value.blockers.at(-1)?.code], ['blocked', 'runner.withdrawn']);
    assert.deepEqual([h.lanes.started, h.app.state.proposal?.verdict], [[], 'blocked']);
    await h.app.close();
  });
});

/** A lane that is at work until it is told to end. */
const untilTold: Play = (_spec, signal) =>
  new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve({ kind: 'failed', problem: problem('lane.stopped', 'Stopped.') }), {
      once: true,
    });
  });

describe('Ctrl-C while left lanes come to their end', () => {
  it('ends them and starts no new ones', async () => {
    const h = await seated({ play: () => untilTold });
    const left = h.app.runBatch(batchRequest({ sessions: ['reviewer'] }), { kind: 'person', id: 'ann' });
    for (let n = 0; n < 20 && h.lanes.started.length === 0; n++) await h.rest();
    const { cli, interrupt } = withCtrlC(h);
    const running = runBatch(cli, h.app, batchRequest({ sessions: ['eval-privacy-auditor'] }));
    await h.rest();
    interrupt();
    const done = await running;
    await left;
    assert.deepEqual([!done.ok && done.error.code, h.lanes.started.length], ['runner.withdrawn', 1]);
    assert.deepEqual(Object.keys(h.app.state.batches).length, 1);
    await h.app.close();
  });
});

describe('A lane that proposes', () => {
  /** One whose worktree is being cleared away, as long as the test wants. */
  async function clearing() {
    const h = await seated({ play: (git) => writesFile(git) });
    const begun = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const remove = h.git.removeWorktree.bind(h.git);
    h.git.removeWorktree = async (...args) => {
      begun.resolve();
      await goOn.promise;
      return remove(...args);
    };
    const first = h.app.proposePatch({ ...patchRequest, maxCommands: 3 }, { kind: 'person', id: 'ann' });
    await begun.promise;
    return { h, first, goOn: () => goOn.resolve() };
  }

  it('keeps what it proposes while another one is asked for, which is refused', async () => {
    const { h, first, goOn } = await clearing();
    const second = await h.app.proposePatch(patchRequest, { kind: 'person', id: 'bob' });
    assert.equal(second.ok ? 'ok' : second.error.code, 'patch.running');
    goOn();
    const done = await first;
    assert.deepEqual(done.ok && [done.value.decision, done.value.verdict], ['completed', 'proposed']);
    assert.deepEqual(
      h.lanes.started.map(({ maxCommands }) => maxCommands),
      [3],
      'with its cap',
    );
    await h.app.close();
  });

  it('is waited for until it is cleared away, where it is left to the next one', async () => {
    const { h, first, goOn } = await clearing();
    const { cli } = withCtrlC(h);
    const second = runPatch(cli, h.app, patchRequest);
    await h.rest();
    assert.equal(h.lanes.started.length, 1);
    goOn();
    const [one, other] = await Promise.all([first, second]);
    assert.deepEqual(
      [one, other].map((done) => done.ok && done.value.verdict),
      ['proposed', 'proposed'],
    );
    await h.app.close();
  });
});
