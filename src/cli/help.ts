import type { Cli } from './cli.ts';
import { pad } from './paint.ts';
import type { Verb } from './verb.ts';
import { hidden, verbs } from './verbs.ts';

type Reader = Pick<Cli, 't' | 'terminal'>;

const column = 30;

export async function showHelp({ t, terminal }: Reader): Promise<void> {
  terminal.out(t('mam runs a team of coding agents on a git repository.'));
  terminal.out('');
  terminal.out(t('Usage: mam VERB [OPTIONS]'));
  terminal.out('');
  for (const [name, load] of Object.entries(verbs)) {
    if (hidden.has(name)) continue;
    const verb = await load();
    terminal.out(`  ${pad(`${name} ${verb.positional}`.trimEnd(), column)}${t(verb.summary)}`);
  }
  terminal.out('');
  terminal.out(t('mam VERB --help shows the options of a verb; mam --version shows the version.'));
  terminal.out(t('Exit codes: 0 done, 1 blocked or findings, 2 wrong usage, 130 interrupted.'));
}

export function showVerbHelp({ t, terminal }: Reader, verb: Verb): void {
  terminal.out(t('Usage: mam {verb} [OPTIONS]', { verb: `${verb.name} ${verb.positional}`.trimEnd() }));
  terminal.out('');
  terminal.out(t(verb.summary));
  const options = Object.entries(verb.options);
  if (options.length > 0) terminal.out('');
  for (const [name, { value, summary }] of options)
    terminal.out(`  ${pad(`--${name} ${value}`.trimEnd(), column)}${t(summary)}`);
}
