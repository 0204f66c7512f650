import { join } from 'node:path';
import type { LaneSpec } from '../../../app/ports/agents.ts';
import type { Problem } from '../../../base/problem.ts';
import { err, ok, type Result } from '../../../base/result.ts';
import type { LaneCommand, LaneFiles } from '../agent.ts';
import { writeNeedsPermission } from '../fullAccess.ts';
import { guardPlugin, withPlugin } from './plugin.ts';

/** What ships, and what reaches a forge, is never an agent's. Patterns are a guard rail, not a wall. */
const neverShip = { 'git push*': 'deny', 'gh *': 'deny', 'glab *': 'deny', 'npm publish*': 'deny' };

/** The last pattern that fits decides. What isn't named here, such as reading, is allowed by default. */
const reader = {
  edit: 'deny',
  bash: {
    '*': 'deny',
    'git diff*': 'allow',
    'git log*': 'allow',
    'git show*': 'allow',
    'git status*': 'allow',
    // Both turn a command that reads into one that writes.
    '*--output*': 'deny',
    '*--ext-diff*': 'deny',
    '*>*': 'deny',
  },
  task: 'deny',
  webfetch: 'deny',
  external_directory: 'deny',
};

/** What asks is rejected in a run without a person, and ends it: everything is allowed or denied. */
const writer = { edit: 'allow', bash: { '*': 'allow', ...neverShip }, external_directory: 'deny' };

const plugin = 'mam-guard.js';

/** The command of a lane; the brief goes in as the prompt. A writer without the opt-in is refused before it starts. */
export function opencodeCommand(
  agent: string,
  spec: LaneSpec,
  { guard, env }: LaneFiles,
): Result<LaneCommand, Problem> {
  const writes = spec.access === 'write';
  if (writes && !spec.fullAccess) return err(writeNeedsPermission(agent));
  const settings =
    writes && guard !== null ? withPlugin(env['OPENCODE_CONFIG_CONTENT'], join(spec.folder, plugin)) : null;
  const held = settings === null ? null : 'hook';
  return ok({
    args: [
      'run',
      '--format',
      'json',
      ...(writes ? [] : ['--pure']),
      ...(spec.model === null ? [] : ['--model', spec.model]),
    ],
    stdin: spec.brief,
    env: {
      OPENCODE_PERMISSION: JSON.stringify(writes ? writer : reader),
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      // The change under review may bring plugins and servers: code of the writer that a reader must not run.
      ...(writes ? {} : { OPENCODE_DISABLE_PROJECT_CONFIG: '1' }),
      ...(settings === null ? {} : { OPENCODE_CONFIG_CONTENT: settings }),
    },
    limits: writes
      ? { worktree: held, claim: held, freeShell: true }
      : { worktree: 'rules', claim: null, freeShell: false },
    ...(settings === null || guard === null ? {} : { files: { [plugin]: guardPlugin(guard) } }),
  });
}
