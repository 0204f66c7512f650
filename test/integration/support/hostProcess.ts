import { createLanes } from '../../../src/adapters/agents/lanes.ts';
import { createRegistry } from '../../../src/adapters/agents/registry.ts';
import { createSupervisor } from '../../../src/adapters/process/supervisor/client.ts';
import { laneSpec } from '../../builders/lane.ts';
import { rehearsalProgram, supervisorProgram } from './supervised.ts';

// A host of its own, to be killed: `hostProcess <folder> <lane as JSON>` runs the lane and prints its progress.
const [folder = '', spec = ''] = process.argv.slice(2);
const parsed: object = JSON.parse(spec);
const supervisor = createSupervisor({ folder, program: supervisorProgram, idleMs: 100 });
const lanes = createLanes({ supervisor, registry: createRegistry({ rehearsalProgram }), env: process.env });
void lanes.run({ ...laneSpec(), ...parsed }, new AbortController().signal, ({ text }) =>
  process.stdout.write(`${text}\n`),
);
