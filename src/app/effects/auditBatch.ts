import { problem } from '../../base/problem.ts';
import type { BatchAudit } from '../../core/batch/types.ts';
import { searchChange } from '../searchChange.ts';
import type { Handler } from './handler.ts';

/**
 * Gathers what a batch is audited on: everything private in the reports of its lanes, and secrets in what the change adds.
 * Code is full of names and paths that a report may not show, so that of the change only secrets count.
 */
export const auditBatch: Handler<'auditBatch'> = async (effect, { state, files, git, places, privacy }) => {
  const batch = state().batches[effect.run];
  if (!batch?.change)
    return {
      kind: 'failed',
      problem: problem('runner.unknown', 'The batch {batch} is not in the log.', { batch: effect.run }),
    };
  const found: BatchAudit['found'][number][] = [];
  for (const job of batch.jobs) {
    const file = `codex_runs/${job.session}/last_message.md`;
    const text = await files.read(`${places.jobs}/${job.id}/report.md`);
    if (!text.ok || text.value === null) found.push({ file, issue: 'could not be looked at' });
    else
      found.push(
        ...privacy()
          .audit(text.value)
          .map((issue) => ({ file, issue })),
      );
  }
  const { base, head } = batch.change.identity;
  const change = await git.describeChange(base, head);
  const searched = change.ok ? searchChange(change.value) : null;
  if (searched === null || searched.unsearched.length > 0)
    found.push({ file: 'the change', issue: 'could not be looked at as a whole' });
  found.push(...(searched?.secrets ?? []).map((issue) => ({ file: 'the change', issue })));
  return { kind: 'auditBatch', found };
};
