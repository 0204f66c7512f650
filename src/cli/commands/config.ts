import { problemData } from '../../base/problem.ts';
import { oneLine } from '../../app/views/words.ts';
import { settingKeys } from '../../protocol/settings.ts';
import { exit, type Cli } from '../cli.ts';
import { pad, printable } from '../paint.ts';
import { createSettings, type SettingSource } from '../settings.ts';
import { settingWarnings } from '../settingWarnings.ts';
import { words } from '../tell.ts';
import { json, type Verb } from '../verb.ts';

/** A long list is told in full with `--json`. */
const mostLetters = 80;

export const config: Verb = {
  name: 'config',
  summary: 'Show every setting, its value and where that comes from',
  positional: '',
  positionals: [0, 0],
  options: { json },
  run: async (cli, call) => {
    const read = createSettings(cli.env, {});
    const { settings, sourceOf } = read;
    const warnings = settingWarnings(read, cli.env);
    const rows = settingKeys.map((key) => ({ key, value: settings[key], source: sourceOf(key) }));
    if (call.flag('json')) {
      const told = warnings.map(problemData);
      cli.terminal.out(JSON.stringify({ settings: rows, warnings: told }));
      return exit.done;
    }
    const width = Math.max(...settingKeys.map((key) => key.length)) + 2;
    for (const { key, value, source } of rows)
      cli.terminal.out(
        `${pad(key, width)}${printable(oneLine(JSON.stringify(value), mostLetters))}  ${cli.terminal.paint.dim(from(cli, source))}`,
      );
    for (const one of warnings) cli.terminal.out(cli.terminal.paint.warn(words(cli, one)));
    return exit.done;
  },
};

const from = ({ t }: Cli, { kind, name }: SettingSource): string =>
  kind === 'default' ? t('default') : t('from {place}', { place: name });
