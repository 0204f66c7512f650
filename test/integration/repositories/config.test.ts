import { describeStates } from '../../builders/repositoryStates/describeStates.ts';
import { config } from '../../builders/repositoryStates/config.ts';

describeStates('Hooks, configuration and locks', config);
