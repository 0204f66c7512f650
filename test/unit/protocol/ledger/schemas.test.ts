import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, matchesGlob } from 'node:path';
import * as z from 'zod';
import { jsonValidation, schemaTexts } from '../../../../scripts/lib/ledgerSchemas.mjs';
import { settingsSchema, settingsValidation } from '../../../../scripts/lib/settingsSchema.mjs';
import { readManifest } from '../../../../scripts/manifest.mjs';
import { ownFolder } from '../../../../src/app/team/artifacts.ts';
import { jobFiles } from '../../../../src/protocol/ledger/jobFiles.ts';
import { ledgerFiles } from '../../../../src/protocol/ledger/ledgerFiles.ts';
import { settingKeys } from '../../../../src/protocol/settings.ts';

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly description?: string;
  readonly [keyword: string]: unknown;
}

/** Every property of a schema by its path. */
const properties = (schema: unknown, path = ''): readonly [string, Schema][] => {
  if (Array.isArray(schema)) return schema.flatMap((one) => properties(one, path));
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([keyword, held]: [string, unknown]) =>
    keyword === 'properties' && typeof held === 'object' && held !== null
      ? Object.entries(held).flatMap(([name, one]: [string, Schema]): [string, Schema][] => [
          [`${path}.${name}`, one],
          ...properties(one, `${path}.${name}`),
        ])
      : properties(held, path),
  );
};

const texts: readonly { readonly path: string; readonly text: string }[] = schemaTexts();

describe('JSON Schemas of the ledger', () => {
  it('are the ones that the code makes: node scripts/manifest.mjs renews them', () => {
    const all = [...texts, settingsSchema()];
    for (const { path, text } of all) assert.equal(readFileSync(path, 'utf8'), text, path);
    const there = readdirSync(dirname(texts[0]?.path ?? ''));
    assert.deepEqual(there.toSorted(), all.map(({ path }) => basename(path)).toSorted());
  });

  it('are draft-07, read back by a reader of JSON Schema, and say of every property what it is', () => {
    for (const { path, text } of texts) {
      const schema: Schema = JSON.parse(text);
      assert.equal(schema['$schema'], 'http://json-schema.org/draft-07/schema#', path);
      z.fromJSONSchema(JSON.parse(text));
      const found = properties(schema);
      assert.ok(found.length > 5, path);
      const silent = found.filter(([, one]) => !one.description).map(([name]) => name);
      assert.deepEqual(silent, [], path);
    }
  });

  it('are used by the editor for every contract file that is a JSON document', () => {
    assert.deepEqual(readManifest().contributes.jsonValidation, [...jsonValidation(), settingsValidation]);
    const documents = ledgerFiles.flatMap(({ paths }) => paths).filter((path) => path.endsWith('.json'));
    assert.deepEqual(
      jsonValidation().map(({ fileMatch }: { fileMatch: string }) => fileMatch),
      [
        ...documents.map((path) => `reports/agent_loop/active/${path}`),
        '.mam/jobs/*.json',
        '.mam/delegate_job_logs/*/meta.json',
        '.mam/delegate_job_logs/*/status.json',
      ],
    );
    const artifact = 'patch_artifact.json';
    for (const place of ['patch_runs/implementer', ownFolder, `${ownFolder}/worker-0`])
      assert.ok(
        documents.some((path) => matchesGlob(`${place}/${artifact}`, path)),
        place,
      );
  });

  it('are all in docs/ledger.md, with their files and the names of their events', () => {
    const docs = readFileSync(join(import.meta.dirname, '../../../../docs/ledger.md'), 'utf8');
    const rows = docs.split('\n').map((line) => line.replace(/<\w+>/g, '*'));
    for (const { paths, schemaFile } of [...ledgerFiles, ...jobFiles])
      for (const path of paths) {
        const row = rows.find((line) => line.startsWith('|') && line.includes(`\`${path}\``));
        assert.ok(row?.includes(`\`${schemaFile}\``), path);
      }
    const events: { anyOf: { properties: { event: { const?: string } } }[] } = JSON.parse(
      texts.find(({ path }) => path.endsWith('event-line.schema.json'))?.text ?? '',
    );
    const names = events.anyOf.flatMap((one) => one.properties.event.const ?? []);
    const section = /## Events\n([\s\S]*?)\n## /.exec(docs)?.[1] ?? '';
    const told = [...section.matchAll(/^\| `([a-z-]+)`/gm)].map(([, name]) => name);
    assert.deepEqual(told.filter((name) => name !== 'event').toSorted(), [...new Set(names)].toSorted());
  });

  it('that the command line’s settings have knows each setting with its words, and no other', () => {
    const schema = JSON.parse(settingsSchema().text);
    assert.deepEqual(Object.keys(schema.properties).toSorted(), [...settingKeys].toSorted());
    for (const [key, one] of Object.entries<{ markdownDescription?: string }>(schema.properties))
      assert.match(one.markdownDescription ?? '', /^[^%]/, key);
    const reader = z.fromJSONSchema(schema);
    assert.ok(reader.safeParse({ 'mam.loop.maxRounds': 3, 'mam.topology': 'four-role' }).success);
    for (const wrong of [{ 'mam.loop.maxRounds': 0 }, { 'mam.loop.maxRounds': '3' }, { 'mam.lop': 1 }, []])
      assert.ok(!reader.safeParse(wrong).success, JSON.stringify(wrong));
  });
});
