import type { Agent } from '../agent.ts';
import { judgeLane } from '../judge.ts';
import { probeVersion } from '../probeVersion.ts';
import { geminiCommand } from './command.ts';
import { parseGeminiLine } from './parse.ts';

const name = 'Gemini';

/** Google's gemini, kept by a policy for each call: it has no sandbox of its own, so a writer needs a person's opt-in. */
export const gemini: Agent = {
  id: 'gemini',
  name,
  family: 'google',
  executables: ['gemini'],
  embedded: null,
  capabilities: {
    structuredOutput: true,
    resume: true,
    efforts: [],
    models: ['gemini-'],
    sandboxedWrite: false,
    denyHook: true,
    notify: true,
    authCheck: false,
    interruptSignal: 'SIGTERM',
  },
  variables: ['GEMINI_*', 'GOOGLE_*'],
  command: (spec) => geminiCommand(name, spec),
  parse: parseGeminiLine,
  judge: (end) => judgeLane(name, end),
  probe: (tools) => probeVersion(name, tools),
};
