import type { LaneSpec } from '../../../app/ports/agents.ts';
import { ok } from '../../../base/result.ts';
import type { Agent } from '../agent.ts';
import { judgeLane } from '../judge.ts';
import { hookArguments } from './hooks.ts';
import { parseCodexLine } from './parse.ts';
import { probeCodex } from './probe.ts';
import { codexForms, codexNotices, readCodexTitle } from './screen.ts';
import { launchCodexHooks, readCodexHook } from './sessionHooks.ts';
import { codexTranscript } from './transcript.ts';
import { codexTools } from './tools.ts';

const name = 'Codex';

/** It asks before it leaves its sandbox, and its turns end with the terminal instead of going on in a daemon. */
const screen = [
  '--sandbox',
  'workspace-write',
  '-c',
  'approval_policy=on-request',
  '-c',
  'features.daemon_auto_start=false',
];

/** OpenAI's codex, in its own sandbox: read-only for readers, the worktree for writers. */
export const codex: Agent = {
  id: 'codex',
  name,
  family: 'openai',
  executables: ['codex'],
  embedded: null,
  capabilities: {
    structuredOutput: true,
    resume: true,
    efforts: ['minimal', 'low', 'medium', 'high', 'xhigh'],
    ownReadEffort: true,
    models: [''],
    sandboxedWrite: true,
    denyHook: true,
    notify: true,
    authCheck: true,
    // With SIGTERM it leaves its commands behind when it runs without a sandbox.
    interruptSignal: 'SIGINT',
  },
  variables: ['CODEX_*', 'OPENAI_*', 'AZURE_OPENAI_*'],
  auth: { keys: ['OPENAI_API_KEY', 'CODEX_API_KEY', 'AZURE_OPENAI_API_KEY'] },
  signs: {
    hooks: { launch: launchCodexHooks, read: readCodexHook },
    transcript: codexTranscript,
    title: readCodexTitle,
    forms: codexForms,
    notices: codexNotices,
  },
  screen,
  tools: codexTools,
  session: {
    choosesId: false,
    screenless: false,
    start: (_, hooks) => [...screen, ...hooks],
    // What it is told of its sandbox has to come first.
    resume: (conversation, hooks) => [...screen, ...hooks, 'resume', conversation],
  },
  command(spec, files) {
    const hooks = files.guard === null ? [] : hookArguments(files.guard);
    return ok({
      args: [
        'exec',
        '--cd',
        spec.cwd,
        '--sandbox',
        sandboxOf(spec),
        '--json',
        ...(spec.model === null ? [] : ['--model', spec.model]),
        ...(spec.effort === null ? [] : ['-c', `model_reasoning_effort=${spec.effort}`]),
        ...hooks,
        '--output-last-message',
        files.lastMessage,
        '-',
      ],
      stdin: spec.brief,
      env: {},
      limits: {
        worktree: sandboxOf(spec) === 'danger-full-access' ? (files.guard === null ? null : 'hook') : 'sandbox',
        claim: files.guard === null ? null : 'hook',
        // Its sandbox knows the worktree, not the claim.
        freeShell: true,
      },
    });
  },
  parse: parseCodexLine,
  judge: (end) => judgeLane(name, end),
  probe: (tools) => probeCodex(name, tools),
};

/** A reader is never let out of the sandbox, whatever its agent may do as a writer. */
function sandboxOf({ access, fullAccess, mayRun }: LaneSpec): string {
  if (access === 'read') return mayRun ? 'workspace-write' : 'read-only';
  return fullAccess ? 'danger-full-access' : 'workspace-write';
}
