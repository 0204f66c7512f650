import assert from 'node:assert/strict';
import type { Settings } from '../../../src/protocol/settings.ts';
import { createHarness, passes, type Harness } from '../../builders/appHarness.ts';
import { queueText } from '../../builders/queueText.ts';
import { byAccess, reported } from '../../fakes/fakeLanes.ts';
import { createMemoryGit } from '../../fakes/memoryGit.ts';

const queue = queueText(
  ...[1, 2, 3, 4].map((n) => ({ id: `T-2026-000${n}`, claims: `\`${n}.txt\``, checks: ['npm test'] })),
);

async function played(settings: Partial<Settings>): Promise<{ readonly h: Harness; readonly compared: number }> {
  const git = createMemoryGit();
  git.switchTo(git.root, 'main', git.branches.get('main')!);
  let compared = 0;
  const h = await createHarness({
    queue,
    git,
    // Each writes the file that its task claims.
    play: (at) =>
      byAccess({
        write: (spec) => {
          const n = /T-2026-000(\d)/.exec(spec.cwd)?.[1] ?? '0';
          at.files(spec.cwd).set(`${n}.txt`, 'changed\n');
          return reported('Changed it.');
        },
        read: passes,
      }),
    settings: { 'mam.loop.pool': 2, ...settings },
    wrap: (ports) => ({
      ...ports,
      git: {
        ...ports.git,
        compareWork: () => {
          compared += 1;
          return ports.git.compareWork();
        },
      },
    }),
  });
  try {
    await h.start({ limit: null, allowedChecks: [['npm', 'test']] });
    for (let n = 0; n < 20; n++) {
      await h.clock.advance(2000);
      await h.rest();
    }
    return { h, compared };
  } finally {
    await h.app.close();
  }
}

const tuningsOf = ({ app }: Harness) => Object.values(app.state.loops)[0]?.poolTunings ?? [];

describe('how work in flight would merge', () => {
  it('is known to a loop that moves how many tasks are at work, though nobody sees it', async () => {
    const { h, compared } = await played({ 'mam.pool.autotune': true });
    assert.ok(tuningsOf(h).length > 1, 'no task came to something');
    assert.equal(typeof tuningsOf(h).at(-1)?.observed.conflicts, 'number');
    assert.ok(compared > 0);
  });

  it('is not looked at for one that does not', async () => {
    const { h, compared } = await played({});
    assert.ok((Object.values(h.app.state.loops)[0]?.cycles ?? []).length > 1, 'no task came to something');
    assert.equal(compared, 0);
  });
});
