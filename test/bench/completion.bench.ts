import { judgedWrongly, runSchedule } from '../builders/runSchedule.ts';
import { scheduleOf } from '../builders/schedule.ts';
import type { Bench } from './bench.ts';

const schedules = 10_000;

/**
 * Lives of a simulated agent whose own truth says when it was done. Between two turns it rests for less than the 15 s of
 * the contract and longer only where something shows that it is not done, and what is seen of it arrives within 4 s.
 */
const judged: Bench = {
  name: 'completion',
  async run() {
    const wrong: string[] = [];
    const counts = { said: 0, inferred: 0, 'falsely done': 0, missed: 0 };
    for (let seed = 1; seed <= schedules; seed++) {
      const schedule = scheduleOf(seed);
      const outcome = runSchedule(schedule);
      const by = outcome.completedAt === null ? undefined : outcome.job.attempts.at(-1)?.ended?.by;
      if (by === 'agent') counts.said++;
      if (by === 'watcher') counts.inferred++;
      const verdict = judgedWrongly(schedule, outcome);
      if (verdict === null) continue;
      counts[verdict]++;
      wrong.push(`${seed} ${verdict}`);
    }
    if (wrong.length > 0) process.stderr.write(`wrong: ${wrong.slice(0, 20).join(', ')}\n`);
    return [
      { label: 'false completions in 10,000 schedules', value: counts['falsely done'], unit: 'count', bar: 0 },
      { label: 'missed completions in 10,000 schedules', value: counts.missed, unit: 'count', bar: 0 },
      { label: 'completed by the word of the agent', value: counts.said, unit: 'count' },
      { label: 'completed by inference', value: counts.inferred, unit: 'count' },
    ];
  },
};

export const benches: readonly Bench[] = [judged];
