// The JSON Schema of the settings that the command line reads, made from the settings of the manifest.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { settingsManifest } from './settingsManifest.mjs';

const root = join(import.meta.dirname, '../..');
const name = 'settings.schema.json';

/** Where the file lies unless a variable says otherwise; a shorter end would be a file of other people's, too. */
export const settingsValidation = { fileMatch: '.config/mam/settings.json', url: `./media/schemas/${name}` };

/** Path of the schema's file and the text that it must have. */
export const settingsSchema = () => {
  const english = JSON.parse(readFileSync(join(root, 'package.nls.json'), 'utf8'));
  /** A link to another setting leads somewhere in the settings page only. */
  const say = (text) => english[text.slice(1, -1)].replaceAll(/`#(mam\.[\w.]+)#`/g, '`$1`');
  const setting = ([key, { markdownDescription, markdownEnumDescriptions: texts, ...schema }]) => {
    // Where it may be set and in which order it is shown are matters of the settings page.
    for (const unsaid of ['scope', 'order']) delete schema[unsaid];
    const words = texts ? { markdownEnumDescriptions: texts.map(say) } : {};
    return [key, { markdownDescription: say(markdownDescription), ...words, ...schema }];
  };
  const properties = settingsManifest().configuration.flatMap((group) => Object.entries(group.properties).map(setting));
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Settings of the mam command',
    type: 'object',
    properties: Object.fromEntries(properties),
    additionalProperties: false,
  };
  return { path: join(root, 'media/schemas', name), text: `${JSON.stringify(schema, null, 2)}\n` };
};
