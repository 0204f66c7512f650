import assert from 'node:assert/strict';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createMamCommand, type MamCommand } from '../../builders/mamCommand.ts';

const ledger = 'reports/agent_loop/active';

/** A program that answers as codex does and begins three commands in each lane. `login` is what it says of its sign-in. */
const codex = (login: string): string => `#!${process.execPath}
const args = process.argv.slice(2);
if (args[0] === '--version') console.log('codex-cli 0.171.0');
else if (args[0] === 'login') console.error(${JSON.stringify(login)});
else {
  require('node:fs').readFileSync(0);
  const say = (event) => console.log(JSON.stringify(event));
  say({ type: 'thread.started', thread_id: 't' });
  for (const n of [1, 2, 3])
    say({ type: 'item.started', item: { id: String(n), type: 'command_execution', command: 'ls', aggregated_output: '', exit_code: null, status: 'in_progress' } });
  say({ type: 'item.completed', item: { id: 'm', type: 'agent_message', text: 'Looked.\\n\\n[VERDICT: PASS]' } });
  say({ type: 'turn.completed', usage: { input_tokens: 1, cached_input_tokens: 0, output_tokens: 1 } });
}
`;

describe('mam active-codex-runner', function () {
  this.timeout(120_000);
  let mam: MamCommand;
  const runner = (...args: readonly string[]) => mam.run('active-codex-runner', '--json', ...args);
  const signedIn = async (login: string): Promise<void> => {
    const path = join(mam.folder, 'tools/codex');
    await mkdir(join(mam.folder, 'tools'), { recursive: true });
    await writeFile(path, codex(login));
    await chmod(path, 0o755);
    mam.env['PATH'] = `${join(mam.folder, 'tools')}:${process.env['PATH'] ?? ''}`;
  };
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

  it('ends a lane that begins more commands than it may', async () => {
    const ended = await runner('--execute', '--sessions', 'reviewer', '--max-commands-per-session', '2');
    assert.deepEqual([ended.code, codes(ended.out)], [1, ['runner.cap']]);
    assert.equal(JSON.parse(ended.out).sessions[0].status, 'budget-exceeded');
  });
});
