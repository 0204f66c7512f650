import { problemData, type Problem } from '../base/problem.ts';
import type { Terminal } from './terminal.ts';

interface JsonAnswer {
  readonly terminal: Terminal;
  /** Hears every failure that is told. */
  readonly failed: (problem: Problem) => void;
  /** Answers with the last failure when nothing else was. */
  end(): void;
}

/** For a caller that reads JSON: its answer is never empty, since a failure without one is answered as `{"error": …}`. */
export function answerInJson(terminal: Terminal): JsonAnswer {
  let [answered, failure]: [boolean, Problem | null] = [false, null];
  return {
    terminal: {
      ...terminal,
      out: (line) => {
        answered = true;
        terminal.out(line);
      },
    },
    failed: (problem) => void (failure = problem),
    end: () => {
      if (answered || failure === null) return;
      terminal.out(JSON.stringify({ error: problemData(failure) }));
    },
  };
}
