import type { Translate } from '../../base/problem.ts';
import type { App } from '../app.ts';
import { agentFindings } from './agents.ts';
import { diskFinding } from './disk.ts';
import type { Finding } from './finding.ts';
import { logFinding, repositoryFindings } from './repository.ts';
import { busFinding, placeFindings } from './sessions.ts';
import { worktreeFindings } from './worktrees.ts';

/** Looks at everything that MAM needs in a repository; changes nothing. */
export async function examineRepository(t: Translate, app: App): Promise<readonly Finding[]> {
  const [log, agents, places, worktrees, free] = await Promise.all([
    logFinding(t, app),
    agentFindings(t, app),
    placeFindings(t, app),
    worktreeFindings(t, app),
    app.freeBytes(),
  ]);
  return once([
    ...repositoryFindings(t, app),
    log,
    ...agents,
    ...places,
    busFinding(t, app),
    ...worktrees,
    diskFinding(t, free),
  ]);
}

/** The same thing may be found in two ways; a person needs it once. */
const once = (findings: readonly Finding[]): readonly Finding[] => [
  ...new Map(findings.map((one) => [`${one.what}\0${one.words}`, one])).values(),
];
