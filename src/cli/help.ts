import { nearestWord } from '../base/nearestWord.ts';
import { problem, type Problem } from '../base/problem.ts';
import { exit, type Cli } from './cli.ts';
import { pad } from './paint.ts';
import { fail } from './tell.ts';
import type { Verb } from './verb.ts';
import { daily, groups, hidden, verbs } from './verbs.ts';

type Reader = Pick<Cli, 't' | 'terminal'>;

/** Width of the column with the verbs, of all and of the daily ones. */
const [wide, narrow] = [30, 14];

/** `mam help [VERB | --all]`, in all its forms; returns the exit code. */
export async function help(reader: Reader, args: readonly string[]): Promise<number> {
  const [name] = args;
  if (name === undefined) await showHelp(reader);
  else if (name === '--all' || name === '-a') await showAll(reader);
  else {
    const verb = Object.hasOwn(verbs, name) ? await verbs[name]?.() : undefined;
    if (!verb) return fail(reader, unknownVerb(name), exit.usage);
    showVerbHelp(reader, verb);
  }
  return exit.done;
}

export function unknownVerb(verb: string): Problem {
  const known = nearestWord(verb, ['help', ...Object.keys(verbs).filter((name) => !hidden.has(name))]);
  return known === null
    ? problem('cli.unknownVerb', 'mam has no verb {verb}. See mam --help.', { verb })
    : problem('cli.unknownVerb', 'mam has no verb {verb}. Did you mean {known}? See mam --help.', { verb, known });
}

/** What a person needs every day, on one screen of 80 columns and 24 lines. */
export async function showHelp({ t, terminal }: Reader): Promise<void> {
  terminal.out(t('Usage: mam VERB [OPTIONS]'));
  terminal.out('');
  for (const name of daily) {
    const verb = await verbs[name]?.();
    const whole = `${name} ${verb?.positional ?? ''}`.trimEnd();
    if (verb) terminal.out(`  ${pad(whole.length < narrow ? whole : name, narrow)}${t(verb.summary)}`);
  }
  terminal.out('');
  for (const { title, names } of groups(t)) terminal.out(`${title}: ${names.join(', ')}`);
  terminal.out('');
  terminal.out(t('mam help --all lists every verb, mam help VERB explains one.'));
  terminal.out(t('Exit codes: 0 done, 1 blocked, 2 usage, 3 judged no, 5 busy, 130 interrupted.'));
}

/** Every verb with what it is for. */
export async function showAll({ t, terminal }: Reader): Promise<void> {
  terminal.out(t('mam runs a team of coding agents on a git repository.'));
  terminal.out('');
  terminal.out(t('Usage: mam VERB [OPTIONS]'));
  terminal.out('');
  for (const [name, load] of Object.entries(verbs)) {
    if (hidden.has(name)) continue;
    const verb = await load();
    const whole = `${name} ${verb.positional}`.trimEnd();
    terminal.out(`  ${pad(whole.length < wide ? whole : name, wide)}${t(verb.summary)}`);
  }
  terminal.out('');
  terminal.out(t('mam VERB --help shows the options of a verb; mam --version shows the version.'));
  terminal.out(t('Exit codes: 0 done, 1 blocked, 2 usage, 3 judged no, 5 busy, 130 interrupted.'));
}

export function showVerbHelp({ t, terminal }: Reader, verb: Verb): void {
  terminal.out(t('Usage: mam {verb} [OPTIONS]', { verb: `${verb.name} ${verb.positional}`.trimEnd() }));
  terminal.out('');
  terminal.out(t(verb.summary));
  const actions = Object.entries(verb.actions ?? {});
  if (actions.length > 0) terminal.out('');
  for (const [name, { summary }] of actions) terminal.out(`  ${pad(name, narrow)}${t(summary)}`);
  const options = Object.entries(verb.options);
  if (options.length > 0) terminal.out('');
  for (const [name, { value, summary }] of options)
    terminal.out(`  ${pad(`--${name} ${value}`.trimEnd(), wide)}${t(summary)}`);
  terminal.out('');
  terminal.out(
    verb.exitCodes === undefined
      ? t('Exit codes: 0 done, 1 blocked or findings, 2 wrong usage, 130 interrupted.')
      : t(verb.exitCodes),
  );
}
