import type { LaneSpec } from '../../../app/ports/agents.ts';
import { ok } from '../../../base/result.ts';
import type { Agent } from '../agent.ts';
import { judgeLane } from '../judge.ts';
import { hookArguments } from './hooks.ts';
import { parseCodexLine } from './parse.ts';
import { probeCodex } from './probe.ts';

const name = 'Codex';

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
