// JSON Schemas of the contract files, made from src/protocol/ledger.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { jobFiles } from '../../src/protocol/ledger/jobFiles.ts';
import { ledgerFiles } from '../../src/protocol/ledger/ledgerFiles.ts';

const folder = join(import.meta.dirname, '../../media/schemas');

/** Path of each schema's file and the text that it must have. */
export const schemaTexts = () =>
  [...ledgerFiles, ...jobFiles].map(({ schemaFile, title, schema }) => {
    const { $schema, ...body } = z.toJSONSchema(schema, { target: 'draft-7', io: 'input' });
    return {
      path: join(folder, schemaFile),
      text: `${JSON.stringify({ $schema, title, ...body }, null, 2)}\n`,
    };
  });

/** Which files an editor checks with which schema. Lines of a log are no JSON document, so that one is left out. */
export const jsonValidation = () =>
  [
    ...ledgerFiles.map((file) => ({ ...file, folder: 'reports/agent_loop/active' })),
    ...jobFiles.map((file) => ({ ...file, folder: '.mam' })),
  ].flatMap(({ paths, schemaFile, folder: below }) =>
    paths
      .filter((path) => path.endsWith('.json'))
      .map((path) => ({ fileMatch: `${below}/${path}`, url: `./media/schemas/${schemaFile}` })),
  );

/** Writes every schema whose text is another; returns whether there was one. With `check` nothing is written. */
export function updateSchemas(check, texts) {
  const stale = texts.filter(({ path, text }) => readText(path) !== text);
  if (!check) for (const { path, text } of stale) writeFileSync(path, text);
  return stale.length > 0;
}

function readText(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
