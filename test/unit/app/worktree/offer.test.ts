import assert from 'node:assert/strict';
import { createHarness, person, type Harness } from '../../../builders/appHarness.ts';
import { FakeMachine } from '../../../fakes/fakeMachine.ts';
import { settle } from '../../../fakes/manualClock.ts';

const commands = [['npm', 'ci'], ['make']];

describe('a worktree before it is made', () => {
  let h: Harness | undefined;
  afterEach(() => h?.app.close());
  const baseOf = async (of: Harness) => {
    const base = await of.app.prepareBase(null);
    assert.ok(base.ok);
    return base.value;
  };

  it('tells the age of its base, what a person can choose, and whether there is room', async () => {
    const machine = new FakeMachine();
    h = await createHarness({ queue: '', machine, settings: { 'mam.worktrees.setUp': commands } });
    assert.deepEqual(await h.app.worktreeOffer(await baseOf(h)), {
      ...{ committedAt: '2026-01-01T00:00:00Z', submodules: false, asks: commands, room: null },
    });
    await h.app.dispatch({ type: 'allowCheck', argv: ['make'] }, person);
    const commit = h.git.commitOn('main', { '.gitmodules': '[submodule]\n' });
    machine.free = 1024 ** 3 / 2;
    const offer = await h.app.worktreeOffer({ commit });
    assert.deepEqual(
      [offer.submodules, offer.asks, offer.room?.code, offer.room?.params['free']],
      [true, [['npm', 'ci']], 'worktree.lowDisk', '0.5'],
    );
    machine.free = null;
    assert.equal((await h.app.worktreeOffer({ commit })).room, null);
  });

  it('is made all the same where there is hardly room, and says so', async () => {
    const machine = new FakeMachine();
    machine.free = 10;
    h = await createHarness({ queue: '', machine });
    const wanted = { path: '/w/one', branch: 'one', base: await baseOf(h), prepares: null };
    const made = await h.app.prepareWorktree(wanted, person);
    assert.ok(made.ok);
    assert.equal(made.value.warnings.at(0)?.code, 'worktree.lowDisk');
  });
});

describe('a set-up that takes too long', () => {
  it('is stopped by a person: what runs is ended, the worktree stays, and it can be set up again', async () => {
    const signals: AbortSignal[] = [];
    const h = await createHarness({
      queue: '',
      settings: { 'mam.worktrees.setUp': commands, 'mam.checks.allowed': commands },
      wrap: (ports) => ({
        ...ports,
        commands: {
          run: (spec, signal) => {
            signals.push(signal);
            if (signals.length > 1) return ports.commands.run(spec, signal);
            return new Promise((resolve) =>
              signal.addEventListener('abort', () =>
                resolve({ exitCode: null, timedOut: false, tail: '', durationMs: 1, problem: null }),
              ),
            );
          },
        },
      }),
    });
    const base = await h.app.prepareBase(null);
    assert.ok(base.ok);
    const making = h.app.prepareWorktree({ path: '/w/one', branch: 'one', base: base.value, prepares: null }, person);
    while (signals.length === 0) await settle();
    await h.app.dispatch({ type: 'stopSetUp', worktree: 'one' }, person);
    const made = await making;
    assert.ok(made.ok, JSON.stringify(made));
    assert.deepEqual(
      [made.value.setUp, made.value.warnings.map(({ code }) => code).includes('worktree.setUpStopped')],
      [null, true],
    );
    await h.rest();
    assert.deepEqual([signals[0]?.aborted, h.app.state.worktrees['one']?.state], [true, 'ready']);
    assert.deepEqual(Object.keys(h.app.state.effects), []);

    const again = await h.app.setUpWorktree('one', false, person);
    assert.ok(again.ok);
    assert.deepEqual(
      again.value.result?.commands.map(({ argv, outcome }) => [argv.join(' '), outcome]),
      [
        ['npm ci', 'passed'],
        ['make', 'passed'],
      ],
    );
    await h.app.dispatch({ type: 'stopSetUp', worktree: 'one' }, person);
    await h.app.close();
  });
});
