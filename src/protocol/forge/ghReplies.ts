import * as z from 'zod';
import type { IssueState, PullRequest } from '../../core/overlap/types.ts';

/** What `gh … --json` is asked for about a pull request. */
export const pullRequestFields = 'number,headRefName,headRefOid,baseRefName,state,isCrossRepository';

const state = z.enum(['OPEN', 'CLOSED', 'MERGED']);

const pullRequest = z
  .object({
    number: z.int().positive(),
    headRefName: z.string(),
    headRefOid: z.string(),
    baseRefName: z.string(),
    state,
    isCrossRepository: z.boolean(),
  })
  .transform((reply): PullRequest => ({
    number: reply.number,
    head: reply.headRefName,
    headCommit: reply.headRefOid,
    base: reply.baseRefName,
    state: ({ OPEN: 'open', CLOSED: 'closed', MERGED: 'merged' } as const)[reply.state],
    fork: reply.isCrossRepository,
  }));

export const pullRequests = z.array(pullRequest);

/** The number may be one of a pull request too: it is no open issue once that is merged. */
export const issue = z.object({ state }).transform((reply): IssueState => (reply.state === 'OPEN' ? 'open' : 'closed'));

/** Open issues with their texts. */
export const issues = z.array(
  z
    .object({ number: z.int().positive(), body: z.string() })
    .transform(({ number, body }) => ({ number: String(number), body })),
);

/** Name of a changed file, and the one that it had before when it was renamed. */
export const changedFile = z.tuple([z.string().min(1), z.string().nullable()]);

/** Changed files of several pull requests. gh names a hundred of each at most. */
export const pullRequestFiles = z.array(
  z.object({ number: z.int().positive(), files: z.array(z.object({ path: z.string() })) }),
);
export const mostFiles = 100;
