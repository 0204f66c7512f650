import type { AgentStatus } from '../../app/ports/agents.ts';
import { problem } from '../../base/problem.ts';
import type { ProbeTools } from './agent.ts';
import { shorten } from './failure.ts';

/** Asks a CLI for its version, which is all that one can tell without a request to its model. */
export async function probeVersion(agent: string, tools: ProbeTools): Promise<AgentStatus> {
  const printed = await tools.run(['--version']);
  const version = /\d+\.\d+\.\d+\S*/.exec(printed.stdout)?.[0];
  return printed.exitCode === 0 && version !== undefined
    ? { kind: 'ready', version }
    : {
        kind: 'unusable',
        problem: problem('agent.unusable', '{agent} does not run: {reason}. Install its CLI again.', {
          agent,
          reason: shorten(printed.stderr || printed.stdout) || 'it printed no version',
        }),
      };
}
