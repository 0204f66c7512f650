import type { AgentStatus } from '../../../app/ports/agents.ts';
import { problem } from '../../../base/problem.ts';
import type { ProbeTools } from '../agent.ts';
import { shorten } from '../failure.ts';

/**
 * Asks codex for its version and its sign-in. It can't see a custom provider with a key of its own: with
 * `MAM_CODEX_AUTH=any` in the environment a missing sign-in is accepted.
 */
export async function probeCodex(agent: string, tools: ProbeTools): Promise<AgentStatus> {
  const version = await tools.run(['--version']);
  const number = /\d+\.\d+\.\d+\S*/.exec(version.stdout)?.[0];
  if (version.exitCode !== 0 || number === undefined)
    return {
      kind: 'unusable',
      problem: problem('agent.unusable', '{agent} does not run: {reason}. Install its CLI again.', {
        agent,
        reason: shorten(version.stderr || version.stdout) || 'it printed no version',
      }),
    };
  if (tools.env['MAM_CODEX_AUTH'] === 'any') return { kind: 'ready', version: number };
  const login = await tools.run(['login', 'status']);
  if (login.exitCode === 0) return { kind: 'ready', version: number };
  const reason = shorten(`${login.stderr}\n${login.stdout}`) || 'it gave no reason';
  return {
    kind: 'signed-out',
    problem: problem(
      'agent.signedOut',
      '{agent} is not signed in ({reason}). Run `{command}` in a terminal, then try again.',
      { agent, reason, command: 'codex login' },
    ),
  };
}
