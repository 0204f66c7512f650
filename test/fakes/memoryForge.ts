import type { Forge } from '../../src/app/ports/forge.ts';
import type { Problem } from '../../src/base/problem.ts';
import { err, ok } from '../../src/base/result.ts';
import type { IssueState, PullRequest } from '../../src/core/overlap/types.ts';

/** What a forge knows. Tests change it as they like. */
export interface ForgeWorld {
  readonly issues: Record<string, IssueState>;
  readonly pullRequests: PullRequest[];
  /** What was opened here, in order; the first number is one more than the highest. */
  readonly opened?: { readonly number: string; readonly title: string; readonly body: string }[];
  /** Changed files of a pull request by its number, each with the name that it had before. */
  readonly files: Record<number, readonly (readonly [string, string | null])[]>;
}

export interface MemoryForge extends Forge {
  readonly world: ForgeWorld;
  /** Why nothing can be asked; null again lets it answer. */
  unreachable: Problem | null;
}

/** What the port `Forge` promises, on plain data. Without a world every issue is open and there is no pull request. */
export function createMemoryForge(world?: ForgeWorld): MemoryForge {
  const known = world ?? { issues: {}, pullRequests: [], files: {}, opened: [] };
  const answer = <T>(value: T) => (forge.unreachable === null ? ok(value) : err(forge.unreachable));
  const forge: MemoryForge = {
    world: known,
    unreachable: null,
    issue: async (number) => answer(known.issues[number] ?? (world === undefined ? 'open' : 'absent')),
    openPullRequests: async () => answer(known.pullRequests.filter((one) => one.state === 'open')),
    pullRequestsOf: async (branch) => answer(known.pullRequests.filter((one) => one.head === branch)),
    dependentsOf: async (branch) =>
      answer(known.pullRequests.filter((one) => one.state === 'open' && one.base === branch)),
    changedFiles: async (number) =>
      answer([...new Set((known.files[number] ?? []).flat().filter((name) => name !== null))]),
    filesOfOpenPullRequests: async () =>
      answer(
        Object.fromEntries(
          known.pullRequests
            .filter((one) => one.state === 'open')
            .map(({ number }) => [number, [...new Set((known.files[number] ?? []).map(([name]) => name))]]),
        ),
      ),
    findIssue: async (mark) =>
      answer(
        (known.opened ?? []).find((one) => known.issues[one.number] === 'open' && one.body.includes(mark))?.number ??
          null,
      ),
    createIssue: async ({ title, body }) => {
      if (forge.unreachable !== null) return err(forge.unreachable);
      const number = String(1 + Math.max(0, ...Object.keys(known.issues).map(Number)));
      known.issues[number] = 'open';
      known.opened?.push({ number, title, body });
      return ok(number);
    },
  };
  return forge;
}
