import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import * as z from 'zod';
import { schemaTexts } from '../../../scripts/lib/ledgerSchemas.mjs';
import { placesOf } from '../../../src/app/places.ts';
import { eventLine } from '../../../src/app/projections/events.ts';
import { projectedFiles } from '../../../src/app/projections/index.ts';
import type { DomainEvent, Recorded } from '../../../src/core/event.ts';
import { evolve } from '../../../src/core/evolve.ts';
import { emptyState, type State } from '../../../src/core/state.ts';
import type { Tick } from '../../../src/core/tick/types.ts';
import { readStoredEvent, type StoredEvent } from '../../../src/protocol/eventLog.ts';
import { ledgerFiles } from '../../../src/protocol/ledger/ledgerFiles.ts';
import { privacy } from '../../builders/privacy.ts';
import { CoreWorld } from '../../builders/core.ts';
import { eventsOf } from '../../builders/coreCommands.ts';
import { aJob, aProblem, gateOpenState, reported, workingState } from '../../builders/scene.ts';
import { aTeam } from '../../builders/team.ts';
import { reviewedWorld } from '../../builders/tick.ts';

const places = placesOf({ controlRoot: '/repo', commonDir: '/repo/.git' });
const logs = join(import.meta.dirname, '../../fixtures/logs');
const schemas: readonly { readonly path: string; readonly text: string }[] = schemaTexts();

/** Both forms of the contract of a file: the schema of the code, and the JSON Schema that editors get. */
const formsOf = (path: string): readonly z.ZodType[] => {
  const file = ledgerFiles.find(({ paths }) => paths.some((one) => matchesGlob(path, one)));
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

/** What another tool's ledger leaves. */
function imported(): State {
  const read = {
    topology: 'expanded-eight',
    sessions: [{ session: 'reviewer', role: 'Reviewer', status: 'passed', task: 'T-2026-0001', lastBeat: null }],
    units: [{ agent: 'codex', task: null, wu: 3, at: null }],
    completed: ['T-2026-0001'],
    deferred: [],
    leases: [
      {
        task: null,
        issue: '7',
        branch: '',
        worktree: null,
        session: 'implementer',
        borrower: { agent: 'codex', since: null },
        claims: ['src/**'],
        state: 'recovery-needed',
        reason: 'inspection-failed',
        expiresAt: null,
      },
    ],
    events: 9,
  } as const;
  const world = new CoreWorld();
  assert.ok(world.do({ type: 'importLedger', ledger: read, kept: '.mam/backups/x' }).ok);
  return world.state;
}

function tickedWith(): { readonly state: State; readonly tick: Tick } {
  const { world, facts } = reviewedWorld({ issue: null });
  eventsOf(world, { type: 'tick', facts });
  const tick = world.state.ticks.at(-1);
  assert.ok(tick);
  return { state: world.state, tick };
}

const ticked = (): State => tickedWith().state;

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
    'while a run is prepared': workingState({ phase: 'preparing', base: null }),
    'of a run that could not be prepared': workingState({ phase: 'stopped', base: null }),
    'of a writer that left nothing': workingState({ phase: 'stopped', jobs: [aJob({ ended: reported('14:03') })] }),
    'in a second round': gateOpenState({ round: 2, jobs: [aJob({ round: 2 })], phase: 'implementing' }),
    'while a team works': { ...workingState(), teams: { 'team-1': aTeam() } },
    'after an import': imported(),
    'after a tick': ticked(),
  };
  for (const [name, state] of Object.entries(states))
    it(`has the form of the contract ${name}`, () => assert.ok(demandFiles(state) >= 3));

  for (const name of readdirSync(logs).filter((one) => one.endsWith('.jsonl')))
    it(`has the form of the contract after each event of ${name}`, () => {
      let state = emptyState;
      let files = 0;
      const kinds = new Set<string>();
      for (const event of recorded(name)) {
        const before = state;
        state = evolve(state, event);
        files += demandFiles(state, before);
        const line = eventLine(event, state, privacy);
        demand('events.jsonl', line, kinds.size === 0 || !kinds.has(JSON.parse(line).event));
        kinds.add(JSON.parse(line).event);
      }
      assert.ok(files + demandFiles(state) > 10);
      assert.ok(kinds.has('agent-turn') && kinds.has('active-apply') && kinds.has('gate-evidence'), [...kinds].join());
    });

  it('has the contract’s line of a tick and of a heartbeat', () => {
    const { state, tick } = tickedWith();
    const events: readonly DomainEvent[] = [
      { type: 'ticked', tick },
      { type: 'sessionBeat', session: 'reviewer', role: 'Reviewer', task: null, status: 'reading', agent: 'codex' },
    ];
    const kinds = events.map((event): unknown => {
      const line = eventLine({ seq: 1, at: state.updatedAt, actor: 'person:ann', event }, state, privacy);
      demand('events.jsonl', line);
      return JSON.parse(line).event;
    });
    assert.deepEqual(kinds, ['active-loop', 'session-heartbeat']);
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
