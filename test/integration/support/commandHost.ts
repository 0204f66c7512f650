import { laneRequest } from '../../../src/protocol/agents/supervisorMessages.ts';
import { createSupervisor } from '../../../src/adapters/process/supervisor/client.ts';
import { supervisorProgram } from './supervised.ts';

// A host of its own, to be killed: `commandHost <folder> <request as JSON>` runs it and tells when it said something.
const [folder = '', request = ''] = process.argv.slice(2);
const supervisor = createSupervisor({ folder, program: supervisorProgram, idleMs: 100 });
void supervisor.run(laneRequest.parse(JSON.parse(request)), new AbortController().signal, () =>
  process.stdout.write('output\n'),
);
