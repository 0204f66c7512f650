import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import * as z from 'zod';
import { schemaTexts } from '../../../scripts/lib/ledgerSchemas.mjs';
import { placesOf } from '../../../src/app/places.ts';
import { eventLine } from '../../../src/app/projections/events.ts';
import { projectedFiles } from '../../../src/app/projections/index.ts';
import type { Recorded } from '../../../src/core/event.ts';
import { evolve } from '../../../src/core/evolve.ts';
import { emptyState, type State } from '../../../src/core/state.ts';
import { readStoredEvent, type StoredEvent } from '../../../src/protocol/eventLog.ts';
import { ledgerFiles } from '../../../src/protocol/ledger/ledgerFiles.ts';
import { aProblem, gateOpenState, workingState } from '../../builders/scene.ts';
import { privacy } from '../../builders/privacy.ts';

const places = placesOf({ controlRoot: '/repo', commonDir: '/repo/.git' });
const logs = join(import.meta.dirname, '../../fixtures/logs');
const schemas: readonly { readonly path: string; readonly text: string }[] = schemaTexts();

/** Both forms of the contract of a file: the schema of the code, and the JSON Schema that editors get. */
const formsOf = (path: string): readonly z.ZodType[] => {
  const file = ledgerFiles.find((one) => matchesGlob(path, one.path));
  if (!file) return [];
  const json = schemas.find((one) => one.path.endsWith(file.schemaFile));
  assert.ok(json);
  return [file.schema, z.fromJSONSchema(JSON.parse(json.text))];
};

const forms = new Map<string, readonly z.ZodType[]>();

/** The second form is slow to read with, so that only those that ask for it pay for it. */
function demand(path: string, text: string, both = true): void {
  const found = forms.get(path) ?? formsOf(path);
  forms.set(path, found);
  assert.equal(found.length, 2, `${path} is a JSON file without a schema in src/protocol/ledger/ledgerFiles.ts`);
  for (const form of both ? found : found.slice(0, 1)) {
    const parsed = form.safeParse(JSON.parse(text));
    assert.ok(
      parsed.success,
      parsed.success ? '' : `${path} is not as its schema says:\n${z.prettifyError(parsed.error)}\n${text}`,
    );
  }
}

function demandFiles(state: State, since?: State): number {
  const files = [...projectedFiles(state, places, privacy, since)]
    .map(([path, text]) => [path.slice(places.ledger.length + 1), text] as const)
    .filter(([path]) => path.endsWith('.json'));
  for (const [path, text] of files) demand(path, text, since === undefined);
  return files.length;
}

const recorded = (name: string): readonly Recorded[] =>
  readFileSync(join(logs, name), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line): StoredEvent => JSON.parse(line))
    .map((row) => {
      const read = readStoredEvent(row);
      assert.ok(read.ok);
      return read.value;
    });

describe('every contract file that is written', () => {
  const states: Readonly<Record<string, State>> = {
    'while a writer works': workingState(),
    'while a run asks a person': workingState({ phase: 'needs-you', ask: { kind: 'problem', problem: aProblem } }),
    'with an open gate': gateOpenState(),
    'with a review missing': gateOpenState({ verdicts: [] }),
    'with faults': gateOpenState({ faults: [aProblem] }),
  };
  for (const [name, state] of Object.entries(states))
    it(`has the form of the contract ${name}`, () => assert.ok(demandFiles(state) >= 4));

  for (const name of readdirSync(logs).filter((one) => one.endsWith('.jsonl')))
    it(`has the form of the contract after each event of ${name}`, () => {
      let state = emptyState;
      let files = 0;
      const kinds = new Set<string>();
      for (const event of recorded(name)) {
        const before = state;
        state = evolve(state, event);
        files += demandFiles(state, before);
        const line = eventLine(event, state.runs, privacy);
        demand('events.jsonl', line, kinds.size === 0 || !kinds.has(JSON.parse(line).event));
        kinds.add(JSON.parse(line).event);
      }
      assert.ok(files + demandFiles(state) > 10);
      assert.ok(kinds.has('agent-turn') && kinds.has('active-apply') && kinds.has('gate-evidence'), [...kinds].join());
    });

  it('would be refused with a field more, a field less or another type', () => {
    for (const [path, text] of projectedFiles(gateOpenState(), places, privacy)) {
      if (!path.endsWith('.json')) continue;
      const name = path.slice(places.ledger.length + 1);
      const value: Record<string, unknown> = JSON.parse(text);
      const { generated_at: _, ...less } = value;
      for (const wrong of [{ ...value, invented: 1 }, less, { ...value, schema_version: '1' }])
        for (const form of formsOf(name)) assert.equal(form.safeParse(wrong).success, false, name);
    }
  });
});
