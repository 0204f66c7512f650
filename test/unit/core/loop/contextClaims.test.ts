import assert from 'node:assert/strict';
import { CoreWorld, fileOf, taskOf } from '../../../builders/core.ts';

const context = ['tasks/queue.md', 'docs/plans/**'];
const onlyContext = taskOf('T-2026-0001', { claims: ['tasks/queue.md', 'docs/plans/x.md'] });

/** How a run goes on whose writer changed these files. */
const endOf = (world: CoreWorld, ...paths: readonly string[]): string => {
  world.playUntil('capturePatch');
  const files = paths.map(fileOf);
  world.settle(world.open('capturePatch')[0]!, {
    kind: 'capturePatch',
    tree: 't',
    patch: 'p',
    roundFiles: files,
    files,
    faults: [],
  });
  const { ask } = world.run();
  return ask?.kind === 'problem' ? ask.problem.code : world.run().phase;
};

describe('a task that names nothing but context', () => {
  it('may change just that', () => {
    const world = (): CoreWorld => new CoreWorld().start([onlyContext], { contextPaths: context });
    assert.equal(endOf(world(), 'src/a.ts'), 'patch.outsideClaim');
    assert.equal(endOf(world(), 'tasks/queue.md', 'docs/plans/x.md'), 'implementing');
    assert.equal(endOf(world(), 'docs/plans/y.md'), 'patch.outsideClaim');
  });

  it('claims everything where a person lets it change everything', () => {
    const world = new CoreWorld().start([onlyContext], { contextPaths: context, openContextClaims: true });
    assert.equal(endOf(world, 'src/a.ts'), 'implementing');
    assert.deepEqual(world.state.leases[world.run().lease ?? '']?.claims, ['**']);
    assert.deepEqual(world.run().claims, ['**']);
  });

  it('has to wait then while anybody else writes', () => {
    const other = taskOf('T-2026-0002', { claims: ['src/b.ts'] });
    const world = new CoreWorld().start([other, onlyContext], {
      tasks: [other.id, onlyContext.id],
      limit: 2,
      contextPaths: context,
      openContextClaims: true,
    });
    world.playUntil();
    const { ask } = world.run(onlyContext.id);
    assert.equal(ask?.kind === 'problem' && ask.problem.code, 'lease.overlap');
  });

  it('settles where everything is context', () => {
    const world = new CoreWorld().start([onlyContext], { contextPaths: ['**'], openContextClaims: true });
    assert.equal(endOf(world, 'src/a.ts'), 'implementing');
  });

  it('keeps its own claim where it names a file besides', () => {
    const mixed = taskOf('T-2026-0001', { claims: ['tasks/queue.md', 'src/a.ts'] });
    const world = new CoreWorld().start([mixed], { contextPaths: context, openContextClaims: true });
    assert.equal(endOf(world, 'src/b.ts'), 'patch.outsideClaim');
  });
});
