// Writes the settings of package.json and docs/settings.md from src/protocol/settings.ts, the tools of the editor's chat,
// and the JSON Schemas of the contract files from src/protocol/ledger. `node scripts/manifest.mjs` writes, `--check` only
// compares and fails when they differ.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { jsonValidation, updateSchemas } from './lib/ledgerSchemas.mjs';
import { updateSettingsPage } from './lib/settingsPage.mjs';
import { groupOf, settingGroups } from '../src/protocol/settingGroups.ts';
import { delegateTool } from '../src/protocol/delegateTool.ts';
import { lookTools } from '../src/protocol/lookTools.ts';
import { settingKeys, settingSchemas, settingTraits } from '../src/protocol/settings.ts';

const manifestFile = join(import.meta.dirname, '../package.json');

/** `mam.loop.maxRounds` is described by the text `setting.loop.maxRounds`. */
const text = (key) => `%${key.replace(/^mam\./, 'setting.')}%`;

/** @param {keyof typeof settingSchemas} key @param {number} order */
function property(key, order) {
  const { $schema: _, ...schema } = z.toJSONSchema(settingSchemas[key], {
    target: 'draft-7',
    io: 'input',
    // What is read-only in the code is still edited by people.
    override: ({ jsonSchema }) => void delete jsonSchema.readOnly,
  });
  // A schema of names adds nothing for people who edit the setting.
  delete schema.propertyNames;
  const { scope } = settingTraits[key];
  return {
    ...schema,
    ...(Array.isArray(schema.enum)
      ? { markdownEnumDescriptions: schema.enum.map((value) => `${text(key).slice(0, -1)}.${value}%`) }
      : {}),
    ...(scope === undefined ? {} : { scope }),
    order,
    markdownDescription: text(key),
  };
}

/** The part of the manifest that settings decide. */
export const settingsManifest = () => ({
  configuration: settingGroups.map((id, index) => ({
    id: `mam.${id}`,
    title: `%settings.${id}%`,
    order: index + 1,
    properties: Object.fromEntries(
      settingKeys.filter((key) => groupOf(key) === id).map((key, place) => [key, property(key, place + 1)]),
    ),
  })),
  restricted: settingKeys.filter((key) => settingTraits[key].restricted === true),
});

/** The tools of the editor's chat, with the schemas that their inputs are checked with. */
export const toolsManifest = () =>
  [...lookTools, delegateTool].map(({ name, description, input }) => {
    const { $schema: _, ...inputSchema } = z.toJSONSchema(input, { target: 'draft-7', io: 'input' });
    return {
      name,
      displayName: `%tool.${name}%`,
      modelDescription: description,
      userDescription: `%tool.${name}.description%`,
      toolReferenceName: name,
      canBeReferencedInPrompt: true,
      icon: '$(shield)',
      tags: ['mam'],
      inputSchema,
    };
  });

export function readManifest() {
  return JSON.parse(readFileSync(manifestFile, 'utf8'));
}

if (process.argv[1] === import.meta.filename) {
  const manifest = readManifest();
  const before = JSON.stringify(manifest);
  const { configuration, restricted } = settingsManifest();
  manifest.contributes.configuration = configuration;
  manifest.capabilities.untrustedWorkspaces.restrictedConfigurations = restricted;
  manifest.contributes.languageModelTools = toolsManifest();
  manifest.contributes.jsonValidation = jsonValidation();
  const changed = JSON.stringify(manifest) !== before;
  const check = process.argv.includes('--check');
  const stale = [updateSchemas(check), updateSettingsPage(configuration, check)].includes(true);
  if (check) process.exitCode = changed || stale ? 1 : 0;
  else if (changed) writeFileSync(manifestFile, `${JSON.stringify(manifest, null, 2)}\n`);
}
