import { stripVTControlCharacters } from 'node:util';
import type { LaneOutcome } from '../../core/job/types.ts';
import type { AgentEvent, LaneEnd } from './agent.ts';
import { judgeLane, lastWords } from './judge.ts';

/** A line of an agent that prints nothing but its report. */
export const parsePlainLine = (line: string): readonly AgentEvent[] => [
  { kind: 'message', text: `${stripVTControlCharacters(line).trimEnd()}\n`, piece: true },
];

/** Plain text says nothing of success, so that the exit code alone tells a report from the words of a failure. */
export function judgePlain(agent: string, end: LaneEnd): LaneOutcome {
  const { exit, stderr, transcript } = end;
  if (exit.signal !== null || exit.reason !== 'exited') return judgeLane(agent, end);
  if (exit.code === 0)
    return judgeLane(agent, { ...end, transcript: { ...transcript, result: { text: null, usage: null } } });
  const message =
    lastWords(stderr) ?? lastWords(transcript.message ?? '') ?? `it ended with code ${exit.code ?? 'unknown'}`;
  return judgeLane(agent, { ...end, transcript: { ...transcript, failure: { message, status: null } } });
}
