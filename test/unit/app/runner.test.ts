import assert from 'node:assert/strict';
import { createEffectRunner } from '../../../src/app/effects/runner.ts';
import type { EffectContext } from '../../../src/app/effects/handler.ts';
import { placesOf } from '../../../src/app/places.ts';
import { err, ok } from '../../../src/base/result.ts';
import type { Command } from '../../../src/core/command.ts';
import type { Ports } from '../../../src/app/ports.ts';
import { createHarness } from '../../builders/appHarness.ts';
import { aProblem, CoreWorld } from '../../builders/core.ts';
import { queueText } from '../../builders/queueText.ts';
import { settle } from '../../fakes/manualClock.ts';
import { privacy } from '../../builders/privacy.ts';

const queue = queueText({ id: 'T-2026-0001', claims: '`a.txt`' });

describe('the effect runner', () => {
  it('runs nothing whose start was not recorded', async () => {
    const world = new CoreWorld();
    world.do({ type: 'createWorktree', path: '/w', branch: 'b', commit: 'c' });
    const h = await createHarness({ queue });
    const asked: string[] = [];
    let recorded = 0;
    const context: EffectContext = {
      ...h.ports,
      git: {
        ...h.ports.git,
        createWorktree: async ({ path }) => {
          asked.push(path);
          return ok({ warning: null });
        },
      },
      places: placesOf({ controlRoot: '/repo', commonDir: '/repo/.git' }),
      state: () => world.state,
      onDidChange: () => ({ dispose: () => undefined }),
      catchUp: async () => null,
      prove: async () => null,
      privacy: () => privacy,
      mostRescueBytes: () => 1024,
      preferredBase: () => null,
      awakeMs: () => 0,
      laneLimits: () => ({ most: 8, perAgent: {} }),
      laneEnv: {},
      onProgress: () => undefined,
      onSign: async () => undefined,
      recordSending: async () => 'over',
      watch: { begin: async () => null, look: async () => undefined },
    };
    const orchestrator = {
      state: world.state,
      onDidChange: () => ({ dispose: () => undefined }),
      keepSnapshots: () => undefined,
      catchUp: async () => null,
      refold: async () => ok(true),
      dispatch: async (command: Command) => {
        recorded += 1;
        return command.type === 'startEffect' ? ok([]) : err(aProblem);
      },
    };
    const runner = createEffectRunner(orchestrator, context, () => 1);
    runner.reconcile();
    for (let n = 0; n < 5; n++) await settle();
    assert.deepEqual([recorded, asked], [1, []]);
    await runner.detach();
    await h.app.close();
  });

  it('outlives a store that throws, and tries again with the next look', async () => {
    const world = new CoreWorld();
    world.do({ type: 'createWorktree', path: '/w', branch: 'b', commit: 'c' });
    const h = await createHarness({ queue });
    let tries = 0;
    const orchestrator: Parameters<typeof createEffectRunner>[0] = {
      state: world.state,
      onDidChange: () => ({ dispose: () => undefined }),
      keepSnapshots: () => undefined,
      catchUp: async () => null,
      refold: async () => ok(true),
      dispatch: async () => {
        tries += 1;
        throw new Error('a bug');
      },
    };
    const context: EffectContext = {
      ...h.ports,
      places: placesOf({ controlRoot: '/repo', commonDir: '/repo/.git' }),
      state: () => world.state,
      onDidChange: () => ({ dispose: () => undefined }),
      catchUp: async () => null,
      prove: async () => null,
      privacy: () => privacy,
      mostRescueBytes: () => 1024,
      preferredBase: () => null,
      awakeMs: () => 0,
      laneLimits: () => ({ most: 8, perAgent: {} }),
      laneEnv: {},
      onProgress: () => undefined,
      onSign: async () => undefined,
      recordSending: async () => 'over',
      watch: { begin: async () => null, look: async () => undefined },
    };
    const runner = createEffectRunner(orchestrator, context, () => 1);
    runner.reconcile();
    await settle();
    runner.reconcile();
    await runner.detach();
    assert.equal(tries, 2);
    await h.app.close();
  });

  it('does at most two worktrees at once, and the next as soon as one is done', async () => {
    let now = 0;
    let most = 0;
    const wrap = (ports: Ports): Ports => ({
      ...ports,
      git: {
        ...ports.git,
        createWorktree: async (spec) => {
          most = Math.max(most, ++now);
          await settle();
          now -= 1;
          return ports.git.createWorktree(spec);
        },
      },
    });
    const h = await createHarness({ queue, wrap });
    await h.start();
    assert.deepEqual([most, h.run().phase], [2, 'waiting']);
    await h.app.close();
  });

  it('tells a handler that throws as a failure that can be tried again', async () => {
    let thrown = 0;
    const wrap = (ports: Ports): Ports => ({
      ...ports,
      git: {
        ...ports.git,
        commit: async (spec) => {
          if (++thrown === 1) throw new Error('out of memory');
          return ports.git.commit(spec);
        },
      },
    });
    const h = await createHarness({ queue, wrap });
    await h.start();
    const { ask } = h.run();
    assert.deepEqual([h.run().phase, ask?.kind === 'problem' && ask.problem.code], ['needs-you', 'effect.crashed']);
    await h.app.dispatch({ type: 'resumeLoop' }, { kind: 'person', id: 'test' });
    await h.rest();
    assert.deepEqual([h.run().phase, h.lanes.started.filter((spec) => spec.access === 'write').length], ['waiting', 1]);
    await h.app.close();
  });
});
