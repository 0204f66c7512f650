import { describeStates } from '../../builders/repositoryStates/describeStates.ts';
import { layouts } from '../../builders/repositoryStates/layouts.ts';

describeStates('Layouts', layouts);
