import { describeStates } from '../../builders/repositoryStates/describeStates.ts';
import { heads } from '../../builders/repositoryStates/heads.ts';

describeStates('Branches, bases and remotes', heads);
