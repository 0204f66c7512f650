import { problem } from '../../../base/problem.ts';
import { err } from '../../../base/result.ts';
import type { Agent } from '../agent.ts';
import { judgeLane } from '../judge.ts';

const name = 'Person';

/** A person: the brief is opened, and the report is handed in from the editor or with `mam hand-in`. */
export const human: Agent = {
  id: 'human',
  name,
  family: 'human',
  executables: [],
  embedded: null,
  capabilities: {
    person: true,
    structuredOutput: false,
    // It picks up its own earlier work, but no conversation that MAM could name.
    resume: false,
    efforts: [],
    models: [],
    // Whoever decides about every permission needs none.
    sandboxedWrite: true,
    denyHook: false,
    notify: false,
    authCheck: false,
    interruptSignal: 'SIGTERM',
  },
  variables: [],
  command: () =>
    err(problem('lane.person', 'A person does this: no program is started. `mam hand-in` lists what waits.')),
  parse: () => null,
  judge: (end) => judgeLane(name, end),
  probe: async () => ({ kind: 'ready', version: '-' }),
};
