import { overlapPreflight } from '../../core/overlap/preflight.ts';
import type { OverlapFacts, OverlapResult } from '../../core/overlap/types.ts';
import type { State } from '../../core/state.ts';
import { entriesMatcher } from '../../core/topology/loadBearing.ts';
import type { Settings } from '../../protocol/settings.ts';
import type { Ports } from '../ports.ts';
import type { RepositoryFacts } from '../ports/git.ts';
import { gatherOverlap, type OverlapDeps, type OverlapRequest } from './gather.ts';

export interface OverlapCheck {
  readonly facts: OverlapFacts;
  readonly report: OverlapResult;
  /** Number of the branch's open pull request in this repository; null for none, and when nobody could be asked. */
  readonly pullRequest: string | null;
}

/** Whether somebody else already works on an issue or its branch, as it is now. Reads only. */
export async function checkOverlap(request: OverlapRequest, deps: OverlapDeps): Promise<OverlapCheck> {
  const facts = await gatherOverlap(request, deps);
  const open = facts.openPullRequests.ok ? facts.openPullRequests.value : [];
  const own = open.find((one) => one.head === request.branch && !one.fork);
  return { facts, report: overlapPreflight(facts), pullRequest: own === undefined ? null : String(own.number) };
}

/** Which work is looked at; `paths` are relative to the root of the repository. */
export interface OverlapAbout {
  readonly issue: string;
  readonly branch: string;
  readonly paths: readonly string[];
}

/** The check in the real application. */
export const createOverlapCheck =
  (app: {
    readonly ports: Pick<Ports, 'git' | 'forge'>;
    readonly facts: RepositoryFacts;
    readonly settings: () => Settings;
    readonly state: () => State;
  }) =>
  ({ issue, branch, paths }: OverlapAbout): Promise<OverlapCheck> => {
    const settings = app.settings();
    return checkOverlap(
      { issue, branch, loadBearing: paths.filter(entriesMatcher(settings['mam.loadBearing'])) },
      {
        ...app.ports,
        controlRoot: app.facts.controlRoot,
        base: settings['mam.base'],
        state: app.state(),
        statuses: async () => {
          // Read now: what is shown of worktrees is as old as somebody saw it.
          const listed = await app.ports.git.listWorktrees();
          return new Map(listed.ok ? listed.value.map((status) => [status.path, status]) : []);
        },
      },
    );
  };
