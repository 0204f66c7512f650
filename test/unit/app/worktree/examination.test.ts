import assert from 'node:assert/strict';
import { createExamination } from '../../../../src/app/worktree/examination.ts';
import { problem } from '../../../../src/base/problem.ts';
import { err, ok } from '../../../../src/base/result.ts';
import type { Ailment } from '../../../../src/core/worktree/ailment.ts';
import type { Worktree } from '../../../../src/core/worktree/types.ts';
import { aState } from '../../../builders/scene.ts';

const root = '/repo/.claude/worktrees';
const worktree = (name: string, run: string | null): Worktree => ({
  ...{ id: name, run, purpose: run === null ? 'person' : 'write', path: `${root}/${name}`, branch: name },
  ...{ commit: 'c', state: 'ready' },
});

const base = async () => ok({ name: 'main', commit: 'c' });

const examine = async (ailments: readonly Ailment[], listed: readonly string[], known: readonly Worktree[]) => {
  const state = aState({ worktrees: Object.fromEntries(known.map((one) => [one.id, one])) });
  const git = {
    examineWorktrees: async () => ok(ailments),
    listLinked: async () => ok(listed.map((path) => ({ path, branch: null }))),
  };
  const found = await createExamination({ git, state: () => state, root: () => root, base })();
  assert.ok(found.ok);
  const { linked, remedies } = found.value;
  return {
    ...{ linked, known: found.value.known },
    found: remedies.map((one) => [one.problem.code, one.problem.params['path'], one.argv.join(' ')]),
  };
};

describe('what is wrong with worktrees', () => {
  it('counts them, and tells of those that the log does not know or misses', async () => {
    const found = await examine(
      [],
      [`${root}/mine`, `${root}/odd`, '/elsewhere/theirs'],
      [worktree('mine', null), worktree('lost', 'run-1'), worktree('gone', null)],
    );
    assert.deepEqual(found, {
      ...{ linked: 3, known: 1 },
      found: [
        ['doctor.stray', `${root}/odd`, `mam worktree remove ${root}/odd --dry-run`],
        ['doctor.missed', `${root}/lost`, 'mam resume'],
      ],
    });
  });

  it('tells each thing once, and of one that ails nothing but what ails it', async () => {
    const gone: Ailment = { kind: 'gone', path: `${root}/odd` };
    const found = await examine(
      [gone, gone, { kind: 'halfMade', path: `${root}/lost` }],
      [`${root}/odd`],
      [worktree('lost', 'run-1')],
    );
    assert.deepEqual(
      found.found.map(([code, path]) => [code, path]),
      [
        ['doctor.gone', `${root}/odd`],
        ['doctor.halfMade', `${root}/lost`],
      ],
    );
  });

  it('is one without the set-up that was asked for with it, unless its folder has to be mended first', async () => {
    const half = (name: string): Worktree => ({ ...worktree(name, null), asked: { submodules: true } });
    const found = await examine(
      [
        { kind: 'landed', path: `${root}/new`, base: 'main', by: 'commits' },
        { kind: 'halfMade', path: `${root}/begun` },
        { kind: 'gone', path: `${root}/gone` },
      ],
      [`${root}/new`],
      [half('new'), half('gone'), { ...worktree('begun', null), state: 'creating' }],
    );
    assert.deepEqual(
      found.found.map(([code, path]) => [code, path]),
      [
        ['doctor.halfMade', `${root}/new`],
        ['doctor.halfMade', `${root}/begun`],
        ['doctor.gone', `${root}/gone`],
      ],
    );
  });

  it('is a removal that was cut short, and nothing else of where it lies meanwhile', async () => {
    const aside = `${root}/.mine.mam-removing`;
    const found = await examine([{ kind: 'cutShort', path: `${root}/mine`, aside }], [aside], []);
    assert.deepEqual(found.found, [['doctor.cutShort', `${root}/mine`, `mam worktree remove ${root}/mine`]]);
  });

  it('is no worktree of a run whose work has arrived: that one is removed by its run', async () => {
    const landed = (name: string): Ailment => ({
      kind: 'landed',
      path: `${root}/${name}`,
      base: 'main',
      by: 'commits',
    });
    const all = [worktree('mine', null), worktree('its', 'run-1')];
    const found = await examine([landed('mine'), landed('its')], [`${root}/mine`, `${root}/its`], all);
    assert.deepEqual(found.found, [['doctor.landed', `${root}/mine`, `mam worktree remove ${root}/mine`]]);
  });

  it('is looked for without a base, too', async () => {
    const bases: unknown[] = [];
    const git = {
      examineWorktrees: async (limits: { readonly base: unknown }) => {
        bases.push(limits.base);
        return ok([]);
      },
      listLinked: async () => ok([]),
    };
    const none = async () => err(problem('git.unborn', 'It has none.'));
    for (const one of [base, none])
      assert.ok((await createExamination({ git, state: () => aState({}), root: () => root, base: one })()).ok);
    assert.deepEqual(bases, [{ name: 'main', commit: 'c' }, null]);
  });

  it('is not known where git can’t tell', async () => {
    const failed = err(problem('git.failed', 'It failed.'));
    const deps = { state: () => aState({}), root: () => root, base };
    const all = { examineWorktrees: async () => ok([]), listLinked: async () => ok([]) };
    for (const git of [
      { ...all, examineWorktrees: async () => failed },
      { ...all, listLinked: async () => failed },
    ])
      assert.equal((await createExamination({ ...deps, git })()).ok, false);
  });
});
