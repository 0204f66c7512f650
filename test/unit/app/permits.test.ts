import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { BatchRequest } from '../../../src/app/batch/request.ts';
import type { Ports } from '../../../src/app/ports.ts';
import type { LaneOutcome } from '../../../src/core/job/types.ts';
import { createHarness, person, writesFile, type Harness } from '../../builders/appHarness.ts';
import { queueText } from '../../builders/queueText.ts';
import { failed, reported, type Play } from '../../fakes/fakeLanes.ts';
import { until } from '../../until.ts';

const queue = queueText(
  { id: 'T-2026-0001', claims: '`a.txt`', checks: ['npm test'] },
  { id: 'T-2026-0002', claims: '`b.txt`', checks: ['npm test'] },
);
const request: BatchRequest = {
  kind: 'runner',
  execute: true,
  sessions: null,
  role: null,
  agent: 'codex',
  model: null,
  task: null,
  base: null,
  sandbox: 'read-only',
  maxParallel: 8,
  timeoutMs: 0,
  maxCommands: 0,
  counts: false,
  dual: false,
  warnings: [],
};
/** All of the team but the seat that is judged by rule. */
const seats = 7;

interface Stage {
  readonly h: Harness;
  /** Lanes that run, and worktrees that are made where they take time, in the order of their start, each with how it ends. */
  readonly open: { readonly timeoutMs: number; end(outcome?: LaneOutcome): void }[];
  /** Worktrees of runs that were made. */
  made: number;
  mostAtOnce: number;
  batchEnded: boolean;
  /** Why the batch was not begun. */
  refused: string | null;
  startBatch(change?: Partial<BatchRequest>): void;
}

/** A team of eight on lanes, and where it is said on worktrees, that end when a test says so. */
async function stage(atOnce: number, slowWorktrees = false): Promise<Stage> {
  const open: Stage['open'] = [];
  const waits =
    (write: Play): Play =>
    (spec, signal, tell) =>
      new Promise((resolve) => {
        const lane = {
          timeoutMs: spec.timeoutMs,
          end: (outcome?: LaneOutcome): void => {
            if (!open.includes(lane)) return;
            open.splice(open.indexOf(lane), 1);
            if (outcome) return resolve(outcome);
            resolve(spec.access === 'write' ? write(spec, signal, tell) : reported('Fine.\n\n[VERDICT: PASS]'));
          },
        };
        open.push(lane);
        s.mostAtOnce = Math.max(s.mostAtOnce, open.length);
        signal.addEventListener('abort', () => lane.end(failed('lane.stopped')), { once: true });
      });
  const isOfRun = (path: string): boolean =>
    Object.values(s.h.app.state.effects).some(
      ({ effect }) => effect.kind === 'createWorktree' && effect.run !== null && effect.path === path,
    );
  const wrap = (ports: Ports): Ports => ({
    ...ports,
    git: {
      ...ports.git,
      createWorktree: async (spec) => {
        // A checkout that is looked at within a check is no worktree of a run.
        if (isOfRun(spec.path)) {
          s.made += 1;
          await new Promise<void>((resolve) => {
            const making = {
              timeoutMs: 0,
              end: (): void => {
                open.splice(open.indexOf(making), 1);
                resolve();
              },
            };
            open.push(making);
            s.mostAtOnce = Math.max(s.mostAtOnce, open.length);
          });
        }
        return ports.git.createWorktree(spec);
      },
    },
  });
  const h = await createHarness({
    queue,
    ...(slowWorktrees ? { wrap } : {}),
    play: (git) => waits(writesFile(git)),
    settings: { 'mam.topology': 'expanded-eight', 'mam.lanes.atOnce': atOnce },
  });
  const s: Stage = {
    h,
    open,
    made: 0,
    mostAtOnce: 0,
    batchEnded: false,
    refused: null,
    startBatch: (change = {}) => {
      void h.app.runBatch({ ...request, ...change }, person).then((done) => {
        if (done.ok) s.batchEnded = true;
        else s.refused = done.error.code;
      });
    },
  };
  await h.app.tick(
    {
      execute: false,
      topology: 'expanded-eight',
      task: null,
      issue: null,
      branch: null,
      files: [],
      fromGit: false,
      claimText: null,
      prBody: null,
      leaseTtlMs: null,
      handedIn: [],
      unused: [],
    },
    person,
  );
  return s;
}

const batchOf = ({ h }: Stage) => Object.values(h.app.state.batches).at(-1);

describe('places for lanes', () => {
  it('are never waited for by whoever holds one: every schedule ends, with a batch beside a loop and one place at least', async function () {
    this.timeout(60_000);
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 0, max: 12 }),
        fc.array(fc.nat(), { minLength: 1, maxLength: 30 }),
        fc.boolean(),
        async (atOnce, batchAfter, order, slowWorktrees) => {
          const s = await stage(atOnce, slowWorktrees);
          await s.h.start({ limit: 2 });
          let steps = 0;
          for (;;) {
            if (steps === batchAfter) {
              s.startBatch();
              // It looks at the repository before anything is recorded.
              await until('a batch', () => batchOf(s) !== undefined || s.refused !== null);
              assert.equal(s.refused, null);
            }
            await s.h.rest();
            assert.ok(s.open.length <= atOnce, `${s.open.length} at once, of ${atOnce}`);
            const loop = Object.values(s.h.app.state.loops)[0];
            const rests = loop?.state === 'ended' || s.h.run().phase === 'waiting' || s.h.run().phase === 'needs-you';
            if (s.open.length === 0) {
              if (steps < batchAfter) {
                steps = batchAfter;
                continue;
              }
              assert.ok(s.batchEnded, `the batch waits for ever: ${batchOf(s)?.jobs.length} jobs`);
              assert.ok(rests, `the loop waits for ever: ${s.h.run().phase}`);
              break;
            }
            s.open[(order[steps % order.length] ?? 0) % s.open.length]?.end();
            steps += 1;
          }
          assert.equal(batchOf(s)?.decision, 'completed');
          assert.equal(s.made > 0, slowWorktrees);
          assert.ok(s.mostAtOnce <= atOnce, `${s.mostAtOnce} at once, of ${atOnce}`);
          assert.deepEqual(s.h.app.state.openJobs, {});
          await s.h.app.close();
        },
      ),
      { numRuns: 12 },
    );
  });

  for (const [atOnce, together] of [
    [8, seats],
    [3, 3],
    [1, 1],
  ] as const)
    it(`are taken by a batch all at once: ${together} of ${seats} lanes with ${atOnce}`, async () => {
      const s = await stage(atOnce);
      s.startBatch();
      for (let ended = 0; ended < seats; ended += 1) {
        await s.h.rest();
        assert.equal(s.open.length, Math.min(together, seats - ended));
        s.open[0]?.end();
      }
      await s.h.rest();
      assert.deepEqual([batchOf(s)?.decision, s.mostAtOnce], ['completed', together]);
      await s.h.app.close();
    });

  it('that come late have what is left of the batch’s time', async () => {
    const s = await stage(1);
    s.startBatch({ sessions: ['reviewer', 'deep-reviewer'], timeoutMs: 60_000 });
    await s.h.rest();
    assert.equal(s.open[0]?.timeoutMs, 60_000);
    for (let n = 0; n < 4; n += 1) await s.h.clock.advance(5000);
    s.open[0].end();
    await s.h.rest();
    const left = s.open[0]?.timeoutMs ?? 0;
    assert.ok(left <= 40_000 && left > 30_000, `${left} ms`);
    s.open[0]?.end();
    await s.h.rest();
    await s.h.app.close();
  });

  it('are no more given to a batch that one lane ended: what waited is never started', async () => {
    const s = await stage(2);
    s.startBatch();
    await s.h.rest();
    s.open[0]?.end(failed('lane.timeout'));
    await s.h.rest();
    assert.deepEqual(
      [s.h.lanes.started.length, s.open.length, batchOf(s)?.decision, batchOf(s)?.blockers.map((one) => one.code)],
      [2, 0, 'blocked', ['runner.timeout']],
    );
    await s.h.app.close();
  });
});
