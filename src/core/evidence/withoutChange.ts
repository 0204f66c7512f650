import type { WithoutChange } from './types.ts';

interface Ended {
  /** Null where no program ran to its end. */
  readonly exitCode: number | null;
  readonly timedOut: boolean;
  /** It could not be started at all. */
  readonly notStarted: boolean;
  /** The end of its output. */
  readonly tail: string;
}

/**
 * What programs say when no test ran. They end with the same exit code as one that failed, so only their words tell them
 * apart. The first that fits counts; what fits none is a test that failed.
 */
const signs: readonly (readonly ['no-command' | 'no-tests' | 'no-dependency' | 'not-built', RegExp])[] = [
  [
    'no-command',
    /^npm (?:error|ERR!) Missing script|command not found|^(?:\/bin\/)?sh: .*: not found$|is not recognized as an internal or external command|^make: \*\*\* No rule to make target|could not determine executable to run/im,
  ],
  [
    'no-tests',
    /^(?:No tests? files? found|Error: No test files found|No tests found|collected 0 items|no tests ran|ERROR: file or directory not found|Could not find '|testing: warning: no tests to run|=+ no tests ran)/m,
  ],
  // A package by its bare name comes with the set-up; a file by its path comes with the change.
  [
    'no-dependency',
    /Cannot find package '|Cannot find module '(?!\.|\/|file:|[A-Za-z]:[\\/])|No module named ['"]?(?:pytest|nose|tox|unittest)\b|cannot find module providing package|no required module provides package/,
  ],
  [
    'not-built',
    /\[(?:build|setup) failed\]|^error: could not compile|Cannot find module '|does not provide an export named|^(?:E\s+)?(?:ModuleNotFoundError|ImportError): |^SyntaxError: |\berror (?:TS|CS)\d{4}: |: error: cannot find symbol|Test suite failed to run|errors? during collection/m,
  ],
];

/** What the end of a proof without the change comes to. */
export function withoutChange({ exitCode, timedOut, notStarted, tail }: Ended): Exclude<WithoutChange, 'not-set-up'> {
  if (timedOut) return 'timed-out';
  // 126 and 127 are what a shell and env answer for a program that can't be run or isn't there.
  if (notStarted || exitCode === 126 || exitCode === 127) return 'no-command';
  // Ended by a signal, of its own or of the system's: nobody knows what it would have said.
  if (exitCode === null || (exitCode > 128 && exitCode < 160)) return 'killed';
  if (exitCode === 0) return 'passes';
  return signs.find(([, pattern]) => pattern.test(tail))?.[0] ?? 'fails';
}
