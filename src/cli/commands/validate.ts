import { problem, type Problem } from '../../base/problem.ts';
import { shellWord } from '../../base/shellWord.ts';
import { readValidationHistory } from '../../app/validation/history.ts';
import type { CheckResult } from '../../core/evidence/types.ts';
import type { Look } from '../../host/openLook.ts';
import { exit, type Cli } from '../cli.ts';
import { fileOptions, readChangedFiles } from '../fileFlags.ts';
import { lookHere } from '../lookHere.ts';
import { needPerson } from '../needPerson.ts';
import { pad, printable } from '../paint.ts';
import { fail } from '../tell.ts';
import { namedValidation, validateHere, validationFor } from '../validation.ts';
import { json, type Call, type Verb } from '../verb.ts';

export const validate: Verb = {
  name: 'validate',
  summary: 'Run the allowed commands that validate a change',
  positional: '[COMMAND…]',
  positionals: [0, 100],
  options: {
    ...fileOptions,
    'keep-going': { kind: 'flag', value: '', summary: 'Run the rest after one that fails' },
    'record-history': {
      kind: 'flag',
      value: '',
      summary: 'Append how they ended to reports/agent_loop/validation_history.jsonl',
    },
    history: { kind: 'flag', value: '', summary: 'Show what was recorded, and run nothing' },
    json,
  },
  run: async (cli, call) => {
    const look = await lookHere(cli);
    if (!look.ok) return fail(cli, look.error, exit.blocked);
    return call.flag('history') ? showHistory(cli, call, look.value) : runAll(cli, call, look.value);
  },
};

async function runAll(cli: Cli, call: Call, look: Look): Promise<number> {
  const refused = needPerson(cli, 'validate');
  if (refused) return fail(cli, refused, exit.blocked);
  const changed = await readChangedFiles(cli, look, call);
  if (!changed.ok) return fail(cli, changed.error, changed.error.code.startsWith('cli.') ? exit.usage : exit.blocked);
  const named = namedValidation(look, call.positionals);
  if (!named.ok) {
    const whole = namedValidation(look, [call.positionals.join(' ')]);
    return fail(cli, whole.ok ? needsQuotes(call.positionals) : named.error, exit.usage);
  }
  const checks = named.value.length > 0 ? named.value : await validationFor(look, changed.value.files);
  const how = { keepGoing: call.flag('keep-going'), record: call.flag('record-history') };
  const ran = await validateHere(cli, look, checks, how);
  if (!ran.ok) return fail(cli, ran.error, ran.error.code === 'check.stopped' ? exit.interrupted : exit.blocked);
  if (call.flag('json')) cli.terminal.out(JSON.stringify({ results: ran.value }));
  else for (const one of ran.value) show(cli, one);
  const failed = ran.value.find((one) => one.outcome !== 'passed');
  return failed === undefined ? exit.done : failed.exitCode || exit.blocked;
}

/** A shell hands over one word after another; together they are a command that may run. */
const needsQuotes = (parts: readonly string[]): Problem =>
  problem(
    'validate.needsQuotes',
    'Each word is a command line of its own here. Quote the whole one: mam validate {command}.',
    {
      command: shellWord(parts.join(' ')),
    },
  );

function show(cli: Cli, { check, outcome, tail }: CheckResult): void {
  const { terminal } = cli;
  const word = outcomeWords(cli)[outcome];
  terminal.out(
    `${outcome === 'passed' ? terminal.paint.good(word) : terminal.paint.bad(word)}  ${printable(check.line)}`,
  );
  if (outcome === 'passed') return;
  for (const line of tail.trimEnd().split('\n')) if (line !== '') terminal.out(`  ${printable(line)}`);
}

const outcomeWords = ({ t }: Cli): Readonly<Record<CheckResult['outcome'], string>> => ({
  passed: t('passed'),
  failed: t('failed'),
  'timed-out': t('took too long'),
  'not-run': t('not run'),
});

/** How many records are shown to a person; `--json` has all. */
const mostShown = 20;

async function showHistory(cli: Cli, call: Call, look: Look): Promise<number> {
  const read = await readValidationHistory({ files: look.files, root: look.facts.controlRoot });
  if (!read.ok) return fail(cli, read.error, exit.blocked);
  const { records, unreadable } = read.value;
  if (call.flag('json')) {
    cli.terminal.out(JSON.stringify({ history: records, unreadable }));
    return exit.done;
  }
  const words = outcomeWords(cli);
  for (const one of records.slice(-mostShown))
    cli.terminal.out(`${one.ts}  ${pad(words[one.outcome], 14)}${printable(one.command)}`);
  if (records.length === 0) cli.terminal.out(cli.t('Nothing was recorded yet. Add --record-history to mam validate.'));
  if (unreadable > 0)
    cli.terminal.err(
      cli.t(
        '{count} {count|line of the history can’t be read and is|lines of the history can’t be read and are} left out.',
        { count: unreadable },
      ),
    );
  return exit.done;
}
