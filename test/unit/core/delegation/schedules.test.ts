import assert from 'node:assert/strict';
import { judgedWrongly, runSchedule } from '../../../builders/runSchedule.ts';
import { scheduleOf } from '../../../builders/schedule.ts';

describe('lives of a simulated agent', () => {
  it('are judged as their own truth says, by word and by inference', () => {
    const ends = new Set<string>();
    for (let seed = 1; seed <= 300; seed++) {
      const schedule = scheduleOf(seed);
      const outcome = runSchedule(schedule);
      assert.equal(judgedWrongly(schedule, outcome), null, `seed ${seed}`);
      const ended = outcome.job.attempts.at(-1)?.ended;
      ends.add(ended ? `${ended.status} ${ended.by}` : 'open');
    }
    assert.deepEqual([...ends].toSorted(), [
      'completed agent',
      'completed watcher',
      'error agent',
      'error host',
      'open',
    ]);
  });

  it('are the same again for the same seed', () => assert.deepEqual(scheduleOf(7), scheduleOf(7)));

  it('are told of when they are judged wrongly', () => {
    const schedule = scheduleOf(1);
    const { job } = runSchedule(schedule);
    const done = { ...schedule, doneAt: 10, isNoticeable: true };
    assert.equal(judgedWrongly({ ...done, doneAt: null }, { job, completedAt: 5 }), 'falsely done');
    assert.equal(judgedWrongly(done, { job, completedAt: 9 }), 'falsely done');
    assert.equal(judgedWrongly(done, { job, completedAt: null }), 'missed');
    assert.equal(judgedWrongly(done, { job, completedAt: 10 }), null);
  });
});
