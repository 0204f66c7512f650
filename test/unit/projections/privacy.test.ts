import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { schemaTexts } from '../../../scripts/lib/ledgerSchemas.mjs';
import { auditFolder } from '../../../src/app/auditFolder.ts';
import { placesOf } from '../../../src/app/places.ts';
import { eventLine } from '../../../src/app/projections/events.ts';
import { projectedFiles } from '../../../src/app/projections/index.ts';
import type { Recorded } from '../../../src/core/event.ts';
import { evolve } from '../../../src/core/evolve.ts';
import { defaultLabels } from '../../../src/core/privacy/config.ts';
import { labelRules } from '../../../src/core/privacy/labels.ts';
import { createPrivacy } from '../../../src/core/privacy/privacy.ts';
import { emptyState, type State } from '../../../src/core/state.ts';
import { readStoredEvent, type StoredEvent } from '../../../src/protocol/eventLog.ts';
import { createHarness, person, writesFile, type Harness } from '../../builders/appHarness.ts';
import { privacyConfig } from '../../builders/privacy.ts';
import { queueText } from '../../builders/queueText.ts';
import { byAccess, inTurn, reported } from '../../fakes/fakeLanes.ts';
import { searchLabels, searchPaths } from '../core/privacy/hostile.ts';

const ledger = '/repo/reports/agent_loop';
const token = `ghp_${'a1B2'.repeat(9)}`;
/** One of each kind, in the forms in which agents and people write. */
const leaks = [
  `the key ${token}`,
  'doc_id: SECRET-1',
  '- evidence: SECRET-2',
  '{"question": "SECRET-3", "chunk_id": 7777001}',
  '--doc-id SECRET-4',
  'doc_id-SECRET5',
  'see /home/kim/SECRET6, /Users/kim/SECRET7 and C:\\Users\\SECRET8\\x',
  'reports/real100/SECRET9.json and .env.SECRET10',
  'kim.SECRET11@example.org',
  'in /repo/src/a.ts',
].join('\n');
const seen = /ghp_|SECRET|7777001|\/repo/;

const settings = {
  'mam.privacy.labels': [...searchLabels],
  'mam.privacy.paths': [...searchPaths],
  'mam.privacy.emails': true,
};
const privacy = createPrivacy({ labels: searchLabels, paths: searchPaths, emails: true, root: '/repo' });

/** Everybody says everything that must not be kept, wherever something can be said. */
async function play(): Promise<Harness> {
  // Within a line, evidence is an ordinary word.
  const line = leaks.replace('- evidence: SECRET-2\n', '').replaceAll('\n', ' ; ');
  const h = await createHarness({
    queue: queueText(
      { id: 'T-2026-0001', claims: '`a.txt`', title: line, goal: leaks },
      { id: 'T-2026-0002', claims: '`.env.SECRET10`', title: line, goal: leaks, status: line },
    ),
    settings,
    play: (git) => {
      const write = writesFile(git);
      return byAccess({
        write: (...all) => {
          void write(...all);
          return reported(leaks);
        },
        read: inTurn(
          reported(`${leaks}\n- [major] a.txt:1 - ${line}\n\n[VERDICT: NOT PASS]`),
          reported(`${leaks}\nAnswer:\n[VERDICT: PASS]`),
        ),
      });
    },
  });
  h.commands.result = { exitCode: 1, timedOut: false, tail: leaks, durationMs: 1, problem: null };
  await h.start();
  await h.spool.drop(
    '1.json',
    JSON.stringify({
      v: 1,
      type: 'heartbeat',
      session: 'reviewer',
      role: line.slice(0, 99),
      status: line.slice(90, 180),
    }),
  );
  await h.rest();
  h.commands.result = { exitCode: 0, timedOut: false, tail: leaks, durationMs: 1, problem: null };
  if (h.run().phase !== 'waiting') await h.app.dispatch({ type: 'resumeLoop' }, person);
  await h.rest();
  await h.app.dispatch({ type: 'returnRun', run: h.run().id, comments: leaks }, person);
  await h.app.dispatch({ type: 'resumeLoop' }, person);
  await h.rest();
  return h;
}

describe('what MAM writes to be shown around', () => {
  let h: Harness;
  before(async () => {
    h = await play();
  });
  after(() => h.app.close());

  it('audits clean, whatever agents and people said', async () => {
    const written = [...h.files.texts].filter(([path]) => path.startsWith(`${ledger}/`));
    assert.ok(written.length >= 12, written.map(([path]) => path).join('\n'));
    assert.ok(written.filter(([, text]) => text.includes('redacted-private-value')).length >= 4);
    assert.deepEqual(await auditFolder(h.files, ledger, privacy), { findings: [], unreadable: [] });
    for (const [path, text] of written) assert.doesNotMatch(text, seen, path);
  });

  it('comes from a log that holds nothing private of what was said, and from real paths', async () => {
    const said = (await h.app.recentEvents(100_000)).map(({ event }) => event);
    const kinds = ['jobEnded', 'verdictGiven', 'checksRecorded', 'sessionBeat', 'returned'];
    for (const kind of kinds) {
      const events = said.filter((event) => event.type === kind);
      assert.ok(events.length > 0, kind);
      for (const event of events) assert.doesNotMatch(JSON.stringify(event), seen, kind);
    }
    // What is compared with names of files must be their names.
    assert.deepEqual(h.app.state.queue.tasks.find((task) => task.id === 'T-2026-0002')?.claims, ['.env.SECRET10']);
    const worktrees = said.flatMap((event) => (event.type === 'worktreeAdded' ? [event.worktree.path] : []));
    assert.ok(worktrees.length > 0 && worktrees.every((path) => path.startsWith('/repo/')), worktrees.join());
  });

  it('keeps the verdict that a label above it would swallow', () => {
    const { verdicts } = h.run();
    assert.ok(verdicts.some((verdict) => verdict.word === 'pass'));
  });

  it('is written anew when the settings become stricter', () => {
    const loose = createPrivacy({ ...privacyConfig, labels: [] });
    const before = new Map(projectedFiles(h.app.state, places, loose));
    const after = new Map(projectedFiles(h.app.state, places, privacy));
    assert.notDeepEqual(before, after);
  });
});

const places = placesOf({ controlRoot: '/repo', commonDir: '/repo/.git' });
const logs = join(import.meta.dirname, '../../fixtures/logs');
const { isLabel } = labelRules([...defaultLabels, ...searchLabels]);

/** The fields that a JSON Schema names, at any depth. */
const propertiesIn = (schema: unknown): unknown =>
  typeof schema !== 'object' || schema === null
    ? null
    : Object.entries(schema).map(([key, held]) =>
        key === 'properties' && typeof held === 'object' && held !== null
          ? Object.fromEntries(Object.entries(held).map(([name, inner]) => [name, propertiesIn(inner)]))
          : propertiesIn(held),
      );

const keysOf = (value: unknown): readonly string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([key, held]) => [...(Array.isArray(value) ? [] : [key]), ...keysOf(held)]);

describe('the names of fields in the ledger', () => {
  it('are never those of private fields: no ledger must find fault with itself', () => {
    const keys = new Set<string>();
    for (const name of readdirSync(logs)) {
      if (!name.endsWith('.jsonl')) continue;
      let state: State = emptyState;
      for (const line of readFileSync(join(logs, name), 'utf8').trimEnd().split('\n')) {
        const row: StoredEvent = JSON.parse(line);
        const read = readStoredEvent(row);
        assert.ok(read.ok);
        const event: Recorded = read.value;
        state = evolve(state, event);
        for (const key of keysOf(JSON.parse(eventLine(event, state, privacy)))) keys.add(key);
      }
      for (const [path, file] of projectedFiles(state, places, privacy))
        if (path.endsWith('.json')) for (const key of keysOf(JSON.parse(file))) keys.add(key);
    }
    // And whatever else the contract has room for.
    for (const { text } of schemaTexts()) for (const key of keysOf(propertiesIn(JSON.parse(text)))) keys.add(key);
    assert.ok(keys.size > 150, `${keys.size}`);
    assert.deepEqual([...keys].filter(isLabel), []);
  });
});
