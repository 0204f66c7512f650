import { worktreesFolder } from '../loopOptions.ts';
import type { AppSessions } from '../agentSession/appSessions.ts';
import type { App } from '../app.ts';
import type { RepositoryFacts } from '../ports/git.ts';
import type { OpenIssue } from '../openIssue.ts';
import type { Orchestrator } from '../orchestrator.ts';
import type { Settings } from '../../protocol/settings.ts';
import { namedBase, worktreeBases } from './bases.ts';
import { createExamination } from './examination.ts';
import { createFinishWorktree } from './finish.ts';
import { createIssueWorktree } from './issueWorktree.ts';
import { createPrepareWorktree, type PrepareDeps } from './prepare.ts';
import { createRemoveWorktree } from './remove.ts';
import { createSetUp } from './setUp.ts';

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
  | 'freeBytes'
  | 'setUpCommands'
  | 'prepareWorktree'
  | 'issueWorktree'
  | 'worktreeBases'
  | 'setUpWorktree'
  | 'removeWorktree'
  | 'finishWorktree'
> {
  const prepare = createPrepareWorktree(app);
  const { git } = app.ports;
  const preferred = (): string => app.settings()['mam.base'];
  return {
    prepareWorktree: prepare,
    issueWorktree: createIssueWorktree({ ...app, git, controlRoot: app.facts.controlRoot, preferred, prepare }),
    finishWorktree: createFinishWorktree(app),
    setUpWorktree: createSetUp(app),
    examineWorktrees: createExamination({
      git,
      state: () => app.orchestrator.state,
      root: () => worktreesFolder(app.settings(), app.facts.controlRoot),
      base: () => namedBase(git, null, preferred()),
    }),
    freeBytes: () => app.ports.machine.freeBytes(app.facts.controlRoot),
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
