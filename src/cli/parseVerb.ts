import { parseArgs } from 'node:util';
import { problem, type Problem } from '../base/problem.ts';
import { err, ok, type Result } from '../base/result.ts';
import type { Call, Verb } from './verb.ts';

type Shape = Pick<Verb, 'name' | 'options' | 'positionals' | 'positional'>;

/** Checks arguments against a verb's table. A problem says which word is wrong and what would be right. */
export function parseVerb(verb: Shape, args: readonly string[]): Result<Call, Problem> {
  const options = Object.fromEntries(
    Object.entries(verb.options).map(([name, spec]) => [
      name,
      { type: spec.kind === 'flag' ? ('boolean' as const) : ('string' as const), multiple: true },
    ]),
  );
  // Not strict: its own checks would throw before a better sentence can be said.
  const { tokens } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true });
  const given = new Map<string, string[]>();
  const positionals: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value);
    if (token.kind !== 'option') continue;
    const spec = Object.hasOwn(verb.options, token.name) ? verb.options[token.name] : undefined;
    if (!spec) return err(unknownOption(verb, token.rawName));
    if (spec.kind === 'flag' && token.value !== undefined)
      return err(
        problem('cli.noValue', '{option} takes no value. Leave out what follows the equals sign.', {
          option: token.rawName,
        }),
      );
    if (spec.kind !== 'flag' && (token.value === undefined || (!token.inlineValue && isOption(token.value))))
      return err(
        problem('cli.valueMissing', '{option} needs a value: {option} {value}.', {
          option: token.rawName,
          value: spec.value,
        }),
      );
    const before = given.get(token.name) ?? [];
    if (spec.kind === 'text' && before.length > 0)
      return err(problem('cli.twice', '{option} can be given once.', { option: token.rawName }));
    given.set(token.name, [...before, token.value ?? '']);
  }
  const [least, most] = verb.positionals;
  if (positionals.length < least)
    return err(
      problem('cli.argumentMissing', 'mam {verb} needs {what}. See mam {verb} --help.', {
        verb: verb.name,
        what: verb.positional,
      }),
    );
  const extra = positionals[most];
  if (extra !== undefined)
    return err(
      problem('cli.argumentExtra', 'mam {verb} has no use for {word}. See mam {verb} --help.', {
        verb: verb.name,
        word: extra,
      }),
    );
  return ok({
    positionals,
    flag: (name) => given.has(name),
    text: (name) => given.get(name)?.[0] ?? null,
    texts: (name) => given.get(name) ?? [],
  });
}

/** A word that begins with a dash is most likely the next option; `--option=-value` says what is meant. A lone one is standard input. */
const isOption = (word: string): boolean => word.startsWith('-') && word !== '-';

const unknownOption = (verb: Shape, option: string): Problem =>
  problem('cli.unknownOption', 'mam {verb} has no option {option}. It has: {known}.', {
    verb: verb.name,
    option,
    known: Object.keys(verb.options)
      .map((name) => `--${name}`)
      .join(', '),
  });
