// The settings of package.json, made from src/protocol/settings.ts.
import * as z from 'zod';
import { groupOf, settingGroups } from '../../src/protocol/settingGroups.ts';
import { settingKeys, settingSchemas, settingTraits } from '../../src/protocol/settings.ts';

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
