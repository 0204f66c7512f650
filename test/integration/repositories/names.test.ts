import { describeStates } from '../../builders/repositoryStates/describeStates.ts';
import { names } from '../../builders/repositoryStates/names.ts';

describeStates('Names', names);
