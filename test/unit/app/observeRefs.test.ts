import assert from 'node:assert/strict';
import type { LaneOutcome } from '../../../src/core/job/types.ts';
import { createHarness, passes, person } from '../../builders/appHarness.ts';
import { queueText } from '../../builders/queueText.ts';
import { byAccess, inTurn, reported, type Play } from '../../fakes/fakeLanes.ts';

const queue = queueText({ id: 'T-2026-0001', claims: '`a.txt`' });

describe('looking at branches', () => {
  it('does not take what was read before a commit for a branch that moved after it', async () => {
    const reads: (() => void)[] = [];
    let slow = false;
    const ends: ((outcome: LaneOutcome) => void)[] = [];
    const gated: Play = () => new Promise((resolve) => ends.push(resolve));
    const h = await createHarness({
      queue,
      play: (git) => {
        let round = 0;
        const write: Play = (spec) => {
          git.files(spec.cwd).set('a.txt', `change ${++round}\n`);
          return round === 2 ? new Promise((resolve) => ends.push(resolve)) : reported('Done.');
        };
        const notPass = reported('- [major] a.txt:1 - wrong\n\n[VERDICT: NOT PASS]');
        return byAccess({ write, read: inTurn(notPass, passes, passes, gated) });
      },
      wrap: (ports) => ({
        ...ports,
        git: {
          ...ports.git,
          refs: async (names) => {
            const found = await ports.git.refs(names);
            if (slow) await new Promise<void>((resolve) => reads.push(resolve));
            return found;
          },
        },
      }),
    });
    await h.start();
    assert.deepEqual([h.run().round, ends.length], [2, 1]);
    slow = true;
    await h.clock.advance(5000);
    assert.equal(reads.length, 1);
    slow = false;
    ends.shift()?.(reported('Done.'));
    await h.rest();
    assert.equal(h.run().phase, 'reviewing');
    reads[0]?.();
    await h.rest();
    for (const end of ends) end(reported('Good.\n\n[VERDICT: PASS]'));
    await h.rest();
    assert.deepEqual([h.run().phase, h.run().ask], ['waiting', null]);
    await h.app.close();
    assert.equal(h.clock.waiting, 0);
  });

  it('sees the base move away from what is approved and not merged', async () => {
    const h = await createHarness({ queue });
    await h.start();
    await h.app.dispatch({ type: 'approve', run: h.run().id, head: h.run().change?.head ?? '' }, person);
    await h.rest();
    assert.equal(h.run().phase, 'ended');
    const moved = h.git.commitOn('main', { 'b.txt': 'by somebody\n' });
    await h.app.refresh();
    assert.equal(h.app.state.refs['refs/heads/main'], moved);
    await h.app.close();
  });
});
