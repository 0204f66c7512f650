import assert from 'node:assert/strict';
import { agentEnvironment } from '../../../src/adapters/agents/agentEnvironment.ts';
import type { ProbeRun } from '../../../src/adapters/agents/agent.ts';
import { claude } from '../../../src/adapters/agents/claude/claude.ts';
import { codex } from '../../../src/adapters/agents/codex/codex.ts';
import { createRegistry } from '../../../src/adapters/agents/registry.ts';
import { aliasOf } from '../../../src/protocol/environment.ts';

const ended = (exitCode: number, stdout: string, stderr = ''): ProbeRun => ({
  exitCode,
  timedOut: false,
  stdout,
  stderr,
});
const hangs: ProbeRun = { exitCode: null, timedOut: true, stdout: '', stderr: '' };

/** What an agent says of itself, and which questions it was asked. */
async function probed(agent: typeof codex, anySignIn: boolean, answer: ProbeRun) {
  const asked: string[] = [];
  const status = await agent.probe({
    env: {},
    anySignIn,
    run: async (args) => {
      asked.push(args.join(' '));
      return args[0] === '--version' ? ended(0, '2.1.332 (Claude Code)') : answer;
    },
  });
  const said = status.kind === 'ready' ? (status.warning?.code ?? 'ready') : status.problem.code;
  return { said, asked: asked.slice(1), command: status.kind === 'ready' ? null : status.problem.params['command'] };
}

describe('the sign-in of an agent', () => {
  for (const [what, anySignIn, answer, said, asked] of [
    ['a ChatGPT sign-in', false, ended(0, '', 'Logged in using ChatGPT'), 'ready', true],
    ['a ChatGPT sign-in, on stdout', false, ended(0, 'Logged in using ChatGPT\n'), 'ready', true],
    ['an API key', false, ended(0, '', 'Logged in using an API key'), 'agent.otherSignIn', true],
    ['an API key in the words of today', false, ended(0, '', 'API key configured - sk-x'), 'agent.otherSignIn', true],
    ['nobody', false, ended(1, '', 'Not logged in'), 'agent.signedOut', true],
    ['an error', false, ended(1, '', 'Error checking login status: bad file'), 'agent.signInUnknown', true],
    ['the words with a failure', false, ended(1, '', 'Logged in using ChatGPT'), 'agent.signInUnknown', true],
    ['a hang', false, hangs, 'agent.signInTimeout', true],
    ['anything, where anything does', true, hangs, 'agent.signInUnchecked', false],
  ] as const)
    it(`of codex: ${what} is ${said}`, async () => {
      const found = await probed(codex, anySignIn, answer);
      assert.deepEqual([found.said, found.asked], [said, asked ? ['login status'] : []]);
      if (said.startsWith('agent.') && !anySignIn) assert.equal(found.command, 'codex login');
    });

  const status = (loggedIn: boolean, authMethod: string): ProbeRun =>
    ended(loggedIn ? 0 : 1, JSON.stringify({ loggedIn, authMethod }));
  for (const [what, anySignIn, answer, said] of [
    ['a subscription', false, status(true, 'claude.ai'), 'ready'],
    ['a token of a subscription', false, status(true, 'oauth_token'), 'ready'],
    ['an API key', false, status(true, 'api_key'), 'agent.otherSignIn'],
    ['an API key, where anything does', true, status(true, 'api_key'), 'ready'],
    ['nobody, where anything does', true, status(false, 'none'), 'agent.signedOut'],
    ['nobody', false, status(false, 'none'), 'agent.signedOut'],
    ['no answer', false, ended(0, 'Hello!'), 'agent.signInUnknown'],
    ['a hang', false, hangs, 'agent.signInTimeout'],
  ] as const)
    it(`of claude: ${what} is ${said}`, async () => {
      assert.equal((await probed(claude, anySignIn, answer)).said, said);
    });

  it('keeps keys that are billed by use from the lanes, unless any sign-in is allowed', () => {
    const host = { ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: 'http://127.0.0.1:1', HOME: '/h', OPENAI_API_KEY: 'k' };
    assert.deepEqual(agentEnvironment(claude, false, host, {}), {
      ANTHROPIC_BASE_URL: 'http://127.0.0.1:1',
      HOME: '/h',
    });
    assert.deepEqual(agentEnvironment(claude, true, host, {})['ANTHROPIC_API_KEY'], 'k');
    assert.deepEqual(agentEnvironment(codex, false, host, {}), { HOME: '/h' });
    assert.deepEqual(agentEnvironment(codex, true, host, {}), { HOME: '/h', OPENAI_API_KEY: 'k' });
  });

  it('is strict unless a person says otherwise, for each agent', () => {
    const registry = createRegistry({
      rehearsalProgram: ['node'],
      signIn: (agent) => (agent === 'codex' ? 'any' : undefined),
    });
    assert.deepEqual(
      [codex, claude].map((one) => registry.allowsAnySignIn(one)),
      [true, false],
    );
    assert.equal(createRegistry({ rehearsalProgram: ['node'] }).allowsAnySignIn(codex), false);
  });

  for (const name of ['MAM_CODEX_AUTH', 'ACTIVE_CODEX_AUTH_MODE'])
    it(`can be said by ${name}`, () => {
      assert.deepEqual(aliasOf({ [name]: 'any' }, 'mam.agents.auth'), { name, value: { codex: 'any' } });
    });
});
