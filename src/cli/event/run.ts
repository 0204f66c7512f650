import { problem, problemData, type Problem } from '../../base/problem.ts';
import { err, type Result } from '../../base/result.ts';
import { readArgs, readRequest } from './args.ts';
import { say, type Said } from './say.ts';

/** What the caller can mend by calling in another way; everything else keeps the command from its end. */
const blocking = ['spool.unwritable', 'spool.missing', 'event.busy', 'event.passGone'];

export interface EventEnd {
  readonly code: 0 | 1 | 2;
  /** A line for standard output, or null. */
  readonly out: string | null;
  readonly problem: Problem | null;
}

/** The command itself, without a terminal. `args` are the words behind `event`. */
export function runEvent(args: readonly string[], env: Readonly<Record<string, string | undefined>>): EventEnd {
  const wantsJson = args.includes('--json');
  const said = sayWords(args, env);
  if (said.ok) return { code: 0, out: wantsJson ? JSON.stringify(said.value) : null, problem: null };
  const { error } = said;
  const out = wantsJson ? JSON.stringify({ error: problemData(error) }) : null;
  return { code: isUsage(error) ? 2 : 1, out, problem: error };
}

function sayWords(args: readonly string[], env: Readonly<Record<string, string | undefined>>): Result<Said, Problem> {
  const words = readArgs(args);
  if (!words.ok) return words;
  if (words.value.kind === undefined)
    return err(
      problem('cli.argumentMissing', 'mam {verb} needs {what}. See mam {verb} --help.', {
        verb: 'event',
        what: 'KIND',
      }),
    );
  const request = readRequest(words.value);
  return request.ok ? say(request.value, env) : request;
}

export const isUsage = ({ code }: Problem): boolean => !blocking.includes(code);
