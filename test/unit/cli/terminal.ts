import type { Cli } from '../../../src/cli/cli.ts';
import { plainPaint } from '../../../src/cli/paint.ts';
import { fill } from '../../../src/base/problem.ts';

export interface TestCli extends Cli {
  readonly shown: string[];
  readonly asked: string[];
}

/** The caller of a verb: a person who answers questions in turn, and ends the input after the last. */
export function createTestCli(answers: readonly string[] = []): TestCli {
  const shown: string[] = [];
  const asked: string[] = [];
  return {
    shown,
    asked,
    cwd: '/repo',
    env: {},
    version: '1.2.3',
    self: 'mam',
    t: fill,
    actor: { kind: 'person', id: 'ann' },
    terminal: {
      out: (line) => void shown.push(line),
      err: (line) => void shown.push(line),
      paint: plainPaint,
      interactive: true,
      ask: async (question) => {
        asked.push(question);
        return answers[asked.length - 1] ?? null;
      },
      onInterrupt: () => () => undefined,
    },
    open: () => Promise.reject(new Error('nothing to open')),
    programs: () => Promise.reject(new Error('nothing to run')),
  };
}
