import { setTimeout as delay } from 'node:timers/promises';
import type { App } from '../../app/app.ts';
import { problem, type Problem } from '../../base/problem.ts';
import type { AgentSession } from '../../core/agentSession/types.ts';
import type { Cli } from '../cli.ts';

/** How long an agent has to end that can't work as it was started, in milliseconds. */
const firstMs = 1500;

/** Why an agent that was just started runs no more, or null. */
export async function endedAtOnce(cli: Cli, app: App, { id, name, generation }: AgentSession): Promise<Problem | null> {
  await delay(firstMs);
  await app.agentSessions.reconcile();
  const now = app.state.agentSessions[id];
  if (!now?.ended || now.generation !== generation) return null;
  if (now.ended.problem) return now.ended.problem;
  return now.ended.how === 'shell'
    ? problem(
        'session.endedAtOnce',
        'The agent of {session} ended right after its start. What it printed stands above its shell: {command}',
        { session: name, command: `${cli.self} session show ${id}` },
      )
    : problem('session.endedAlone', 'The agent of {session} ended right after its start, and said nothing.', {
        session: name,
      });
}
