import { problem } from '../../base/problem.ts';
import type { LaneOutcome } from '../../core/job/types.ts';
import { findJob } from '../findRun.ts';
import type { EffectContext } from './handler.ts';

/**
 * The lane of a person: nothing runs, so that no time limit applies and nothing is lost with the host. It ends with the
 * report that the log has, whoever recorded it, or when its loop is stopped.
 */
export async function awaitReport(
  job: string,
  folder: string,
  { state, onDidChange, files }: Pick<EffectContext, 'state' | 'onDidChange' | 'files'>,
  signal: AbortSignal,
): Promise<LaneOutcome> {
  // Where they write it; what stands there already is kept.
  const draft = `${folder}/hand-in.md`;
  if ((await files.kind(draft)) === null) await files.write(draft, '');
  return new Promise((resolve) => {
    const look = (): void => {
      const report = findJob(state(), job)?.handedIn;
      if (report !== undefined) end({ kind: 'report', text: report.text });
      else if (signal.aborted)
        end({
          kind: 'failed',
          problem: problem(
            'lane.withdrawn',
            'The job {job} was withdrawn before its report was handed in. Resume to give it out again.',
            { job },
          ),
        });
    };
    const end = (outcome: LaneOutcome): void => {
      listening.dispose();
      signal.removeEventListener('abort', look);
      resolve(outcome);
    };
    const listening = onDidChange(look);
    signal.addEventListener('abort', look);
    look();
  });
}
