import assert from 'node:assert/strict';
import type { Breach } from '../../../src/core/breach/types.ts';
import type { Run } from '../../../src/core/loop/types.ts';
import { problem } from '../../../src/base/problem.ts';
import { createHarness, passes, person, type Harness } from '../../builders/appHarness.ts';
import { queueText } from '../../builders/queueText.ts';
import { byAccess, reported, type Play } from '../../fakes/fakeLanes.ts';
import type { createMemoryGit } from '../../fakes/memoryGit.ts';

type Git = ReturnType<typeof createMemoryGit>;
const queue = queueText({ id: 'T-2026-0001', claims: '`a.txt`' });
const askOf = ({ ask }: Run): string | null => (ask?.kind === 'problem' ? ask.problem.code : null);

/** A writer that does what it should, and something else first. */
const writer =
  (also: (git: Git, tell: (text: string) => void) => void) =>
  (git: Git): Play =>
    byAccess({
      write: (spec, _signal, tell) => {
        also(git, tell);
        git.files(spec.cwd).set('a.txt', 'changed\n');
        return reported('Done.');
      },
      read: passes,
    });
const config = { kind: 'config', name: 'core.hookspath in .git/config', mark: '1' } as const;
const mainFile = { kind: 'checkout', name: 'b.txt', mark: '1' } as const;
const found = ({ app }: Harness) =>
  Object.values(app.state.breaches).map(({ kind, names, blocks, tie, witnesses }: Breach) => [
    kind,
    names,
    blocks,
    tie?.by ?? null,
    witnesses.map((one) => one.session),
  ]);

describe('Watching what worktrees share', () => {
  it('finds nothing where nothing was done, and MAM’s own branches and refs are nothing', async () => {
    const h = await createHarness({ queue });
    await h.start();
    assert.deepEqual([h.run().phase, found(h)], ['waiting', []]);
    await h.app.close();
  });

  it('closes the gate on a changed configuration until a person accepts it', async () => {
    const h = await createHarness({ queue, play: writer((git) => void git.shared.push(config)) });
    await h.start();
    assert.deepEqual(found(h), [['config', [config.name], true, null, ['implementer']]]);
    const run = h.run();
    assert.deepEqual([run.phase, askOf(run)], ['needs-you', 'gate.breach']);
    const [breach = ''] = Object.keys(h.app.state.breaches);
    assert.ok((await h.app.dispatch({ type: 'acceptBreach', breach }, person)).ok);
    await h.rest();
    assert.deepEqual([h.run().phase, h.run().gate?.open], ['waiting', true]);
    await h.app.close();
  });

  it('ties a file of the main checkout to the lane whose transcript names it, and to nobody else', async () => {
    const h = await createHarness({
      queue,
      play: writer((git, tell) => {
        tell('Bash echo leak >> /repo/b.txt');
        git.shared.push(mainFile);
      }),
    });
    await h.start();
    assert.deepEqual(found(h), [['checkout', ['b.txt'], true, 'transcript', ['implementer']]]);
    assert.equal(h.run().phase, 'needs-you');
    await h.app.close();
  });

  const evil = { kind: 'worktrees', name: '/repo/.claude/worktrees/evil', mark: '' } as const;
  for (const [what, fact, deed, isUndone] of [
    ['a file', mainFile, 'Bash echo leak >> /repo/b.txt', false],
    ['a worktree among MAM’s own', evil, `Bash git worktree add ${evil.name}`, false],
    ['a worktree that it removed again', evil, `Bash git worktree add ${evil.name}`, true],
  ] as const)
    it(`blames a lane that is joined again for ${what} once its transcript is read, and keeps its gate closed`, async () => {
      const h = await createHarness({
        queue,
        play: () => byAccess({ write: () => new Promise(() => undefined), read: passes }),
      });
      const starting = h.start();
      await h.rest();
      await starting;
      assert.ok(h.app.state.shared);
      await h.app.close();
      h.git.shared.push(fact);

      let end = (): void => undefined;
      const ending = new Promise<void>((resolve) => (end = resolve));
      const again = await createHarness({
        queue,
        store: h.store,
        git: h.git,
        files: h.files,
        clock: h.clock,
        idPrefix: 'z',
        play: (git) =>
          byAccess({
            write: async (spec, _signal, tell) => {
              await ending;
              tell(deed);
              if (isUndone) git.shared.splice(git.shared.indexOf(fact), 1);
              for (let n = 0; n < 1500; n++) tell(`line ${n}`);
              git.files(spec.cwd).set('a.txt', 'changed\n');
              return reported('Done.');
            },
            read: passes,
          }),
      });
      await again.rest();
      const loose = [fact.kind, [fact.name], false, null, ['implementer']];
      assert.deepEqual(found(again), [loose]);
      end();
      await again.rest();
      assert.deepEqual(found(again), [loose, [fact.kind, [fact.name], true, 'transcript', ['implementer']]]);
      assert.deepEqual([again.run().phase, askOf(again.run())], ['needs-you', 'gate.breach']);
      await again.app.close();
    });

  it('only warns of a file of the main checkout that nothing ties to a lane', async () => {
    const h = await createHarness({ queue, play: writer((git) => void git.shared.push(mainFile)) });
    await h.start();
    assert.deepEqual(found(h), [['checkout', ['b.txt'], false, null, ['implementer']]]);
    assert.deepEqual([h.run().phase, h.run().gate?.open], ['waiting', true]);
    await h.app.close();
  });

  const failLooks = (git: Git, times: number): void => {
    for (let n = 0; n < times; n += 1) git.failNext('lookShared', problem('git.failed', 'git was killed.'));
  };

  for (const change of [null, config])
    it(`looks again where a look failed, and finds ${change === null ? 'nothing' : 'what was changed meanwhile'}`, async () => {
      const play = writer((git) => {
        failLooks(git, 2);
        if (change !== null) git.shared.push(change);
      });
      const h = await createHarness({ queue, play });
      failLooks(h.git, 2);
      await h.start();
      const blamed = change === null ? [] : [['config', [change.name], true, null, ['implementer']]];
      assert.deepEqual([found(h), h.run().phase], [blamed, change === null ? 'waiting' : 'needs-you']);
      await h.app.close();
    });

  it('starts no lane when nobody knows how things stand, and says when it can’t tell how they ended', async () => {
    const blind = await createHarness({ queue, play: writer((git) => failLooks(git, 3)) });
    await blind.start();
    assert.deepEqual(found(blind), [['unseen', [], true, null, ['implementer']]]);
    assert.equal(blind.run().phase, 'needs-you');
    await blind.app.close();

    const h = await createHarness({ queue });
    failLooks(h.git, 3);
    await h.start();
    assert.deepEqual([askOf(h.run()), h.lanes.started.length], ['git.failed', 0]);
    await h.app.close();
  });
});
