import assert from 'node:assert/strict';
import { err, ok, type Result } from '../../../../src/base/result.ts';
import { problem, type Problem } from '../../../../src/base/problem.ts';
import { judgeJobs, type JobJudge } from '../../../../src/app/delegation/judgeJobs.ts';
import type { Modes } from '../../../../src/core/delegation/judge.ts';
import type { DomainEvent } from '../../../../src/core/event.ts';
import { emptyState } from '../../../../src/core/state.ts';
import { DelegatedWorld } from '../../../builders/delegatedWorld.ts';
import { ManualClock } from '../../../fakes/manualClock.ts';
import { createMemoryLog } from '../../../fakes/memoryLog.ts';

/** A judge over a core whose awake time is that of the clock, unless the machine sleeps. */
function createScene(modes: Modes = {}) {
  const clock = new ManualClock(Date.parse('2026-01-31T12:00:00Z'));
  const world = new DelegatedWorld();
  const start = clock.now();
  const scene = { modes, asked: 0, slept: 0, answer: null as Result<readonly DomainEvent[], Problem> | null };
  const awakeMs = (): number => clock.now() - start - scene.slept;
  const judge: JobJudge = judgeJobs({
    clock,
    log: createMemoryLog(),
    awake: { now: awakeMs },
    settings: () => ({ 'mam.completion.mode': { ...scene.modes } }),
    orchestrator: {
      dispatch: async ({ type }) => {
        assert.equal(type, 'judgeJobs');
        scene.asked++;
        if (scene.answer) return scene.answer;
        world.modes = scene.modes;
        const events = world.pass((awakeMs() - world.awakeMs) / 1000);
        judge.follow(world.state);
        return ok(events);
      },
    },
  });
  return Object.assign(scene, { clock, world, judge });
}

const rested = (scene: ReturnType<typeof createScene>): void => {
  scene.world.started('j1', { timeoutMs: 3_600_000 });
  scene.world.report();
  scene.world.see('hook', { kind: 'idle' });
};

describe('time that judges jobs', () => {
  it('does so at the moment when a job has rested for long enough, and not before', async () => {
    const scene = createScene({ codex: 'auto' });
    rested(scene);
    scene.judge.follow(scene.world.state);
    await scene.clock.advance(14_999);
    assert.equal(scene.asked, 0);
    await scene.clock.advance(1);
    assert.deepEqual([scene.asked, scene.world.status(), scene.clock.waiting], [1, 'completed', 0]);
  });

  it('asks once for what is only noted, and then at the next limit', async () => {
    const scene = createScene();
    rested(scene);
    scene.judge.follow(scene.world.state);
    await scene.clock.advance(3_599_999);
    assert.deepEqual([scene.asked, scene.world.attempt().wouldComplete !== null], [1, true]);
    await scene.clock.advance(1);
    assert.deepEqual([scene.asked, scene.world.status(), scene.clock.waiting], [2, 'error', 0]);
  });

  it('waits in awake time', async () => {
    const scene = createScene({ codex: 'auto' });
    rested(scene);
    scene.judge.follow(scene.world.state);
    await scene.clock.advance(5_000);
    scene.slept = 60_000;
    await scene.clock.advance(60_000);
    assert.equal(scene.world.status(), 'running');
    await scene.clock.advance(10_000);
    assert.equal(scene.world.status(), 'completed');
  });

  it('does nothing while no job is open, nor for a host that is not the owner', async () => {
    const scene = createScene();
    scene.judge.follow(new DelegatedWorld().session().state);
    await scene.clock.advance(10);
    assert.equal(scene.clock.waiting, 0);
    rested(scene);
    scene.judge.follow(scene.world.state);
    assert.equal(scene.clock.waiting, 1);
    scene.judge.follow(emptyState);
    await scene.clock.advance(7_200_000);
    assert.deepEqual([scene.asked, scene.clock.waiting], [0, 0]);
  });

  it('lets a new owner hear first what happened while nobody looked', async () => {
    const scene = createScene({ codex: 'auto' });
    rested(scene);
    await scene.clock.advance(3_600_000);
    scene.judge.follow(scene.world.state);
    await scene.clock.advance(14_999);
    assert.equal(scene.asked, 0);
    scene.world.awakeMs = 3_614_999;
    scene.world.see('hook', { kind: 'working' });
    scene.judge.follow(scene.world.state);
    await scene.clock.advance(60_000);
    assert.equal(scene.world.status(), 'error');
    assert.equal(scene.world.attempt().ended?.problem?.code, 'job.timeout');
  });

  it('notices that an agent is trusted from now on', async () => {
    const scene = createScene();
    rested(scene);
    scene.judge.follow(scene.world.state);
    await scene.clock.advance(60_000);
    scene.modes = { codex: 'auto' };
    scene.judge.follow(scene.world.state);
    await scene.clock.advance(10);
    assert.equal(scene.world.status(), 'completed');
  });

  it('tries again later what could not be recorded, and does not spin', async () => {
    const scene = createScene({ codex: 'auto' });
    rested(scene);
    scene.judge.follow(scene.world.state);
    for (const answer of [err(problem('test.full', 'Full.')), ok([])]) {
      scene.answer = answer;
      scene.asked = 0;
      await scene.clock.advance(30_000);
      assert.ok(scene.asked >= 2 && scene.asked <= 6, `${scene.asked}`);
    }
    scene.answer = null;
    await scene.clock.advance(5_000);
    assert.equal(scene.world.status(), 'completed');
  });

  it('looks once at all that happens in a moment, and does not wait for an end of it', async () => {
    const scene = createScene({ codex: 'auto' });
    rested(scene);
    for (let i = 0; i < 20; i++) {
      scene.judge.follow({ ...scene.world.state, delegations: { ...scene.world.state.delegations } });
      assert.equal(scene.clock.waiting, 1);
      await scene.clock.advance(1000);
    }
    assert.deepEqual([scene.asked, scene.world.status()], [1, 'completed']);
  });

  it('stops when it is told to', async () => {
    const scene = createScene({ codex: 'auto' });
    rested(scene);
    scene.judge.follow(scene.world.state);
    scene.judge.dispose();
    assert.equal(scene.clock.waiting, 0);
    scene.judge.follow(scene.world.state);
    await scene.clock.advance(60_000);
    assert.equal(scene.asked, 0);
  });
});
