import assert from 'node:assert/strict';
import type { Shipping } from '../../../src/app/ports/shipping.ts';
import type { TickRequest } from '../../../src/app/tick/request.ts';
import type { Settings } from '../../../src/protocol/settings.ts';
import { snapshotVersion } from '../../../src/app/orchestrator.ts';
import { evaluateGate } from '../../../src/core/gate/evaluate.ts';
import type { Run } from '../../../src/core/loop/types.ts';
import type { Tick } from '../../../src/core/tick/types.ts';
import { createHarness, passes, person, writesFile, type Harness } from '../../builders/appHarness.ts';
import { handoffNotes } from '../../builders/handoffNotes.ts';
import { queueText } from '../../builders/queueText.ts';
import { found } from '../../builders/tick.ts';
import { createMemoryStore } from '../../fakes/memoryStore.ts';
import { byAccess, reported } from '../../fakes/fakeLanes.ts';

const entry = { id: 'T-2026-0001', claims: '`a.txt`' };
const queue = queueText({ ...entry, notes: handoffNotes });
const branch = 'feat/issue-7-title';

const request = (changes: Partial<TickRequest> = {}): TickRequest => ({
  topology: 'four-role',
  execute: false,
  task: 'T-2026-0001',
  issue: null,
  branch: null,
  files: [],
  fromGit: false,
  claimText: null,
  prBody: { path: 'body.md', text: 'Closes #7' },
  handedIn: ['body.md'],
  leaseTtlMs: null,
  unused: [],
  ...changes,
});

const shipCommand = { 'mam.ship.command': ['make', 'ship-run', 'DRAFT=false'] } satisfies Partial<Settings>;

interface Shipper extends Shipping {
  readonly ran: string[];
  exitCode: number;
  killed: boolean;
  /** It throws once it has run. */
  throws: boolean;
}

/** Ships nothing, and keeps what it was asked to run. */
function createShipper(): Shipper {
  const shipper: Shipper = {
    ran: [],
    exitCode: 0,
    killed: false,
    throws: false,
    refused: async () => (shipper.killed ? found('ship.killed') : null),
    run: async ({ argv }) => {
      shipper.ran.push(argv.join(' '));
      if (shipper.throws) throw new Error('EBUSY');
      return { exitCode: shipper.exitCode, timedOut: false, tail: '', durationMs: 1, problem: null };
    },
  };
  return shipper;
}

interface Scene extends Harness {
  readonly shipper: Shipper;
}

/** A task that the loop has worked on, and its commit checked out on an issue branch. */
async function worked(settings: Partial<Settings> = {}, verdict = 'PASS', text = queue): Promise<Scene> {
  const shipper = createShipper();
  const h = await createHarness({
    queue: text,
    shipping: shipper,
    settings: { 'mam.topology': 'four-role', 'mam.forge': 'none', ...shipCommand, ...settings },
    play: (git) =>
      byAccess({
        write: writesFile(git),
        read: verdict === 'PASS' ? passes : () => reported(`No.\n\n[VERDICT: ${verdict}]`),
      }),
  });
  await h.start();
  h.git.switchTo(h.git.root, branch, h.run().change?.head ?? '');
  return Object.assign(h, { shipper });
}

async function tickOf(h: Harness, changes: Partial<TickRequest> = {}): Promise<Tick> {
  const done = await h.app.tick(request(changes), person);
  assert.ok(done.ok, done.ok ? '' : done.error.code);
  await h.rest();
  return done.value;
}

const codes = (problems: Tick['blockers']): readonly string[] => problems.map((one) => one.code);

describe('a tick of the whole application', () => {
  it('before any review plans when dry, and is blocked by each missing role when it executes', async () => {
    const shipper = createShipper();
    const h = await createHarness({ queue, settings: { 'mam.forge': 'none', ...shipCommand }, shipping: shipper });
    h.git.switchTo(h.git.root, branch, h.git.branches.get('main') ?? '');
    const eight = { topology: 'expanded-eight', files: ['a.txt'] };
    const dry = await tickOf(h, eight);
    assert.equal(dry.decision, 'planned', codes(dry.blockers).join());
    assert.equal(codes(dry.warnings).filter((code) => code === 'tick.roleNotPassed').length, 3);
    const executed = await tickOf(h, { ...eight, execute: true });
    assert.equal(executed.decision, 'blocked');
    assert.equal(codes(executed.blockers).filter((code) => code === 'tick.roleNotPassed').length, 3);
    assert.deepEqual(shipper.ran, []);
    await h.app.close();
  });

  it('ships a reviewed commit once, and not again', async () => {
    const h = await worked();
    const tick = await tickOf(h, { execute: true });
    assert.equal(tick.decision, 'executed', JSON.stringify(tick.blockers));
    assert.deepEqual(h.shipper.ran, ['make ship-run DRAFT=false']);
    const again = await tickOf(h, { execute: true });
    assert.deepEqual([again.decision, codes(again.blockers), h.shipper.ran.length], ['blocked', ['ship.done'], 1]);
    assert.match(h.files.texts.get('/repo/reports/agent_loop/active/active_loop.md') ?? '', /- Decision: blocked/);
    await h.app.close();
  });

  it('has failed when the ship command fails, and says so', async () => {
    const h = await worked();
    h.shipper.exitCode = 2;
    const tick = await tickOf(h, { execute: true });
    assert.deepEqual([tick.decision, codes(tick.blockers)], ['ship-failed', ['tick.shipFailed']]);
    assert.equal(h.shipper.ran.length, 1);
    await h.app.close();
  });

  it('never ships what a reviewer did not pass, nor hands it to a writer', async () => {
    const h = await worked({ 'mam.loop.maxRounds': 1 }, 'NOT PASS');
    const lanes = h.lanes.started.length;
    const tick = await tickOf(h, { execute: true });
    assert.equal(tick.decision, 'blocked');
    assert.equal(codes(tick.blockers).filter((code) => code === 'tick.roleNotPassed').length, 2);
    assert.deepEqual([h.shipper.ran, h.lanes.started.length], [[], lanes]);
    await h.app.close();
  });

  it('ships no task whose hand-over notes lack something, and takes the plan’s where there are some', async () => {
    const h = await worked({}, 'PASS', queueText(entry));
    const dry = await tickOf(h);
    assert.deepEqual([dry.decision, codes(dry.warnings).includes('readiness.handoff')], ['planned', true]);
    const tick = await tickOf(h, { execute: true });
    assert.deepEqual(codes(tick.blockers), ['tick.readiness', 'readiness.handoff']);
    assert.deepEqual(h.shipper.ran, []);
    h.files.texts.set('/repo/docs/plans/T-2026-0001.md', `# Plan\n\n${handoffNotes}`);
    assert.equal((await tickOf(h, { execute: true })).decision, 'executed');
    await h.app.close();
  });

  it('ships nothing while a ship command is missing or forbidden', async () => {
    const without = await worked({ 'mam.ship.command': [] });
    assert.deepEqual(codes((await tickOf(without, { execute: true })).blockers), ['tick.noShipCommand']);
    await without.app.close();
    const killed = await worked();
    killed.shipper.killed = true;
    assert.deepEqual(codes((await tickOf(killed, { execute: true })).blockers), ['ship.killed']);
    assert.deepEqual(killed.shipper.ran, []);
    await killed.app.close();
  });

  it('does not ship again after a fault of the host came behind the command', async () => {
    const h = await worked();
    h.shipper.throws = true;
    assert.equal((await tickOf(h, { execute: true })).decision, 'ship-failed');
    h.shipper.throws = false;
    const again = await tickOf(h, { execute: true });
    assert.deepEqual(
      [again.decision, again.blockers.map((one) => one.code), h.shipper.ran.length],
      ['blocked', ['ship.unanswered'], 1],
    );
    await h.app.close();
  });

  it('ships nothing that a changed snapshot alone says was passed', async () => {
    const first = await worked({}, 'NOT PASS');
    const run = first.run();
    assert.notEqual(run.gate?.open, true);
    const { state } = first.app;
    await first.app.close();
    const passed: Run = {
      ...run,
      phase: 'waiting',
      ask: null,
      resume: null,
      faults: [],
      verdicts: run.verdicts.map((one) => ({ ...one, word: 'pass' })),
    };
    const gate = evaluateGate(state, passed);
    assert.ok(gate.open);
    const approved: Run = {
      ...passed,
      gate,
      phase: 'ended',
      decision: { kind: 'approved', by: 'ann', at: state.updatedAt, head: run.change?.head ?? '', merged: false },
    };
    for (const [runs, command] of [
      [{ ...passed, gate }, 'tick'],
      [approved, 'tick'],
      [approved, 'merge'],
      [{ ...approved, decision: { ...approved.decision, merged: true } }, 'delete'],
    ] as const) {
      const store = createMemoryStore(first.store.database);
      const forged = { ...state, runs: { [run.id]: runs } };
      await store.saveSnapshot(snapshotVersion, state.seq, JSON.stringify(forged));
      const shipper = createShipper();
      const h = await createHarness({
        queue,
        store,
        shipping: shipper,
        git: first.git,
        files: first.files,
        clock: first.clock,
        settings: { 'mam.topology': 'four-role', 'mam.forge': 'none', ...shipCommand },
        idPrefix: command,
      });
      const done =
        command === 'tick'
          ? await h.app.tick(request({ execute: true }), person)
          : command === 'merge'
            ? await h.app.mergeLocally(run.id, person)
            : await h.app.deleteBranch(run.id, person);
      assert.deepEqual([done.ok || done.error.code, shipper.ran], ['store.stateDiffers', []], command);
      await h.app.close();
    }
  });

  it('ships nothing that lies around uncommitted', async () => {
    const h = await worked();
    h.git.files(h.git.root).set('b.txt', 'mine\n');
    assert.deepEqual(codes((await tickOf(h, { execute: true })).blockers), ['tick.uncommitted']);
    await h.app.close();
  });

  it('is blocked by a private value in the reports, by its name alone', async () => {
    const h = await worked();
    h.files.edit('/repo/reports/agent_loop/notes.md', 'token ghp_0123456789abcdefghijklmnopqrstuvwxyz\n');
    const tick = await tickOf(h);
    assert.equal(tick.decision, 'blocked');
    assert.ok(codes(tick.blockers).includes('tick.privacy'));
    h.files.edit('/repo/reports/agent_loop/notes.md', 'nothing\n');
    assert.equal((await tickOf(h)).decision, 'planned');
    await h.app.close();
  });

  it('names a queue that is gone', async () => {
    const h = await worked();
    h.files.edit('/repo/tasks/queue.md', null);
    assert.deepEqual(codes((await tickOf(h)).blockers), ['queue.missing']);
    await h.app.close();
  });

  it('needs the deep review of a load-bearing file in eight roles alone, and words for it in any', async () => {
    const h = await worked({ 'mam.loadBearing': ['a.txt'] });
    const missing = async (topology: string): Promise<readonly unknown[]> => {
      const tick = await tickOf(h, { topology, execute: true, prBody: null });
      assert.ok(codes(tick.blockers).includes('tick.evidenceMissing'));
      return tick.blockers.filter((one) => one.code === 'tick.roleNotPassed').map((one) => one.params['role']);
    };
    assert.deepEqual(await missing('four-role'), []);
    assert.ok((await missing('expanded-eight')).includes('Deep Reviewer'));
    await h.app.close();
  });
});
