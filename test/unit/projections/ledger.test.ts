import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectedFiles as filesOf } from '../../../src/app/projections/index.ts';
import { withoutStamp } from '../../../src/app/projections/json.ts';
import { placesOf } from '../../../src/app/places.ts';
import type { Recorded } from '../../../src/core/event.ts';
import { evolve, fold } from '../../../src/core/evolve.ts';
import { emptyState, type State } from '../../../src/core/state.ts';
import { createHarness, passes, person, writesFile, type Harness } from '../../builders/appHarness.ts';
import { queueText } from '../../builders/queueText.ts';
import { byAccess, inTurn, reported } from '../../fakes/fakeLanes.ts';
import { privacy } from '../../builders/privacy.ts';

const projectedFiles = (...of: Parameters<typeof filesOf>): ReadonlyMap<string, string> => new Map(filesOf(...of));
const golden = join(import.meta.dirname, '../../fixtures/ledger');
const places = placesOf({ controlRoot: '/repo', commonDir: '/repo/.git' });
const ledger = '/repo/reports/agent_loop/active/';

const queue = queueText(
  { id: 'T-2026-0001', claims: '`a.txt`', title: 'Änderung der Datei', goal: 'Change `a.txt`.\n\n```js\nlet x;\n```' },
  { id: 'T-2026-0002', claims: '`b.txt`', checks: ['make everything'], title: 'Needs leave' },
  { id: 'T-2026-0003', checks: [], status: 'maybe' },
);

/** Two rounds of one task up to its open gate, and a second task that asks for leave to run its check. */
async function play(): Promise<Harness> {
  const h = await createHarness({
    queue,
    play: (git) =>
      byAccess({
        write: writesFile(git),
        read: inTurn(reported('- [major] a.txt:1 - wrong, see /repo/a.txt\n\n[VERDICT: NOT PASS]'), passes),
      }),
  });
  await h.start({ limit: 2, pool: 1 });
  return h;
}

async function eventsOf(h: Harness): Promise<readonly Recorded[]> {
  const all = await h.app.recentEvents(100_000);
  assert.equal(all.at(-1)?.seq, h.app.state.seq);
  return all;
}

const content = (state: State, since?: State): [string, string][] =>
  [...projectedFiles(state, places, privacy, since)].map(([path, text]) => [path, withoutStamp(text)]);

describe('the projected ledger', () => {
  let h: Harness;
  let events: readonly Recorded[];
  before(async () => {
    h = await play();
    events = await eventsOf(h);
  });
  after(() => h.app.close());

  it('is, byte for byte, what it was when it was last looked at (MAM_GOLDEN=write renews it)', () => {
    const files = projectedFiles(h.app.state, places, privacy);
    assert.ok(files.size >= 14, [...files.keys()].join('\n'));
    for (const [path, text] of files) {
      assert.ok(path.startsWith(ledger), path);
      const kept = join(golden, path.slice(ledger.length));
      if (process.env['MAM_GOLDEN'] === 'write') {
        mkdirSync(dirname(kept), { recursive: true });
        writeFileSync(kept, text);
      }
      assert.ok(existsSync(kept), `no golden file for ${path}`);
      // How many events led here is the core's affair.
      assert.equal(withoutStamp(text), withoutStamp(readFileSync(kept, 'utf8')), path);
    }
  });

  it('has the same bytes whenever the same log is folded', () => {
    assert.deepEqual(projectedFiles(fold(events), places, privacy), projectedFiles(fold(events), places, privacy));
    assert.deepEqual(projectedFiles(fold(events), places, privacy), projectedFiles(h.app.state, places, privacy));
  });

  it('names every file that an event may change: step by step leads to the same files as all at once', async () => {
    const approved = await h.app.dispatch(
      { type: 'approve', run: h.run('T-2026-0001').id, head: h.run('T-2026-0001').change?.head ?? '' },
      person,
    );
    assert.ok(approved.ok);
    await h.rest();
    assert.ok((await h.app.mergeLocally(h.run('T-2026-0001').id, person)).ok);
    await h.app.dispatch({ type: 'allowCheck', argv: ['make', 'everything'] }, person);
    await h.rest();
    const shown = new Map<string, string>();
    let state = emptyState;
    for (const event of await eventsOf(h)) {
      const before = state;
      state = evolve(state, event);
      for (const [path, text] of content(state, before)) shown.set(path, text);
      assert.deepEqual(Object.fromEntries(shown), Object.fromEntries(content(state)), `after ${event.event.type}`);
    }
  });

  it('asks for little where little changed', () => {
    const state = h.app.state;
    const next = evolve(state, {
      seq: state.seq + 1,
      at: state.updatedAt,
      actor: 'host:core',
      event: { type: 'jobSignalled', job: 'nobody', kind: 'progress', text: 'x' },
    });
    assert.deepEqual([...projectedFiles(next, places, privacy, state).keys()], [`${ledger}session_registry.json`]);
    assert.equal(projectedFiles(state, places, privacy, state).size, 0);
  });

  it('is well-formed JSON with sorted keys, ASCII only, and the sequence that it shows', () => {
    for (const [path, text] of projectedFiles(h.app.state, places, privacy)) {
      if (!path.endsWith('.json')) continue;
      const value: { mam: { seq: number } } = JSON.parse(text);
      assert.equal(value.mam.seq, h.app.state.seq, path);
      assert.deepEqual(Object.keys(value), Object.keys(value).toSorted(), path);
      assert.doesNotMatch(text, /[^\n\u0020-\u007e]/, path);
      assert.ok(text.endsWith('}\n'), path);
    }
  });

  it('shows neither paths of this machine nor secrets', async () => {
    const token = `ghp_${'a1B2'.repeat(9)}`;
    const secret = await createHarness({
      queue: queueText({ id: 'T-2026-0001', claims: '`a.txt`', goal: `Use ${token}.` }),
    });
    await secret.start();
    for (const [path, text] of projectedFiles(secret.app.state, places, privacy)) {
      assert.doesNotMatch(text, /\/repo|ghp_/, path);
    }
    await secret.app.close();
  });

  it('is empty before anything was started', () => {
    assert.equal(projectedFiles(emptyState, places, privacy).size, 0);
  });
});
