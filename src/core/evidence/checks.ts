import { heldSecret } from '../privacy/secrets.ts';
import { problem, type Problem } from '../../base/problem.ts';
import type { Check } from './types.ts';

/** Characters that only mean something to a shell. A check with one of them outside quotes is no plain command. */
const shellOnly = /[|&;<>()$`*?[\]{}~#!]/;

/**
 * Splits a command line into an argument vector: words, single and double quotes, back-slashes. A line that needs a
 * shell gives an empty vector, and with it a question to a person instead of a run.
 */
export function parseCheck(line: string): Check {
  const argv: string[] = [];
  let word: string | null = null;
  for (let i = 0; i < line.length; i++) {
    const char = line.charAt(i);
    if (char === "'" || char === '"') {
      const end = line.indexOf(char, i + 1);
      const quoted = line.slice(i + 1, end);
      if (end === -1 || (char === '"' && /[$`\\]/.test(quoted))) return { line, argv: [] };
      word = (word ?? '') + quoted;
      i = end;
    } else if (char === '\\') {
      // At the end of a line it asks for the next one.
      if (i === line.length - 1) return { line, argv: [] };
      word = (word ?? '') + line.charAt(++i);
    } else if (/\s/.test(char)) {
      if (word !== null) argv.push(word);
      word = null;
    } else if (shellOnly.test(char)) {
      return { line, argv: [] };
    } else {
      word = (word ?? '') + char;
    }
  }
  if (word !== null) argv.push(word);
  // `NAME=value command` sets a variable, which only a shell does.
  const [program] = argv;
  return { line, argv: program === '' || program?.includes('=') ? [] : argv };
}

/** Why a check without an argument vector is none. */
export const needsShell = ({ line }: Pick<Check, 'line'>): Problem =>
  problem(
    'check.needsShell',
    "{check} can't run as a check: it needs a shell. Put it into a script and name the script.",
    { check: line },
  );

/** Whether a check is, word for word, one of the allowed argument vectors. */
export const isAllowed = (check: Check, allowed: readonly (readonly string[])[]): boolean =>
  allowed.some((argv) => argv.length === check.argv.length && argv.every((word, i) => word === check.argv[i]));

/** Why commands can't be allowed as checks, or null: what the log would keep may hold no secret. */
export function secretInChecks(allowed: readonly (readonly string[])[]): Problem | null {
  const [name] = allowed.flatMap((argv) => heldSecret(argv.join(' ')) ?? []);
  return name === undefined
    ? null
    : problem(
        'check.allowedSecret',
        'A command that is allowed as a check holds a secret ({name}). Let it read the secret from the environment, and take it out of mam.checks.allowed.',
        { name },
      );
}
