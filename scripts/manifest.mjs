// Writes the settings of package.json and docs/settings.md from src/protocol/settings.ts, the tools of the editor's chat,
// and the JSON Schemas: of the contract files from src/protocol/ledger, of the command line's settings from the same settings. `node scripts/manifest.mjs` writes, `--check` only
// compares and fails when they differ.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { jsonValidation, schemaTexts, updateSchemas } from './lib/ledgerSchemas.mjs';
import { settingsManifest } from './lib/settingsManifest.mjs';
import { settingsSchema, settingsValidation } from './lib/settingsSchema.mjs';
import { updateSettingsPage } from './lib/settingsPage.mjs';
import { delegateTool } from '../src/protocol/delegateTool.ts';
import { lookTools } from '../src/protocol/lookTools.ts';

const manifestFile = join(import.meta.dirname, '../package.json');

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
  manifest.contributes.jsonValidation = [...jsonValidation(), settingsValidation];
  const changed = JSON.stringify(manifest) !== before;
  const check = process.argv.includes('--check');
  const stale = [
    updateSchemas(check, [...schemaTexts(), settingsSchema()]),
    updateSettingsPage(configuration, check),
  ].includes(true);
  if (check) process.exitCode = changed || stale ? 1 : 0;
  else if (changed) writeFileSync(manifestFile, `${JSON.stringify(manifest, null, 2)}\n`);
}
