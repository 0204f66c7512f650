import { ok } from '../../base/result.ts';
import { remedyOf } from '../../core/worktree/ailment.ts';
import { worktreesFolder } from '../loopOptions.ts';
import type { AppSessions } from '../agentSession/appSessions.ts';
import type { App } from '../app.ts';
import type { RepositoryFacts } from '../ports/git.ts';
import type { OpenIssue } from '../openIssue.ts';
import type { Orchestrator } from '../orchestrator.ts';
import type { Settings } from '../../protocol/settings.ts';
import { namedBase, worktreeBases } from './bases.ts';
import { createIssueWorktree } from './issueWorktree.ts';
import { createPrepareWorktree, type PrepareDeps } from './prepare.ts';
import { createRemoveWorktree } from './remove.ts';
import { createSetUp } from './setUp.ts';

/** From here on a worktree is worth a word. */
const largeBytes = 5 * 1024 ** 3;

/** The worktrees that people ask for, of the real application. */
export function createAppWorktrees(
  app: PrepareDeps & {
    readonly facts: Pick<RepositoryFacts, 'controlRoot'>;
    readonly orchestrator: Orchestrator;
    readonly settings: () => Settings;
    readonly openIssue: OpenIssue;
    readonly agentSessions: Pick<AppSessions, 'stop'>;
    readonly refresh: () => Promise<void>;
  },
): Pick<
  App,
  | 'prepareBase'
  | 'examineWorktrees'
  | 'setUpCommands'
  | 'prepareWorktree'
  | 'issueWorktree'
  | 'worktreeBases'
  | 'setUpWorktree'
  | 'removeWorktree'
> {
  const prepare = createPrepareWorktree(app);
  const { git } = app.ports;
  const preferred = (): string => app.settings()['mam.base'];
  return {
    prepareWorktree: prepare,
    issueWorktree: createIssueWorktree({ ...app, git, controlRoot: app.facts.controlRoot, preferred, prepare }),
    setUpWorktree: createSetUp(app),
    async examineWorktrees() {
      const roots = [worktreesFolder(app.settings(), app.facts.controlRoot)];
      const found = await git.examineWorktrees({ roots, largeBytes });
      return found.ok ? ok(found.value.map(remedyOf)) : found;
    },
    setUpCommands: () => app.settings()['mam.worktrees.setUp'],
    prepareBase: (named) => namedBase(git, named, preferred()),
    worktreeBases: () => worktreeBases(git, preferred()),
    removeWorktree: createRemoveWorktree({
      ...app,
      git,
      sessions: app.agentSessions,
      mostMegabytes: () => app.settings()['mam.worktrees.rescueMegabytes'],
    }),
  };
}
