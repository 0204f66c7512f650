import { isoSeconds, type Clock } from '../../base/clock.ts';
import type { Command } from '../../core/command.ts';
import { isOvertaken } from '../../core/agentSession/overtaken.ts';
import { sightToRecord } from '../../core/agentSession/sight.ts';
import type { AgentSession } from '../../core/agentSession/types.ts';
import type { State } from '../../core/state.ts';
import { promptMark } from '../delegation/promptText.ts';
import type { Orchestrator } from '../orchestrator.ts';
import type { HookWord, SessionSigns } from '../ports/sessionSigns.ts';

interface Deps {
  readonly orchestrator: Orchestrator;
  readonly signs: Pick<SessionSigns, 'hook'>;
  readonly clock: Pick<Clock, 'now'>;
  /** The newest word that was heard of each process; what said nothing new is in no log. */
  readonly heard: Map<string, string>;
}

const self = { kind: 'host', id: 'hooks' } as const;

interface Told {
  readonly agent: string;
  readonly hook: string;
  readonly payload: string;
  /** Rises with the time at which the hook was called. */
  readonly order: string;
}

/**
 * Turns what a hook of a session's process told into commands. Of a word that was overtaken by a later one only a prompt
 * counts, which got there all the same. `later`: it could not be recorded.
 */
export async function hearHook(
  { id, generation, sights }: Pick<AgentSession, 'id' | 'generation' | 'sights'>,
  told: Told,
  { orchestrator, signs, clock, heard }: Deps,
): Promise<void | 'later'> {
  const at = isoSeconds(clock.now());
  const word = signs.hook(told.agent, told.hook, told.payload, at);
  if (word === null) return;
  const key = `${id}.${generation}`;
  const newest = heard.get(key) ?? sights.hook?.told;
  const isLate = newest !== undefined && isOvertaken(told.order, newest);
  const sighted: typeof sight = (...given) => {
    const command = sight(...given);
    return command && { ...command, told: told.order };
  };
  const now = (): AgentSession | null => {
    const session = orchestrator.state.agentSessions[id];
    return session && !session.ended && session.generation === generation ? session : null;
  };
  const [confirm, settle] = turnBegan(orchestrator);
  for (const next of isLate ? [confirm] : [identify, confirm, settle, sighted]) {
    const session = now();
    const command = session && next(session, word, at);
    if (command && !(await orchestrator.dispatch(command, self)).ok) return 'later';
  }
  if (isLate) return;
  if (!heard.has(key)) dropEnded(heard, orchestrator.state);
  heard.set(key, told.order);
}

/** Nothing more is heard of a process that is gone. */
function dropEnded(heard: Map<string, string>, { agentSessions }: State): void {
  const live = new Set(
    Object.values(agentSessions).flatMap(({ id, generation, ended }) => (ended ? [] : [`${id}.${generation}`])),
  );
  for (const key of heard.keys()) if (!live.has(key)) heard.delete(key);
}

type Step = (session: AgentSession, word: HookWord) => Command | null;

/** A conversation is begun between turns; what begins within one is that of a subagent. */
function identify({ id: session, generation, conversation, sights }: AgentSession, word: HookWord): Command | null {
  if (word.conversation === null || word.conversation === conversation) return null;
  const kind = sights.hook?.activity.kind;
  const opens = word.opens && kind !== 'working' && kind !== 'needsYou';
  return opens || conversation === null
    ? { type: 'identifyAgentSession', session, generation, conversation: word.conversation }
    : null;
}

/** A prompt is the sign that one of a job arrived, and the answer to what its agent had asked a leave for. */
function turnBegan({ state }: Orchestrator): readonly [Step, Step] {
  const openOf = (session: AgentSession) => {
    const job = session.job === null ? undefined : state.delegations[session.job];
    const attempt = job?.attempts.find(({ ended }) => ended === null);
    return job && attempt?.generation === session.generation ? { job: job.id, attempt } : null;
  };
  return [
    (session, { prompt }) => {
      const open = openOf(session);
      if (!open || open.attempt.delivery.kind === 'delivered') return null;
      const { job, attempt } = open;
      return prompt?.includes(promptMark(job, attempt.attempt))
        ? { type: 'confirmPrompt', job, attempt: attempt.attempt, by: 'hook' }
        : null;
    },
    (session, { prompt }) => {
      const open = openOf(session);
      return prompt !== null && open?.attempt.permission
        ? { type: 'settlePermission', job: open.job, attempt: open.attempt.attempt }
        : null;
    },
  ];
}

function sight(
  session: AgentSession,
  { activity, conversation, vague, call, clears }: HookWord,
  at: string,
): Extract<Command, { type: 'sightAgentSession' }> | null {
  if (activity === null) return null;
  // The end of a subagent is not that of the turn.
  if (activity.kind === 'idle' && conversation !== null && conversation !== session.conversation) return null;
  const before = session.sights.hook?.activity;
  if (vague && activity.kind === 'needsYou' && before?.kind === 'needsYou') return null;
  // Most of them say what is known already.
  const besides = { ...(clears ? ({ clears: true } as const) : {}), ...(call === null ? {} : { call }) };
  if (sightToRecord(session, 'hook', activity, { at, awakeMs: 0 }, besides) === null) return null;
  return {
    type: 'sightAgentSession',
    session: session.id,
    generation: session.generation,
    source: 'hook',
    activity,
    ...besides,
  };
}
