import type { Forge } from '../../app/ports/forge.ts';
import type { Problem } from '../../base/problem.ts';
import { err } from '../../base/result.ts';

/** No forge: every question has the same reason for an answer. */
export const createNoForge = (why: () => Problem): Forge => ({
  issue: async () => err(why()),
  openPullRequests: async () => err(why()),
  pullRequestsOf: async () => err(why()),
  dependentsOf: async () => err(why()),
  changedFiles: async () => err(why()),
  filesOfOpenPullRequests: async () => err(why()),
  findIssue: async () => err(why()),
  createIssue: async () => err(why()),
});
