import { describeStates } from '../../builders/repositoryStates/describeStates.ts';
import { worktrees } from '../../builders/repositoryStates/worktrees.ts';

describeStates('Worktrees that are there', worktrees);
