import assert from 'node:assert/strict';
import { problem } from '../../../src/base/problem.ts';
import { createHarness, passes, patchesIn, type Harness, type HarnessOptions } from '../../builders/appHarness.ts';
import { queueText } from '../../builders/queueText.ts';
import { byAccess, reported } from '../../fakes/fakeLanes.ts';
import { createMemoryGit } from '../../fakes/memoryGit.ts';

/** Put together here, so that no file of the project holds what looks like a secret. */
const secret = `ghp_${'aB3xY9kQ7mN2'.repeat(3)}`;
const queue = queueText({ id: 'T-2026-0001', claims: '`a.txt`, `notes/**`' });

async function played(text: string, path: string, options: Partial<HarnessOptions> = {}): Promise<Harness> {
  const h = await createHarness({
    queue,
    play: (git) =>
      byAccess({
        write: (spec) => {
          git.files(spec.cwd).set(path, text);
          return reported('Done.');
        },
        read: passes,
      }),
    ...options,
  });
  await h.start();
  return h;
}

const askCode = (h: Harness): string | false => {
  const { ask } = h.run();
  return ask?.kind === 'problem' && ask.problem.code;
};

describe('the audit of a patch', () => {
  for (const [name, text, path] of [
    ['in a line that looks like the head of a file', `++${secret}\n`, 'a.txt'],
    ['in a file that is no text', `\0${secret}`, 'a.txt'],
    ['in a name', 'x\n', `notes/${secret}.md`],
    ['in a name outside the claim', 'x\n', `other/${secret}.md`],
  ] as const)
    it(`refuses one that adds a secret ${name}, and keeps no copy of it`, async () => {
      const h = await played(text, path);
      assert.equal(askCode(h), path.startsWith('other') ? 'patch.outsideClaim' : 'patch.secret');
      assert.deepEqual(patchesIn(h), []);
      assert.ok(!JSON.stringify(h.store.database.rows).includes(secret));
      await h.app.close();
    });

  it('refuses one with a file that nobody could search', async () => {
    const h = await played('x\n', 'a.txt', {
      wrap: (ports) => ({
        ...ports,
        git: {
          ...ports.git,
          capture: async (...args) => {
            const captured = await ports.git.capture(...args);
            const binaries = [{ path: 'a.txt', secrets: null }];
            return captured.ok ? { ...captured, value: { ...captured.value, binaries } } : captured;
          },
        },
      }),
    });
    assert.equal(askCode(h), 'patch.unscanned');
    assert.deepEqual(patchesIn(h), []);
    await h.app.close();
  });

  it('keeps no secret of the reason why it could not be read', async () => {
    const git = createMemoryGit();
    git.failNext('capture', problem('git.failed', 'Git said {reason}', { reason: secret }));
    const h = await played('x\n', 'a.txt', { git });
    assert.ok(h.run().ask);
    assert.ok(!JSON.stringify(h.store.database.rows).includes(secret));
    await h.app.close();
  });
});
