import { join } from 'node:path';
import type { LaneSpec } from '../../../app/ports/agents.ts';
import type { Problem } from '../../../base/problem.ts';
import { err, ok, type Result } from '../../../base/result.ts';
import type { LaneCommand } from '../agent.ts';
import { writeNeedsPermission } from '../fullAccess.ts';
import { readerPolicy, writerPolicy } from './policy.ts';

/** The command of a lane; the brief goes in as the prompt. A writer without the opt-in is refused before it starts. */
export function geminiCommand(agent: string, spec: LaneSpec): Result<LaneCommand, Problem> {
  const writes = spec.access === 'write';
  if (writes && !spec.fullAccess) return err(writeNeedsPermission(agent));
  const policy = join(spec.folder, 'policy.toml');
  return ok({
    args: [
      '--output-format',
      'stream-json',
      '--approval-mode',
      writes ? 'yolo' : 'default',
      // Without it, it starts in no folder that nobody trusted by hand.
      '--skip-trust',
      '--admin-policy',
      policy,
      ...(spec.model === null ? [] : ['--model', spec.model]),
    ],
    stdin: spec.brief,
    env: {
      // A process of its own for more memory would double the start, and would have to be ended too.
      GEMINI_CLI_NO_RELAUNCH: 'true',
      ...(writes ? {} : untrusted(spec.folder)),
    },
    ...(writes ? {} : { limits: { worktree: 'rules', claim: null, freeShell: false } }),
    files: { 'policy.toml': writes ? writerPolicy : readerPolicy },
  });
}

/** In a folder that nobody trusts it takes no settings, hooks, servers or variables of the change under review. */
const untrusted = (folder: string): Readonly<Record<string, string>> => ({
  GEMINI_CLI_TRUSTED_FOLDERS_PATH: join(folder, 'trusted-folders.json'),
  GEMINI_CLI_TRUST_WORKSPACE: 'false',
});
