import type { Agent, AgentEvent, Transcript } from './agent.ts';

/** Characters of a line that nobody understood which are still worth showing. */
const shownOfBroken = 240;

/** Reads a transcript line by line and keeps only what a judgement needs, however long it gets. */
export interface TranscriptReader {
  /** Takes one line and returns what people should see of it. */
  take(line: string): readonly string[];
  transcript(): Transcript;
}

export function readTranscript(agent: Pick<Agent, 'parse'>): TranscriptReader {
  let state: Transcript = { lines: 0, broken: 0, message: null, result: null, failure: null };
  return {
    take(line) {
      if (line.trim() === '') return [];
      state = { ...state, lines: state.lines + 1 };
      const events = agent.parse(line);
      if (events === null) {
        state = { ...state, broken: state.broken + 1 };
        return [line.slice(0, shownOfBroken)];
      }
      for (const event of events) state = fold(state, event);
      return events.flatMap(show);
    },
    transcript: () => state,
  };
}

/** A later turn makes up for an earlier failure, and the other way round. */
function fold(state: Transcript, event: AgentEvent): Transcript {
  switch (event.kind) {
    case 'progress':
      return state;
    case 'message':
      return { ...state, message: event.text };
    case 'result':
      return { ...state, result: { text: event.text, usage: event.usage }, failure: null };
    case 'failure': {
      const { kind: _, ...failure } = event;
      return { ...state, failure, result: null };
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
      return [];
  }
}
