import assert from 'node:assert/strict';
import type { Draft } from '../../../src/app/ports/eventStore.ts';
import type { EffectKind } from '../../../src/core/effect.ts';
import { createHarness, person, type Harness, type HarnessOptions } from '../../builders/appHarness.ts';
import { createMortalHost, type Death, type MortalHost } from '../../builders/mortalHost.ts';
import { queueText } from '../../builders/queueText.ts';
import { createMemoryDatabase, createMemoryStore } from '../../fakes/memoryStore.ts';

const queue = queueText({ id: 'T-2026-0001', claims: '`a.txt`' });

/** What counts in the end, and must be the same whether or not a host died on the way. */
const outcomeOf = (h: Harness) => {
  const run = h.run();
  return {
    phase: run.phase,
    head: run.change?.head,
    main: h.git.branches.get('main'),
    merged: run.decision?.merged,
    rounds: [run.round, run.attempt],
    verdicts: run.verdicts.map((one) => `${one.session} ${one.word}`).toSorted(),
    lanes: h.lanes.started.length,
    leases: h.app.state.leases,
    worktrees: h.app.state.worktrees,
    effects: h.app.state.effects,
  };
};

const steps: readonly ((h: Harness) => unknown)[] = [
  (h) => h.start(),
  (h) => h.app.dispatch({ type: 'approve', run: h.run().id, head: h.run().change?.head ?? '' }, person),
  (h) => h.app.mergeLocally(h.run().id, person),
];

/** Goes from the queue to the merge; when the host dies, another one takes over. */
async function goAllTheWay(death: Death | null): Promise<{ readonly h: Harness; readonly died: boolean }> {
  const database = createMemoryDatabase();
  const store = createMemoryStore(database);
  const mortal: MortalHost | null = death && createMortalHost(store, death);
  const first = await createHarness({ queue, store, ...(mortal ? { wrap: mortal.wrap } : {}) });
  let h = first;
  for (const step of steps) {
    // A host that dies during the step never answers, so it isn't waited for.
    void step(h);
    await h.rest();
    if (mortal?.isDead && h === first) {
      const { git, lanes, files } = first;
      const options: HarnessOptions = {
        queue,
        store: createMemoryStore(database),
        git,
        lanes,
        files,
        idPrefix: 'next',
      };
      h = await createHarness(options);
      await h.rest();
    }
  }
  await h.app.close();
  assert.equal(h.clock.waiting, 0);
  return { h, died: mortal?.isDead ?? false };
}

const kinds = [
  'prepareRun',
  'createWorktree',
  'runLane',
  'capturePatch',
  'commitPatch',
  'runChecks',
  'removeWorktree',
  'mergeLocally',
] as const satisfies readonly EffectKind[];
type Kind = (typeof kinds)[number];

/** Ids end in what they are for, so that a draft tells its kind. */
const endings: Readonly<Record<Kind, RegExp>> = {
  prepareRun: /\/prepare\/\d+$/,
  createWorktree: /\/create$/,
  runLane: /\/lane$/,
  capturePatch: /\/capture$/,
  commitPatch: /\/commit$/,
  runChecks: /\/run$/,
  removeWorktree: /\/remove$/,
  mergeLocally: /\/merge$/,
};

const moments = [
  { name: 'before it is started', type: 'effectStarted', at: 'before' },
  { name: 'right after its start is recorded', type: 'effectStarted', at: 'after' },
  { name: 'when it is done but not settled', type: 'effectSettled', at: 'before' },
  { name: 'right after it is settled', type: 'effectSettled', at: 'after' },
] as const;

/** Dies at the transaction that holds the n-th such event of such effects. */
function deathAt(kind: Kind, moment: (typeof moments)[number], nth: number): Death {
  let seen = 0;
  const isIt = ({ event }: Draft): boolean =>
    (event.type === 'effectStarted' || event.type === 'effectSettled') &&
    event.type === moment.type &&
    endings[kind].test(event.effect);
  return {
    at: moment.at,
    // One transaction may hold several: what starts together is recorded together.
    when: (drafts) => {
      const before = seen;
      seen += drafts.filter(isIt).length;
      return before < nth && seen >= nth;
    },
  };
}

describe('a host that dies', () => {
  let expected: ReturnType<typeof outcomeOf>;
  before(async () => {
    const { h } = await goAllTheWay(null);
    expected = outcomeOf(h);
    assert.deepEqual([expected.phase, expected.merged, expected.main], ['ended', true, expected.head]);
  });

  for (const kind of kinds)
    for (const moment of moments)
      for (const nth of kind === 'createWorktree' || kind === 'runLane' || kind === 'removeWorktree' ? [1, 2, 4] : [1])
        it(`at ${kind} ${nth}, ${moment.name}, leaves nothing undone and nothing done twice`, async () => {
          const { h, died } = await goAllTheWay(deathAt(kind, moment, nth));
          assert.ok(died, 'it never died');
          assert.deepEqual(outcomeOf(h), expected);
          const ids = h.lanes.started.map((spec) => spec.id);
          assert.equal(new Set(ids).size, ids.length, 'a lane was started twice');
          assert.ok((await h.store.verify()).ok);
        });
});
