import assert from 'node:assert/strict';
import { createJobProjector } from '../../../../src/app/delegation/jobProjector.ts';
import { problem } from '../../../../src/base/problem.ts';
import type { DomainEvent } from '../../../../src/core/event.ts';
import { fold } from '../../../../src/core/evolve.ts';
import type { State } from '../../../../src/core/state.ts';
import { begun, endedWith, lifeOf, orderOf, said } from '../../../builders/delegation.ts';
import { privacy } from '../../../builders/privacy.ts';
import { createMemoryFiles } from '../../../fakes/memoryFiles.ts';
import { createMemoryLog } from '../../../fakes/memoryLog.ts';
import { createMemoryStore } from '../../../fakes/memoryStore.ts';

const submitted = (id: string): DomainEvent => ({ type: 'jobSubmitted', job: orderOf(id) });
type MemoryFiles = ReturnType<typeof createMemoryFiles>;
const logOf = (job: string): string => `/repo/.mam/delegate_job_logs/${job}/events.ndjson`;
const cursor = '/repo/.mam/delegate_job_logs/cursor.json';
const full = problem('files.full', 'The disk is full.');

function createWorld(files: MemoryFiles = createMemoryFiles({})) {
  const store = createMemoryStore();
  const log = createMemoryLog();
  const reads: number[] = [];
  const open = () =>
    createJobProjector(
      { files, store: { ...store, read: (since, limit) => (reads.push(since), store.read(since, limit)) }, log },
      { controlRoot: '/repo' },
      () => privacy,
    );
  let projector = open();
  const append = async (...events: readonly DomainEvent[]): Promise<State> => {
    await store.transact(0, () => ({
      drafts: events.map((event) => ({ at: '2026-11-30T10:00:00Z', actor: 'test', event })),
      result: undefined,
    }));
    const all = await store.read(0);
    assert.ok(all.ok);
    return fold(all.value);
  };
  const show = async (state: State): Promise<void> => {
    projector.update(state);
    await projector.flush();
  };
  return {
    files,
    log,
    reads,
    append,
    show,
    reopen: () => void (projector = open()),
    problem: () => projector.problem,
  };
}

const text = async (files: MemoryFiles, path: string): Promise<string> => {
  const found = await files.read(path);
  assert.ok(found.ok);
  return found.value ?? '';
};
const seqs = async (files: MemoryFiles, job: string): Promise<readonly number[]> =>
  (await text(files, logOf(job)))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line).seq);
const statusOf = async (files: MemoryFiles, job: string): Promise<unknown> =>
  JSON.parse(await text(files, `/repo/.mam/jobs/${job}.json`)).status;

describe('writing the files of delegated jobs', () => {
  it('tells each job in its own files, once', async () => {
    const world = createWorld();
    await world.show(await world.append({ type: 'jobSubmitted', job: orderOf('a') }, begun('a')));
    await world.show(await world.append(...lifeOf('b', 2), said('a', 1, 'started')));
    const state = await world.append(endedWith('a', 'completed'));
    await world.show(state);
    await world.show(state);
    assert.deepEqual(await seqs(world.files, 'a'), [1, 2, state.seq - 1, state.seq]);
    assert.deepEqual(
      await seqs(world.files, 'b'),
      Array.from({ length: state.seq - 4 }, (_, i) => i + 3),
    );
    assert.deepEqual([await statusOf(world.files, 'a'), world.problem()], ['completed', null]);
  });

  it('writes nothing where there is no job, and does not look through what came before the first', async () => {
    const world = createWorld();
    const quiet: DomainEvent = { type: 'refsObserved', refs: {} };
    await world.show(await world.append(...Array.from({ length: 50 }, () => quiet)));
    assert.deepEqual([world.reads, world.files.written], [[], []]);
    await world.show(await world.append({ type: 'jobSubmitted', job: orderOf('a') }));
    assert.deepEqual(world.reads, [50]);
    assert.deepEqual(await seqs(world.files, 'a'), [51]);
  });

  it('goes on where an earlier owner ended, and touches no job to which nothing happened', async () => {
    const world = createWorld();
    await world.show(await world.append(...lifeOf('a', 2), { type: 'jobSubmitted', job: orderOf('b') }));
    const before = world.files.written.length;
    world.reopen();
    const state = await world.append(begun('b'));
    await world.show(state);
    assert.deepEqual(world.reads.at(-1), state.seq - 1);
    const since = world.files.written.slice(before);
    assert.ok(since.length > 0 && since.every((path) => !path.includes('/a')), since.join());
    assert.equal(await statusOf(world.files, 'b'), 'running');
  });

  it('makes whole what a killed owner left, and cuts off a torn line', async () => {
    const world = createWorld();
    const first = await world.append({ type: 'jobSubmitted', job: orderOf('a') }, begun('a'));
    await world.show(first);
    // The log of the job was written, the rest not, and the next line only in part.
    const state = await world.append(said('a', 1, 'started'), said('a', 2, 'progress', 'half'));
    const line = (await text(world.files, logOf('a'))).split('\n')[0]!.replace('"seq":1', '"seq":3');
    world.files.edit(logOf('a'), `${await text(world.files, logOf('a'))}${line}\n{"seq":4,"to`);
    world.reopen();
    await world.show(state);
    assert.deepEqual(await seqs(world.files, 'a'), [1, 2, 3, 4]);
  });

  for (const [what, note] of [
    ['is gone', null],
    ['is broken', '{'],
    ['is ahead of the log', '{"v":1,"seq":999}'],
  ] as const)
    it(`looks at everything, and repeats nothing, where the note of how far it came ${what}`, async () => {
      const world = createWorld();
      const state = await world.append(...lifeOf('a', 2));
      await world.show(state);
      world.files.edit(cursor, note);
      world.files.edit('/repo/.mam/jobs/a.json', null);
      world.reopen();
      await world.show(state);
      assert.deepEqual(
        await seqs(world.files, 'a'),
        Array.from({ length: state.seq }, (_, i) => i + 1),
      );
      assert.equal(await statusOf(world.files, 'a'), 'completed');
    });

  for (const path of [logOf('a'), '/repo/.mam/jobs/a.json', cursor])
    it(`says that it is behind while ${path} can’t be written, and catches up`, async () => {
      const world = createWorld();
      world.files.broken.set(path, full);
      await world.show(await world.append({ type: 'jobSubmitted', job: orderOf('a') }));
      assert.equal(world.problem()?.code, 'files.full');
      world.files.broken.delete(path);
      await world.show(await world.append(begun('a')));
      assert.deepEqual([world.problem(), await seqs(world.files, 'a')], [null, [1, 2]]);
      assert.equal(await statusOf(world.files, 'a'), 'running');
    });

  it('tells of other jobs while one can’t be told of', async () => {
    const world = createWorld();
    for (const path of [logOf('a'), '/repo/.mam/jobs/b.json']) world.files.broken.set(path, full);
    await world.show(await world.append(...['a', 'b', 'c'].map((id) => submitted(id))));
    assert.deepEqual([world.problem()?.code, await statusOf(world.files, 'c')], ['files.full', 'pending']);
  });

  it('leaves a file alone that is not its own', async () => {
    const world = createWorld();
    world.files.edit('/repo/.mam/jobs/a.json', '{"mine":true}\n');
    await world.show(await world.append(submitted('a')));
    assert.deepEqual([world.problem(), await text(world.files, '/repo/.mam/jobs/a.json')], [null, '{"mine":true}\n']);
  });

  it('never shows a job older than its log', async () => {
    const world = createWorld();
    const early = await world.append({ type: 'jobSubmitted', job: orderOf('a') });
    const late = await world.append(begun('a'));
    await world.show(early);
    assert.deepEqual([await seqs(world.files, 'a'), await statusOf(world.files, 'a')], [[1], 'pending']);
    await world.show(late);
    assert.deepEqual([await seqs(world.files, 'a'), await statusOf(world.files, 'a')], [[1, 2], 'running']);
  });
});
