import { err } from '../base/result.ts';
import { givesVerdict } from '../core/job/kinds.ts';
import { parseReport } from '../protocol/report.ts';
import type { App } from './app.ts';
import { findJob } from './findRun.ts';

/** Hands in a person's report. A review without a verdict is sent back at once, while whoever wrote it is still there. */
export const createHandIn =
  (deps: Pick<App, 'dispatch'> & { readonly state: () => App['state'] }): App['handIn'] =>
  async (id, text, actor) => {
    const job = findJob(deps.state(), id);
    const review = job && givesVerdict(job.kind) && text.trim() !== '' ? parseReport(text, job.identity) : null;
    return review?.problem ? err(review.problem) : deps.dispatch({ type: 'handIn', job: id, text }, actor);
  };
