import { problem, type Problem } from '../../base/problem.ts';
import { hasTerminal, type SessionProcess } from '../../core/agentSession/types.ts';
import type { Outcome } from '../../core/outcome.ts';
import { portVariables } from '../../core/worktree/ports.ts';
import { placeProblem } from '../agentSession/placeProblem.ts';
import { sessionEnvironment } from '../agentSession/sessionEnvironment.ts';
import type { Terminals } from '../ports/terminals.ts';
import type { EffectContext, Handler } from './handler.ts';

/** Starts the process of an agent session where it is to run. One that a killed host had started is joined. */
export const startSession: Handler<'startSession'> = async ({ session: id, generation }, context, signal) => {
  const session = context.state().agentSessions[id];
  const place = session && context.terminals[session.backend];
  if (!place || session.generation !== generation || session.ended)
    return failed(
      problem('session.noBackend', 'The session {session} can’t be started: {backend} is not available here.', {
        session: session?.name ?? id,
        backend: session?.backend ?? '',
      }),
    );
  const key = `${id}.${generation}`;
  const found = await place.find(key);
  if (!found.ok) return failed(found.error);
  // Whoever started it checked all below, and could not say so any more.
  if (found.value !== null) return started(found.value, place, context);
  const wrong = await placeProblem(session, context);
  if (wrong) return failed(wrong);
  const launch = await context.sessionAgents.launch({
    agent: session.agent,
    conversation: session.conversation,
    resume: generation > 1,
    spoken: session.spoken,
    terminal: hasTerminal(session.backend),
    env: sessionEnvironment(session, context.keys.sessionToken(id, generation), context.places, {
      ...context.laneEnv,
      ...portVariables(context.state().worktrees[session.worktree ?? '']?.ports),
    }),
  });
  if (!launch.ok) return failed(launch.error);
  const opened = await place.open({ id: key, name: session.name, cwd: session.cwd, ...launch.value }, signal);
  return opened.ok ? started(opened.value.handle, place, context) : failed(opened.error);
};

async function started(handle: string, place: Terminals, context: EffectContext): Promise<Outcome> {
  return { kind: 'startSession', handle, process: await processAt(handle, place, context) };
}

/** The agent's process as its place tells it; null where it does not. */
async function processAt(
  handle: string,
  place: Terminals,
  { machine }: Pick<EffectContext, 'machine'>,
): Promise<SessionProcess | null> {
  const look = await place.look(handle);
  if (look.kind !== 'agent' || look.process === null) return null;
  const [machineId, bootId, pidNamespace] = await Promise.all([
    machine.machineId(),
    machine.bootId(),
    machine.pidNamespace(),
  ]);
  return { ...look.process, machineId, bootId: bootId ?? '', pidNamespace };
}

const failed = (why: Problem): Outcome => ({ kind: 'failed', problem: why });
