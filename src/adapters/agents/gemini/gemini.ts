import type { Agent } from '../agent.ts';
import { judgeLane } from '../judge.ts';
import { probeVersion } from '../probeVersion.ts';
import { geminiCommand } from './command.ts';
import { parseGeminiLine } from './parse.ts';
import { readGeminiTitle } from './screen.ts';

const name = 'Gemini';
const screen = ['--approval-mode', 'default'];

/**
 * Google's gemini, kept by a policy for each call: it has no sandbox of its own, so a writer needs a person's opt-in.
 * Hooks for one call could only come as settings of the whole system, which it takes from nobody but root.
 */
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
    // It has hooks, but none for one call.
    denyHook: false,
    notify: true,
    authCheck: false,
    interruptSignal: 'SIGTERM',
  },
  variables: ['GEMINI_*', 'GOOGLE_*'],
  signs: { title: readGeminiTitle },
  screen,
  session: {
    choosesId: false,
    screenless: false,
    start: (_, hooks) => [...screen, ...hooks],
    resume: (conversation, hooks) => [...screen, ...hooks, '--resume', conversation],
  },
  command: (spec) => geminiCommand(name, spec),
  parse: parseGeminiLine,
  judge: (end) => judgeLane(name, end),
  probe: (tools) => probeVersion(name, tools),
};
