import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { jobSignals } from '../../core/job/signals.ts';
import type { EventRequest } from './types.ts';

const names = ['text', 'data', 'job', 'attempt', 'pass', 'report'] as const;
type Name = (typeof names)[number];

/** What was said, before it was looked at. */
export type EventWords = Readonly<Partial<Record<Name, string>>> & { readonly kind?: string | undefined };

/** Reads the words of the command line. Each option takes the word behind it whatever that begins with: it may be any text. */
export function readArgs(args: readonly string[]): Result<EventWords, Problem> {
  const words: Partial<Record<Name | 'kind', string>> = {};
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at] ?? '';
    if (word === '--json') continue;
    if (word.startsWith('--')) {
      const [, option = '', inline] = /^--([^=]*)(?:=([\s\S]*))?$/.exec(word) ?? [];
      const name = names.find((one) => one === option);
      if (!name) return err(unknownOption(word));
      const value = inline ?? args[(at += 1)];
      if (value === undefined)
        return err(
          problem('cli.valueMissing', '{option} needs a value: {option} {value}.', {
            option: word,
            value: name.toUpperCase(),
          }),
        );
      if (words[name] !== undefined)
        return err(problem('cli.twice', '{option} can be given once.', { option: `--${name}` }));
      words[name] = value;
    } else if (words.kind === undefined) words.kind = word;
    else
      return err(
        problem('cli.argumentExtra', 'mam {verb} has no use for {word}. See mam {verb} --help.', {
          verb: 'event',
          word,
        }),
      );
  }
  return ok(words);
}

/** Checks what was said. */
export function readRequest(words: EventWords): Result<EventRequest, Problem> {
  const kind = jobSignals.find((one) => one === words.kind);
  if (!kind) return err(badKind(words.kind ?? ''));
  const attempt = words.attempt === undefined ? null : Number(words.attempt);
  if (attempt !== null && !(Number.isSafeInteger(attempt) && attempt > 0))
    return err(
      problem('event.badAttempt', '{attempt} is no number of an attempt. Attempts count from 1.', {
        attempt: words.attempt ?? '',
      }),
    );
  const data = words.data === undefined ? ok(null) : readData(words.data);
  if (!data.ok) return data;
  for (const path of [words.pass, words.report])
    if (path?.includes('\n'))
      return err(problem('event.badPath', 'A path may not hold a line feed. Move the file to another one.'));
  if (words.report !== undefined && kind !== 'completed')
    return err(problem('event.reportOnly', 'A report is handed in with “completed” alone. Leave --report out.'));
  return ok({
    kind,
    text: words.text ?? '',
    data: data.value,
    job: words.job ?? null,
    attempt,
    pass: words.pass ?? null,
    report: words.report === undefined ? null : { path: words.report },
  });
}

function readData(text: string): Result<Readonly<Record<string, unknown>>, Problem> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return ok({ ...value });
  } catch {
    // Said below; the parser's own words would quote what it could not read.
  }
  return err(problem('event.badData', 'What follows --data is no JSON object. Give one, such as \'{"files":3}\'.'));
}

const badKind = (kind: string): Problem =>
  problem('cli.badKind', '{kind} is no kind of event. Known are: {known}.', { kind, known: jobSignals.join(', ') });

const unknownOption = (option: string): Problem =>
  problem('cli.unknownOption', 'mam {verb} has no option {option}. It has: {known}.', {
    verb: 'event',
    option,
    known: [...names, 'json'].map((name) => `--${name}`).join(', '),
  });
