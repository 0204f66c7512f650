import type { Agent } from '../agent.ts';
import { judgeLane } from '../judge.ts';
import { probeVersion } from '../probeVersion.ts';
import { opencodeCommand } from './command.ts';
import { launchOpencodeHooks, readOpencodeHook } from './hooks.ts';
import { parseOpencodeLine } from './parse.ts';
import { opencodeTools } from './tools.ts';

const name = 'opencode';

/** opencode, kept by permission rules: it has no sandbox, so a writer needs a person's opt-in. */
export const opencode: Agent = {
  id: 'opencode',
  name,
  // It works with models of any vendor, so it is a family of its own.
  family: 'opencode',
  executables: ['opencode'],
  embedded: null,
  capabilities: {
    structuredOutput: true,
    resume: true,
    // Its variants differ from model to model.
    efforts: [],
    models: [],
    sandboxedWrite: false,
    denyHook: true,
    notify: true,
    authCheck: false,
    interruptSignal: 'SIGTERM',
  },
  variables: [
    'OPENCODE_*',
    'ANTHROPIC_*',
    'OPENAI_*',
    'GEMINI_*',
    'GOOGLE_*',
    'XAI_*',
    'OPENROUTER_*',
    'DEEPSEEK_*',
    'GROQ_*',
    'MISTRAL_*',
  ],
  screen: [],
  signs: { hooks: { launch: launchOpencodeHooks, read: readOpencodeHook } },
  tools: opencodeTools,
  session: {
    choosesId: false,
    screenless: false,
    start: (_, hooks) => hooks,
    resume: (conversation, hooks) => [...hooks, '--session', conversation],
  },
  command: (spec, files) => opencodeCommand(name, spec, files),
  parse: parseOpencodeLine,
  judge: (end) => judgeLane(name, end),
  probe: (tools) => probeVersion(name, tools),
};
