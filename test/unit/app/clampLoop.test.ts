import assert from 'node:assert/strict';
import { clampLoop } from '../../../src/app/clampLoop.ts';
import type { Settings } from '../../../src/protocol/settings.ts';
import { createHarness } from '../../builders/appHarness.ts';
import { CoreWorld, loopOptions, taskOf } from '../../builders/core.ts';
import { codeOf } from '../../builders/coreCommands.ts';
import { queueText } from '../../builders/queueText.ts';
import { settingsWith } from '../../builders/settings.ts';
import { FakeMachine } from '../../fakes/fakeMachine.ts';
import { createMemoryGit } from '../../fakes/memoryGit.ts';
import { createMemoryStore } from '../../fakes/memoryStore.ts';

const queue = queueText({ id: 'T-2026-0001', claims: '`a.txt`' });

interface Place {
  readonly git: ReturnType<typeof createMemoryGit>;
  readonly store: ReturnType<typeof createMemoryStore>;
  readonly machine: FakeMachine;
}

/** `main` and `ahead`, which has one commit more; the first is checked out. */
const place = (change: (at: Place) => void = () => undefined): Place => {
  const git = createMemoryGit();
  git.switchTo(git.root, 'main', git.branches.get('main')!);
  const at = { git, store: createMemoryStore(), machine: new FakeMachine() };
  change(at);
  return at;
};

const fork = ({ git }: Place, branch: string, file: string): string => {
  git.switchTo(git.root, branch, git.branches.get('main')!);
  return git.commitOn(branch, { [file]: 'one\n' });
};

describe('how many tasks at once a place can have', () => {
  const rows: readonly (readonly [
    name: string,
    at: () => Place,
    settings: Partial<Settings>,
    codes: readonly string[],
  ])[] = [
    ['as many as are wanted at the base', () => place(), {}, []],
    ['one by the kill switch', () => place(), { 'mam.loop.oneAtATime': true }, ['pool.killed']],
    [
      'one on a disk whose log can’t be shared',
      () => place(({ store }) => Object.assign(store, { canShare: false })),
      {},
      ['pool.noLocks'],
    ],
    [
      'one on native Windows',
      () => place(({ machine }) => void (machine.isNativeWindows = true)),
      {},
      ['pool.windows'],
    ],
    [
      'one ahead of the base',
      () => place((at) => at.git.switchTo(at.git.root, 'mine', fork(at, 'mine', 'b.txt'))),
      { 'mam.base': 'main' },
      ['pool.headAhead'],
    ],
    [
      'one behind the base',
      () =>
        place((at) => {
          fork(at, 'theirs', 'b.txt');
          at.git.switchTo(at.git.root, 'main', at.git.branches.get('main')!);
        }),
      { 'mam.base': 'theirs' },
      ['pool.headBehind'],
    ],
    [
      'one beside the base',
      () =>
        place((at) => {
          fork(at, 'theirs', 'b.txt');
          at.git.switchTo(at.git.root, 'mine', fork(at, 'mine', 'c.txt'));
        }),
      { 'mam.base': 'theirs' },
      ['pool.headDiverged'],
    ],
    [
      'as many as are wanted ahead of the base where a person means it',
      () => place((at) => at.git.switchTo(at.git.root, 'mine', fork(at, 'mine', 'b.txt'))),
      { 'mam.base': 'main', 'mam.pool.anyHead': true },
      [],
    ],
    ['one without a base', () => place(), { 'mam.base': 'gone', 'mam.pool.anyHead': true }, ['pool.baseUnknown']],
  ];
  for (const [name, at, settings, codes] of rows)
    it(name, async () => {
      const made = await clampLoop(loopOptions({ pool: 4 }), settingsWith(settings), at());
      assert.deepEqual([made.clamped?.why.map(({ code }) => code) ?? [], made.pool], [codes, codes.length > 0 ? 1 : 4]);
      assert.equal(made.clamped?.wanted, codes.length > 0 ? 4 : undefined);
    });

  it('keeps one that was to work on one task from more later', async () => {
    const made = await clampLoop(loopOptions({ pool: 1 }), settingsWith({ 'mam.loop.oneAtATime': true }), place());
    assert.deepEqual([made.pool, made.clamped?.wanted], [1, 1]);
    const world = new CoreWorld().start([taskOf('T-2026-0001', { claims: ['a'] })], made);
    assert.equal(codeOf(world, { type: 'setPool', size: 4 }), 'pool.killed');
  });

  it('is recorded when a loop starts, and shown in its state', async () => {
    const h = await createHarness({ queue, settings: { 'mam.loop.oneAtATime': true } });
    await h.start({ pool: 4 });
    const { options } = Object.values(h.app.state.loops)[0]!;
    assert.deepEqual([options.pool, options.clamped?.wanted], [1, 4]);
    const written: { readonly task_pool?: unknown } = JSON.parse(
      h.files.texts.get('/repo/reports/agent_loop/active/auto_loop_state.json') ?? '',
    );
    assert.deepEqual(written.task_pool, {
      size: 1,
      wanted: 4,
      clamps: ['one task at a time, not 4: mam.loop.oneAtATime is on.'],
      words: 'one task at a time, not 4: mam.loop.oneAtATime is on.',
    });
    await h.app.close();
  });
});
