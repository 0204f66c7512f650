import { redactSecrets } from '../../core/privacy/secrets.ts';
import type { Usage } from '../../core/job/types.ts';
import type { Agent, AgentEvent, Transcript } from './agent.ts';

/** Characters of a line that nobody understood which are still worth showing. */
const shownOfBroken = 240;
/** Characters of a message that comes in pieces; its end counts, for the verdict stands there. */
const longestMessage = 1024 * 1024;

/** Reads a transcript line by line and keeps only what a judgement needs, however long it gets. */
export interface TranscriptReader {
  /** Takes one line and returns what people should see of it. */
  take(line: string): readonly string[];
  transcript(): Transcript;
  /** Commands that the agent began to run, as far as it tells. */
  commands(): number;
}

export function readTranscript(agent: Pick<Agent, 'parse' | 'capabilities'>): TranscriptReader {
  let state: Transcript = { lines: 0, broken: 0, message: null, result: null, failure: null };
  let spent: Usage | null = null;
  let unfinished = false;
  let commands = 0;
  const note = (event: AgentEvent): void => {
    if (event.kind === 'progress' && event.command) commands += 1;
    if (event.kind === 'usage') spent = add(spent, event.usage);
    else if (event.kind === 'message' && event.piece === true && unfinished)
      state = { ...state, message: `${state.message ?? ''}${event.text}`.slice(-longestMessage) };
    else state = fold(state, event, spent);
    unfinished = event.kind === 'message' && event.piece === true;
  };
  return {
    take(line) {
      // In plain text an empty line is a part of what is said.
      if (line.trim() === '' && agent.capabilities.structuredOutput) return [];
      state = { ...state, lines: state.lines + 1 };
      const events = agent.parse(line);
      if (events === null) {
        state = { ...state, broken: state.broken + 1 };
        return [redactSecrets(line).slice(0, shownOfBroken)];
      }
      for (const event of events) note(event);
      return events.flatMap(show);
    },
    transcript: () => state,
    commands: () => commands,
  };
}

/** A later turn makes up for an earlier failure, and the other way round. */
function fold(state: Transcript, event: AgentEvent, spent: Usage | null): Transcript {
  switch (event.kind) {
    case 'progress':
    case 'usage':
      return state;
    case 'message':
      return { ...state, message: event.text };
    case 'result':
      return { ...state, result: { text: event.text, usage: event.usage ?? spent }, failure: null };
    case 'failure': {
      const { kind: _, ...failure } = event;
      return { ...state, failure: { ...(spent === null ? {} : { usage: spent }), ...failure }, result: null };
    }
    case 'limit':
      return { ...state, limitedUntil: event.until };
  }
}

function show(event: AgentEvent): readonly string[] {
  switch (event.kind) {
    case 'progress':
    case 'message':
      return [event.text];
    case 'failure':
      return [event.message];
    case 'result':
    case 'limit':
    case 'usage':
      return [];
  }
}

const add = (sum: Usage | null, usage: Usage): Usage => {
  const cost = (sum?.costUsd ?? 0) + (usage.costUsd ?? 0);
  return {
    inputTokens: (sum?.inputTokens ?? 0) + usage.inputTokens,
    outputTokens: (sum?.outputTokens ?? 0) + usage.outputTokens,
    ...(cost === 0 ? {} : { costUsd: cost }),
  };
};
