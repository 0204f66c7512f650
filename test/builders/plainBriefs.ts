import { composeBrief } from '../../src/app/brief.ts';
import type { LoopOptions } from '../../src/core/loop/types.ts';
import { CoreWorld, fileOf, laneEnds, reviewed, taskOf } from './core.ts';
import { failingChecks } from './coreAnswers.ts';

/** Every brief of a loop whose writer is repaired twice, and sent back by a person once, by the job's place. */
export function loopBriefs(changes: Partial<LoopOptions> = {}): Readonly<Record<string, string>> {
  const briefs: Record<string, string> = {};
  const options = { seconds: { claude: 'codex' }, maxRounds: 4, ...changes };
  const world = new CoreWorld().start([taskOf('T-2026-0001', { body: '### Goal\n\nDo `it`.' })], options);
  let isReturned = false;
  for (let n = 0; n < 400; n++) {
    const [next] = world.open();
    if (!next) {
      if (isReturned) return briefs;
      isReturned = true;
      world.do({ type: 'returnRun', run: world.run().id, comments: 'Once more, please.' });
      continue;
    }
    const job = next.kind === 'runLane' ? world.run().jobs.find((one) => one.id === next.job) : undefined;
    if (job) {
      const diff = job.identity ? { text: '+ it', cut: job.round > 1 } : null;
      briefs[`${job.session} ${job.round}.${job.attempt}`] = composeBrief(world.state, job, diff);
    }
    const rejects = job?.session === 'reviewer' && job.round === 1;
    if (next.kind === 'runChecks' && world.run().round === 2) world.settle(next, failingChecks(next));
    else if (job?.session === 'ci-eval-auditor' && job.round === 1 && job.attempt === 1)
      world.settle(next, laneEnds('failed'));
    else if (next.kind === 'capturePatch') {
      const files = [fileOf('T-2026-0001.txt')];
      const tree = `tree-of-round-${world.run().round}`;
      world.settle(next, { kind: 'capturePatch', tree, patch: 'p', roundFiles: files, files, faults: [] });
    } else world.settle(next, rejects ? reviewed('not-pass') : undefined);
  }
  throw new Error('effects without end');
}
