import { ok } from '../../../base/result.ts';
import type { Agent, Program } from '../agent.ts';
import { judgeLane } from '../judge.ts';
import { parseRehearsalLine } from './parse.ts';

const name = 'Rehearsal';

/** MAM's own agent: a process like any other, deterministic, without a model. For trying MAM out and for its tests. */
export const createRehearsal = (program: Program): Agent => ({
  id: 'rehearsal',
  name,
  family: 'rehearsal',
  executables: [],
  embedded: program,
  capabilities: {
    structuredOutput: true,
    resume: false,
    efforts: [],
    // It is MAM's own code and stays in its worktree unless a script in the task says otherwise.
    sandboxedWrite: true,
    denyHook: false,
    notify: false,
    authCheck: false,
    interruptSignal: 'SIGTERM',
  },
  variables: [],
  session: {
    choosesId: true,
    screenless: true,
    start: (conversation) => ['session', conversation ?? ''],
    resume: (conversation) => ['session', conversation, '--resume'],
    env: { ELECTRON_RUN_AS_NODE: '1' },
  },
  // In the editor the program's runtime is Electron, which is Node only when it is told so.
  command: (spec) => ok({ args: [spec.access], stdin: spec.brief, env: { ELECTRON_RUN_AS_NODE: '1' } }),
  parse: parseRehearsalLine,
  judge: (end) => judgeLane(name, end),
  // It ships with MAM: there is nothing that could be missing or signed out.
  probe: async () => ({ kind: 'ready', version: '1.0.0' }),
});
