// docs/settings.md, made from the same settings as the manifest.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { settingTraits } from '../../src/protocol/settings.ts';

const root = join(import.meta.dirname, '../..');
const page = join(root, 'docs/settings.md');

const head = [
  '# Settings',
  '',
  '<!-- Written by scripts/manifest.mjs from src/protocol/settings.ts and package.nls.json. -->',
  '',
  'In VS Code they stand in the settings page under _Multi-Agent Mux_. The command line reads `settings.json` in the folder `mam` of your configuration folder (`$XDG_CONFIG_HOME`, else `~/.config`), and variables: `mam.loop.maxRounds` is `MAM_LOOP_MAX_ROUNDS`. It reads no settings of a repository. `mam config` shows what holds and where it comes from.',
  '',
  'Who may set what: _yours alone_ counts in your user settings and never in a repository. _After trust_ may be set in a folder, and counts there once you trust it. _Any folder_ may be set in a folder as well. A value of the wrong form is told in the log, and its default holds.',
];

/** What may stand there, in words. */
function formOf(schema) {
  if (schema.enum) return schema.enum.map((one) => `\`${one}\``).join(', ');
  const { minimum: least, maximum: most } = schema;
  const range = least === undefined ? '' : ` from ${least} to ${most}`;
  if (schema.type === 'integer') return `a whole number${range}`;
  if (schema.type === 'number') return `a number${range}`;
  if (schema.type === 'boolean') return '`true` or `false`';
  if (schema.type === 'array') return `a list${schema.items?.type === 'object' ? ' of objects' : ''}`;
  if (schema.type === 'object') return 'an object';
  return 'a text';
}

const who = (key) => {
  const { scope, restricted } = settingTraits[key];
  if (scope === 'machine') return 'yours alone';
  return restricted === true ? 'after trust' : 'any folder';
};

/** Short defaults in the line, long ones below it. */
function defaultOf(value) {
  const text = JSON.stringify(value);
  if (value === '') return { line: 'empty', block: [] };
  if (text.length <= 60) return { line: `\`${text}\``, block: [] };
  return { line: 'below', block: ['```json', JSON.stringify(value, null, 2), '```', ''] };
}

export function settingsPageText(sections) {
  const words = JSON.parse(readFileSync(join(root, 'package.nls.json'), 'utf8'));
  const say = (name) => words[name.slice(1, -1)].replaceAll(/`#(mam\.[\w.]+)#`/g, (_, key) => linkTo(key));
  const setting = ([key, schema]) => {
    const { line, block } = defaultOf(schema.default);
    const values = (schema.markdownEnumDescriptions ?? []).map((name, at) => `- \`${schema.enum[at]}\`: ${say(name)}`);
    return [
      ...[`### \`${key}\``, '', say(schema.markdownDescription), ''],
      ...(values.length > 0 ? [...values, ''] : []),
      ...[`Form: ${formOf(schema)}. Default: ${line}. Who: ${who(key)}.`, '', ...block],
    ];
  };
  const section = ({ title, properties }) => [`## ${say(title)}`, '', ...Object.entries(properties).flatMap(setting)];
  return `${[...head, '', ...sections.flatMap(section)].join('\n').trimEnd()}\n`;
}

/** The place that a heading has in the page. */
const linkTo = (key) => `[\`${key}\`](#${key.replaceAll('.', '').toLowerCase()})`;

/** Writes the page where its text is another; returns whether it was. With `check` nothing is written. */
export function updateSettingsPage(sections, check) {
  const text = settingsPageText(sections);
  const stale = readPage() !== text;
  if (stale && !check) writeFileSync(page, text);
  return stale;
}

export function readPage() {
  try {
    return readFileSync(page, 'utf8');
  } catch {
    return null;
  }
}
