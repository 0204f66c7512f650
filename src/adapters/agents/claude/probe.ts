import type { AgentStatus } from '../../../app/ports/agents.ts';
import { reachesVersion } from '../../../base/version.ts';
import { problem } from '../../../base/problem.ts';
import { claudeAuthStatus } from '../../../protocol/agents/claudeEvents.ts';
import type { ProbeTools } from '../agent.ts';
import { shorten } from '../failure.ts';
import { parseJson } from '../parseJson.ts';

/** Versions before this one send the words of an unknown command to their model. */
const firstWithAuthStatus = '2.1.100';

/** Asks claude for its version and its sign-in. An old version that can't tell counts as signed in. */
export async function probeClaude(agent: string, tools: ProbeTools): Promise<AgentStatus> {
  const printed = await tools.run(['--version']);
  const version = /\d+\.\d+\.\d+/.exec(printed.stdout)?.[0];
  if (printed.exitCode !== 0 || version === undefined)
    return {
      kind: 'unusable',
      problem: problem('agent.unusable', '{agent} does not run: {reason}. Install its CLI again.', {
        agent,
        reason: shorten(printed.stderr || printed.stdout) || 'it printed no version',
      }),
    };
  if (!reachesVersion(version, firstWithAuthStatus)) return { kind: 'ready', version };
  const status = claudeAuthStatus.safeParse(parseJson((await tools.run(['auth', 'status'])).stdout));
  if (status.success && status.data.loggedIn) return { kind: 'ready', version };
  const reason = status.success ? 'nobody is' : 'it did not say who is';
  return {
    kind: 'signed-out',
    problem: problem(
      'agent.signedOut',
      '{agent} is not signed in ({reason}). Run `{command}` in a terminal, then try again.',
      { agent, reason, command: 'claude auth login' },
    ),
  };
}
