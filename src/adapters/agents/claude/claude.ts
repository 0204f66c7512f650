import type { Agent } from '../agent.ts';
import { judgeLane } from '../judge.ts';
import { claudeCommand, claudeScreen } from './command.ts';
import { launchClaudeHooks, readClaudeHook } from './hooks.ts';
import { parseClaudeLine } from './parse.ts';
import { probeClaude } from './probe.ts';
import { claudeForms, claudeNotices } from './screen.ts';
import { claudeState } from './state.ts';
import { claudeTranscript, hasBegunInClaude } from './transcript.ts';
import { claudeTools } from './tools.ts';

const name = 'Claude Code';

/** Anthropic's claude, kept by permission rules: it has no sandbox, so a writer needs a person's opt-in. */
export const claude: Agent = {
  id: 'claude',
  name,
  family: 'anthropic',
  executables: ['claude'],
  embedded: null,
  capabilities: {
    structuredOutput: true,
    resume: true,
    efforts: ['low', 'medium', 'high', 'xhigh', 'max'],
    effortSince: '2.1.150',
    effortCap: 'high',
    models: ['claude-'],
    sandboxedWrite: false,
    denyHook: true,
    notify: true,
    authCheck: true,
    // After SIGINT it ends with 0 and without a result; SIGTERM also ends its commands.
    interruptSignal: 'SIGTERM',
  },
  variables: [
    'ANTHROPIC_*',
    'CLAUDE_*',
    'DISABLE_AUTOUPDATER',
    'DISABLE_TELEMETRY',
    'DISABLE_ERROR_REPORTING',
    'IS_SANDBOX',
  ],
  auth: { keys: ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN'] },
  screen: claudeScreen,
  signs: {
    hooks: { launch: launchClaudeHooks, read: readClaudeHook },
    state: claudeState,
    transcript: claudeTranscript,
    forms: claudeForms,
    notices: claudeNotices,
  },
  tools: claudeTools,
  session: {
    choosesId: true,
    screenless: false,
    start: (conversation, hooks) => [
      ...claudeScreen,
      ...hooks,
      ...(conversation === null ? [] : ['--session-id', conversation]),
    ],
    resume: (conversation, hooks) => [...claudeScreen, ...hooks, '--resume', conversation],
    hasBegun: hasBegunInClaude,
  },
  command: (spec, files) => claudeCommand(name, spec, files.guard),
  parse: parseClaudeLine,
  judge: (end) => judgeLane(name, end),
  probe: (tools) => probeClaude(name, tools),
};
