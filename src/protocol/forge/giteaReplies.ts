import * as z from 'zod';
import type { IssueState, PullRequest } from '../../core/overlap/types.ts';

const state = z.enum(['open', 'closed']);

const end = z.object({ ref: z.string(), sha: z.string(), repo_id: z.number().nullish() });

const pullRequest = z
  .object({ number: z.int().positive(), state, merged: z.boolean(), head: end, base: end })
  .transform((reply): PullRequest => ({
    number: reply.number,
    head: reply.head.ref,
    headCommit: reply.head.sha,
    base: reply.base.ref,
    state: reply.merged ? 'merged' : reply.state,
    // A head whose repository is gone was in a fork.
    fork: reply.head.repo_id !== reply.base.repo_id,
  }));

export const giteaPullRequests = z.array(pullRequest);

export const giteaIssue = z.object({ state }).transform((reply): IssueState => reply.state);

/** Names of changed files, and the ones that they had before when they were renamed. */
export const giteaFiles = z.array(z.object({ filename: z.string().min(1), previous_filename: z.string().optional() }));

export const giteaNumber = z.object({ number: z.int().positive() }).transform((reply) => String(reply.number));

/** Open issues with their texts. */
export const giteaIssues = z.array(
  z
    .object({ number: z.int().positive(), body: z.string().nullish() })
    .transform(({ number, body }) => ({ number: String(number), body: body ?? '' })),
);

/** Only that there is such a repository. */
export const giteaRepository = z.object({ id: z.number() });
