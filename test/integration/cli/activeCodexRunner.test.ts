import assert from 'node:assert/strict';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codexRunnerSchema } from '../../../src/protocol/ledger/codexRunner.ts';
import { placeFakeCodex } from '../../builders/fakeCodex.ts';
import { createMamCommand, type MamCommand } from '../../builders/mamCommand.ts';
import { until } from '../../until.ts';

const ledger = 'reports/agent_loop/active';

describe('mam active-codex-runner', function () {
  this.timeout(120_000);
  let mam: MamCommand;
  const runner = (...args: readonly string[]) => mam.run('active-codex-runner', '--json', ...args);
  const signedIn = (login: string): Promise<void> => placeFakeCodex(mam, { login });
  const codes = (out: string): readonly string[] =>
    JSON.parse(out).blockers.map((one: { readonly code: string }) => one.code);

  before(async () => {
    mam = await createMamCommand();
    await signedIn('Logged in using ChatGPT');
  });
  after(() => mam.dispose());

  for (const [what, args] of [
    ['no seat at once', ['--max-parallel', '0']],
    ['time before the start', ['--timeout-seconds', '-1']],
    ['half a command', ['--max-commands-per-session', '0.5']],
    ['a sandbox that there is none of', ['--sandbox', 'open']],
    ['a mode that there is none of', ['--mode', 'write']],
    ['a sign-in that there is none of', ['--auth-mode', 'key']],
    ['a runner that there is none of', ['--runner', 'other']],
    ['a team that proposes as one lane', ['--runner', 'omc', '--mode', 'patch']],
    ['nobody', ['--sessions', ' , ']],
    ['a report elsewhere', ['--out', '/tmp/runner.md']],
  ] as const)
    it(`takes ${what} for wrong usage`, async () => {
      assert.equal((await runner(...args)).code, 2);
    });

  it('has nobody to ask before there is a team', async () => {
    const ended = await runner();
    assert.deepEqual([ended.code, codes(ended.out)], [1, ['runner.noRegistry']]);
  });

  it('renders the exact commands of a dry run, and starts nothing', async () => {
    // Nothing can be claimed on main; the team is seated all the same.
    await mam.run('active-loop', '--topology', 'expanded-eight');
    const ended = await runner('--sessions', 'reviewer', '--model', 'gpt-5.5');
    assert.equal(ended.code, 0, ended.err);
    const [seat] = JSON.parse(ended.out).sessions;
    assert.deepEqual(
      seat.argv.join(' '),
      `codex exec --cd . --sandbox read-only --json --model gpt-5.5 --output-last-message ${ledger}/codex_runs/reviewer/last_message.md -`,
    );
    const file = JSON.parse(await readFile(join(mam.repository, ledger, 'codex_runner_state.json'), 'utf8'));
    assert.deepEqual([file.decision, file.auth_status, file.sessions[0].status], ['planned', 'not-checked', 'planned']);
    assert.match(await readFile(join(mam.repository, ledger, 'codex_runner.md'), 'utf8'), /Decision: planned/);
  });

  it('writes the same state to where it is asked for', async () => {
    const ended = await runner('--sessions', 'reviewer', '--state', 'runner_state.json');
    assert.equal(ended.code, 0, ended.err);
    const at = async (path: string) => {
      const {
        mam: _stamp,
        generated_at: _at,
        ...said
      } = codexRunnerSchema.parse(JSON.parse(await readFile(join(mam.repository, 'reports/agent_loop', path), 'utf8')));
      return said;
    };
    assert.deepEqual(await at('runner_state.json'), await at('active/codex_runner_state.json'));
  });

  it('blocks too many seats and strangers', async () => {
    assert.deepEqual(codes((await runner('--max-parallel', '4')).out), ['runner.tooMany']);
    assert.deepEqual(codes((await runner('--sessions', 'reviewer,foo')).out), ['runner.sessionUnknown']);
    await mkdir(join(mam.repository, 'assigned'));
    const missing = await runner('--sessions', 'reviewer', '--assignments-dir', 'assigned');
    assert.deepEqual([missing.code, codes(missing.out)], [1, ['runner.assignmentMissing']]);
  });

  it('starts nothing when codex is signed in with a key', async () => {
    await signedIn('Logged in using an API key');
    const ended = await runner('--execute', '--sessions', 'reviewer');
    assert.deepEqual([ended.code, codes(ended.out)], [1, ['agent.otherSignIn']]);
    assert.equal(JSON.parse(ended.out).sessions[0].status, 'planned');
    const any = await runner('--execute', '--sessions', 'reviewer', '--auth-mode', 'any');
    assert.deepEqual([any.code, JSON.parse(any.out).auth_status], [0, 'skipped'], any.out + any.err);
    await signedIn('Logged in using ChatGPT');
  });

  it('runs the lanes, judges one seat by rule, and leaves no checkout', async () => {
    const ended = await runner('--execute', '--sessions', 'reviewer,planner-triage,eval-claim-privacy-auditor');
    assert.equal(ended.code, 0, ended.out + ended.err);
    const { sessions } = JSON.parse(ended.out);
    assert.deepEqual(
      sessions.map((one: { session_id: string; status: string; verdict: string | null }) => [
        one.session_id,
        one.status,
        one.verdict,
      ]),
      [
        ['reviewer', 'completed', 'approved'],
        ['planner-triage', 'completed', null],
        ['eval-claim-privacy-auditor', 'completed', 'approved'],
      ],
    );
    const message = await readFile(join(mam.repository, ledger, 'codex_runs/reviewer/last_message.md'), 'utf8');
    assert.match(message, /^Looked\./);
    const worktrees = await mam.git('worktree', 'list', '--porcelain');
    assert.equal(worktrees.match(/^worktree /gm)?.length, 1, worktrees);
  });

  it('brings the lanes of a killed command to their end before it starts others', async () => {
    await placeFakeCodex(mam, { delayMs: 4000 });
    const first = mam.start('active-codex-runner', '--execute', '--sessions', 'deep-reviewer');
    const state = join(mam.repository, ledger, 'codex_runner_state.json');
    await until(
      'the lane runs',
      async () => {
        const [seat] = JSON.parse(await readFile(state, 'utf8')).sessions;
        return seat.session_id === 'deep-reviewer' && seat.status === 'running';
      },
      30_000,
    );
    first.child.kill('SIGKILL');
    await first.ended;
    const second = await runner('--execute', '--sessions', 'reviewer');
    assert.deepEqual([second.code, JSON.parse(second.out).decision], [0, 'completed'], second.err);
    const message = await readFile(join(mam.repository, ledger, 'codex_runs/deep-reviewer/last_message.md'), 'utf8');
    assert.match(message, /^Looked\./);
    await placeFakeCodex(mam);
  });

  it('ends a lane that begins more commands than it may', async () => {
    const ended = await runner('--execute', '--sessions', 'reviewer', '--max-commands-per-session', '2');
    assert.deepEqual([ended.code, codes(ended.out)], [1, ['runner.cap']]);
    assert.equal(JSON.parse(ended.out).sessions[0].status, 'budget-exceeded');
  });
});
