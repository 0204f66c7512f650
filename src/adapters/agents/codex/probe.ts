import type { AgentStatus } from '../../../app/ports/agents.ts';
import { problem } from '../../../base/problem.ts';
import type { ProbeTools } from '../agent.ts';
import { shorten } from '../failure.ts';
import { nobody, otherSignIn, signInTimeout, signInUnchecked, signInUnknown } from '../signIn.ts';

const command = 'codex login';

/**
 * Asks codex for its version and its sign-in. Only its own words for a ChatGPT sign-in count, since a key is billed by
 * use. It can't see a custom provider with a key of its own: where any sign-in is allowed it isn't asked at all.
 */
export async function probeCodex(agent: string, tools: ProbeTools): Promise<AgentStatus> {
  const printed = await tools.run(['--version']);
  const version = /\d+\.\d+\.\d+\S*/.exec(printed.stdout)?.[0];
  if (printed.exitCode !== 0 || version === undefined)
    return {
      kind: 'unusable',
      problem: problem('agent.unusable', '{agent} does not run: {reason}. Install its CLI again.', {
        agent,
        reason: shorten(printed.stderr || printed.stdout) || 'it printed no version',
      }),
    };
  if (tools.anySignIn) return { kind: 'ready', version, warning: signInUnchecked(agent) };
  const login = await tools.run(['login', 'status']);
  if (login.timedOut) return signInTimeout(agent, command);
  const said = `${login.stderr}\n${login.stdout}`;
  if (login.exitCode === 0)
    return said.includes('Logged in using ChatGPT')
      ? { kind: 'ready', version }
      : otherSignIn(agent, 'ChatGPT', said, command);
  return /not logged in/i.test(said) ? nobody(agent, said, command) : signInUnknown(agent, said, command);
}
