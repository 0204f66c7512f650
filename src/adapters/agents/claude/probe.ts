import type { AgentStatus } from '../../../app/ports/agents.ts';
import { reachesVersion } from '../../../base/version.ts';
import { problem } from '../../../base/problem.ts';
import { claudeAuthStatus } from '../../../protocol/agents/claudeEvents.ts';
import type { ProbeTools } from '../agent.ts';
import { shorten } from '../failure.ts';
import { parseJson } from '../parseJson.ts';
import { nobody, otherSignIn, signInTimeout, signInUnknown } from '../signIn.ts';

/** Versions before this one send the words of an unknown command to their model. */
const firstWithAuthStatus = '2.1.100';

/** How somebody signs in to a subscription. */
const subscriptions: ReadonlySet<string> = new Set(['claude.ai', 'oauth_token']);

const command = 'claude auth login';

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
  const asked = await tools.run(['auth', 'status']);
  if (asked.timedOut) return signInTimeout(agent, command);
  const status = claudeAuthStatus.safeParse(parseJson(asked.stdout));
  if (!status.success) return signInUnknown(agent, asked.stderr || asked.stdout, command);
  const { loggedIn, authMethod = 'it did not say how' } = status.data;
  if (!loggedIn) return nobody(agent, 'nobody is', command);
  return tools.anySignIn || subscriptions.has(authMethod)
    ? { kind: 'ready', version }
    : otherSignIn(agent, 'a Claude subscription', authMethod, command);
}
