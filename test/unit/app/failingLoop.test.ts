import assert from 'node:assert/strict';
import { fateOf, playLoop, tasks, type Fate } from '../../builders/failingLoop.ts';

/** What each fate comes to, on every seed and however many tasks are at work at once. */
const endings: Readonly<Record<Fate, string>> = {
  good: 'waiting, round 1, open, asks nothing',
  notStarted: 'needs-you, round 1, closed, lane.spawnFailed',
  crashes: 'needs-you, round 1, closed, lane.failed',
  timesOut: 'needs-you, round 1, closed, lane.timeout',
  noReport: 'needs-you, round 1, closed, lane.noReport',
  neverEnds: 'needs-you, round 1, closed, lane.interrupted',
  noVerdict: 'needs-you, round 1, closed, verdict.missing',
  repaired: 'waiting, round 2, open, asks nothing',
  rejected: 'needs-you, round 3, closed, loop.roundCap',
  outside: 'needs-you, round 1, closed, patch.outsideClaim',
  secret: 'needs-you, round 1, closed, patch.secret',
  checkFails: 'needs-you, round 3, closed, loop.roundCap',
  asks: 'needs-you, round 0, closed, checks',
  held: 'is not begun',
  noCommit: 'needs-you, round 1, closed, git.failed',
  noWorktree: 'needs-you, round 1, closed, git.failed',
  diskFull: 'needs-you, round 1, closed, disk.full',
  limited: 'waiting, round 1, open, asks nothing',
};
/** A loop to the end leaves alone what somebody else has. */
const begun = tasks.filter((task) => fateOf(task) !== 'held');
const wanted = begun.map((task) => `${task}, ${fateOf(task)}, ${endings[fateOf(task)]}`);
const counted = begun.map(
  (task) => `${task} ${endings[fateOf(task)].startsWith('waiting') ? 'completed' : 'deferred'}`,
);

const pools = [1, 4, 2, 8] as const;
const [first, seeds] = [Number(process.env['MAM_SEED_FROM'] ?? 0), Number(process.env['MAM_SEEDS'] ?? pools.length)];

describe('a loop through fifty tasks with every kind of failure', function () {
  this.timeout(Math.max(120_000, seeds * 60_000));

  it('comes to the same for each, however many are at work, in whatever order, with a full disk and hosts that die', async () => {
    for (let seed = first; seed < first + seeds; seed++) {
      const pool = pools[seed % pools.length] ?? 1;
      const deaths = seed % 3;
      const played = await playLoop(seed, pool, { deaths, fullLogs: 3 });
      const where = `seed ${seed}, ${pool} at once`;
      assert.deepEqual(played.outcomes, wanted, where);
      assert.deepEqual(played.cycles, counted, where);
      assert.deepEqual([played.wrong, played.startedTwice, played.ended], [[], [], 'ended blocked'], where);
      assert.deepEqual([played.most, played.deaths], [pool, deaths], where);
    }
  });
});
