import assert from 'node:assert/strict';
import type { CheckRun } from '../../../src/app/ports/commands.ts';
import type { Shipping } from '../../../src/app/ports/shipping.ts';
import { problem, type Problem } from '../../../src/base/problem.ts';
import { err, ok } from '../../../src/base/result.ts';
import type { Ports } from '../../../src/app/ports.ts';
import { createHarness, person, type Harness, type HarnessOptions } from '../../builders/appHarness.ts';
import { queueText } from '../../builders/queueText.ts';
import { createMemoryStore } from '../../fakes/memoryStore.ts';
import { tickFacts } from '../../builders/tick.ts';

const queue = queueText({ id: 'T-2026-0001', claims: '`a.txt`' });
const ended: CheckRun = { exitCode: 0, timedOut: false, tail: 'pushed', durationMs: 1, problem: null };

interface Shipper extends Shipping {
  killed: Problem | null;
  result: CheckRun;
  /** What happens while the command runs. */
  meanwhile: () => Promise<void>;
  readonly ran: string[];
}

const createShipper = (): Shipper => {
  const shipper: Shipper = {
    killed: null,
    result: ended,
    meanwhile: async () => undefined,
    ran: [],
    refused: async () => shipper.killed,
    run: async ({ cwd, argv }) => {
      shipper.ran.push(`${cwd}: ${argv.join(' ')}`);
      await shipper.meanwhile();
      return shipper.result;
    },
  };
  return shipper;
};

/** A reviewed task whose branch is checked out in a worktree of a person. */
async function reviewed(shipper: Shipper, options: Partial<HarnessOptions> = {}): Promise<Harness> {
  const h = await createHarness({ queue, shipping: shipper, ...options });
  await h.start();
  const { branch, change } = h.run();
  const made = await h.git.createWorktree({ path: '/repo/wt', branch, commit: change?.head ?? '' });
  assert.ok(made.ok);
  return h;
}

async function ship(h: Harness, worktree = 'wt'): Promise<string> {
  const { branch, change, options } = h.run();
  const facts = tickFacts({
    topology: options.topology,
    execute: true,
    head: change?.head ?? null,
    branch,
    worktree,
    files: ['a.txt'],
  });
  const done = await h.app.dispatch({ type: 'tick', facts }, person);
  assert.ok(done.ok, done.ok ? '' : done.error.code);
  await h.rest();
  const one = Object.values(h.app.state.ships).at(-1);
  return one
    ? `${one.outcome} ${one.exitCode ?? '-'} ${one.problem?.code ?? one.tail}`
    : (h.app.state.ticks.at(-1)?.blockers ?? []).map((found) => found.code).join();
}

describe('the ship command', () => {
  it('runs once, in the checkout of the branch, and its end is recorded', async () => {
    const shipper = createShipper();
    const h = await reviewed(shipper);
    assert.equal(await ship(h), 'shipped 0 pushed');
    assert.deepEqual(shipper.ran, ['/repo/wt: make ship-run']);
    await ship(h);
    assert.equal(shipper.ran.length, 1);
    await h.app.close();
  });

  const rows: readonly (readonly [
    what: string,
    expected: string,
    prepare: (h: Harness, shipper: Shipper) => unknown,
  ])[] = [
    ['fails with its code', 'failed 2 pushed', (_, shipper) => (shipper.result = { ...ended, exitCode: 2 })],
    [
      'that ran out of time may have done anything',
      'unknown - ship.unknown',
      (_, shipper) => (shipper.result = { ...ended, exitCode: null, timedOut: true }),
    ],
    [
      'whose supervisor went away may have done anything',
      'unknown - ship.unknown',
      (_, shipper) => (shipper.result = { ...ended, problem: problem('command.lost', 'Lost.') }),
    ],
    [
      'that is not installed has done nothing',
      'failed - command.notStarted',
      (_, shipper) => (shipper.result = { ...ended, problem: problem('command.notStarted', 'No.') }),
    ],
    [
      'is stopped by the kill switch at the last moment',
      'failed - ship.killed',
      (_, shipper) => (shipper.killed = problem('ship.killed', 'Killed.')),
    ],
    [
      'does not run where another commit is checked out',
      'failed - ship.notCheckedOut',
      (h) => h.git.removeWorktree('/repo/wt', 'x', []),
    ],
  ];
  for (const [what, expected, prepare] of rows)
    it(what, async () => {
      const shipper = createShipper();
      const h = await reviewed(shipper);
      await prepare(h, shipper);
      assert.equal(await ship(h), expected);
      await h.app.close();
    });

  it('runs beside the control root, too', async () => {
    const shipper = createShipper();
    const h = await createHarness({ queue, shipping: shipper });
    await h.start();
    const { branch, change } = h.run();
    await h.git.createWorktree({ path: '/beside/wt', branch, commit: change?.head ?? '' });
    assert.equal(await ship(h, '../beside/./wt'), 'shipped 0 pushed');
    assert.deepEqual(shipper.ran, ['/beside/wt: make ship-run']);
    await h.app.close();
  });

  it('does not run when another host took over right before', async () => {
    const shipper = createShipper();
    let overtaken = false;
    const wrap = (ports: Ports): Ports => ({
      ...ports,
      store: {
        ...ports.store,
        ownership: { ...ports.store.ownership, beat: async () => !overtaken && ports.store.ownership.beat() },
      },
    });
    const h = await reviewed(shipper, { wrap });
    overtaken = true;
    assert.equal(await ship(h), 'failed - ship.notOwner');
    assert.deepEqual(shipper.ran, []);
    await h.app.close();
  });

  it('is not run again after its host died while it ran: a person is asked what it did', async () => {
    const shipper = createShipper();
    const h = await reviewed(shipper);
    let die: () => void = () => undefined;
    const died = new Promise<void>((resolve) => (die = resolve));
    let wake: () => void = () => undefined;
    const asleep = new Promise<void>((resolve) => (wake = resolve));
    shipper.meanwhile = async () => {
      h.store.kill();
      die();
      await asleep;
    };
    const { branch, change, options } = h.run();
    const facts = tickFacts({
      topology: options.topology,
      execute: true,
      head: change?.head ?? null,
      branch,
      worktree: 'wt',
      files: ['a.txt'],
    });
    await h.app.dispatch({ type: 'tick', facts }, person);
    await died;

    const next = createShipper();
    const second = await createHarness({
      queue,
      shipping: next,
      store: createMemoryStore(h.store.database),
      git: h.git,
      files: h.files,
      idPrefix: 'second',
    });
    await second.rest();
    assert.deepEqual(next.ran, []);
    assert.deepEqual(
      Object.values(second.app.state.ships).map((one) => one.outcome),
      ['unknown'],
    );
    assert.equal(await ship(second), 'unknown - ship.unknown');
    assert.deepEqual(
      second.app.state.ticks.at(-1)?.blockers.map((one) => one.code),
      ['ship.unanswered'],
    );
    // The one that died wakes up again: what it saw comes too late.
    wake();
    await h.app.close();
    await second.rest();
    assert.equal(Object.values(second.app.state.ships)[0]?.outcome, 'unknown');
    await second.app.close();
  });
});

describe('deleting the branch of a merged run', () => {
  /** A merged run, and its branch beside what the test made of it. */
  async function merged(options: Partial<HarnessOptions> = {}): Promise<Harness> {
    const h = await createHarness({ queue, ...options });
    await h.start();
    const run = h.run();
    await h.app.dispatch({ type: 'approve', run: run.id, head: run.change?.head ?? '' }, person);
    const done = await h.app.mergeLocally(run.id, person);
    assert.ok(done.ok, done.ok ? '' : done.error.code);
    return h;
  }
  const remove = async (h: Harness): Promise<string> => {
    const done = await h.app.deleteBranch(h.run().id, person);
    return done.ok ? 'deleted' : done.error.code;
  };
  const there = (h: Harness): boolean => h.git.branches.has(h.run().branch);
  const head = (h: Harness): string => h.run().change?.head ?? '';

  it('keeps its commit below a rescue ref', async () => {
    const h = await merged();
    assert.deepEqual([await remove(h), there(h)], ['deleted', false]);
    assert.ok([...h.git.rescues.values()].includes(head(h)));
    assert.equal(await remove(h), 'branch.deleted');
    await h.app.close();
  });

  const keepers: readonly (readonly [what: string, code: string, prepare: (h: Harness) => unknown])[] = [
    [
      'a branch that builds on it',
      'branch.dependents',
      async (h) => {
        await h.git.createWorktree({ path: '/repo/s', branch: 'stacked', commit: head(h) });
        h.git.commitOn('stacked', { 'b.txt': 'more\n' });
      },
    ],
    [
      'a checkout of it',
      'branch.checkedOut',
      (h) => h.git.createWorktree({ path: '/repo/w', branch: h.run().branch, commit: head(h) }),
    ],
    ['a commit on it', 'branch.moved', (h) => void h.git.commitOn(h.run().branch, { 'b.txt': 'more\n' })],
  ];
  for (const [what, code, prepare] of keepers)
    it(`is refused because of ${what}`, async () => {
      const h = await merged();
      await prepare(h);
      assert.deepEqual([await remove(h), there(h)], [code, true]);
      await h.app.close();
    });

  it('goes on when a branch only points at what is merged', async () => {
    const h = await merged();
    await h.git.createWorktree({ path: '/repo/s', branch: 'same', commit: head(h) });
    assert.equal(await remove(h), 'deleted');
    await h.app.close();
  });

  const answers: readonly (readonly [string, Awaited<ReturnType<Ports['forge']['dependentsOf']>>, string])[] = [
    ['knows of none', ok([]), 'deleted'],
    ['can’t tell', err(problem('forge.offline', 'Offline.')), 'branch.dependentsUnknown'],
  ];
  for (const [what, answer, code] of answers)
    it(`of a branch that is on a remote, whose forge ${what}: ${code}`, async () => {
      const wrap = (ports: Ports): Ports => ({
        ...ports,
        forge: { ...ports.forge, dependentsOf: async () => answer },
        git: {
          ...ports.git,
          listBranches: async () => {
            const found = await ports.git.listBranches();
            if (!found.ok) return found;
            const remote = Object.fromEntries(
              Object.entries(found.value.local).map(([name, at]) => [`origin/${name}`, at]),
            );
            return ok({ ...found.value, remote });
          },
        },
      });
      const h = await merged({ wrap });
      assert.equal(await remove(h), code);
      await h.app.close();
    });
});
