import type { LaneSpec } from '../../../app/ports/agents.ts';
import type { Problem } from '../../../base/problem.ts';
import { err, ok, type Result } from '../../../base/result.ts';
import type { LaneCommand } from '../agent.ts';
import { writeNeedsPermission } from '../fullAccess.ts';

/** JSON both ways: the transport in which every version that was tried can edit. */
const transport = ['-p', '--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose'];

/** What ships, and what reaches a forge, is never an agent's. Prefix rules are a guard rail, not a wall. */
const neverShip = ['Bash(git push:*)', 'Bash(gh:*)', 'Bash(glab:*)', 'Bash(npm publish:*)'];

const looking = ['Bash(git diff:*)', 'Bash(git log:*)', 'Bash(git show:*)', 'Bash(git status:*)'];

/** It has no sandbox, so a reader runs more than what only looks where a person gave it full access, too. */
const readerRuns = ({ mayRun, fullAccess }: LaneSpec): boolean => mayRun === true && fullAccess;

const reader = (spec: LaneSpec): readonly string[] => [
  // The change under review may bring settings with hooks, or MCP servers: code of the writer that a reader must not run.
  '--setting-sources',
  'user',
  '--strict-mcp-config',
  '--permission-mode',
  'dontAsk',
  '--tools',
  'Read,Grep,Glob,Bash',
  '--allowedTools',
  ['Read', 'Grep', 'Glob', ...(readerRuns(spec) ? ['Bash'] : looking)].join(','),
  // `--output` turns a command that reads into one that writes.
  '--disallowedTools',
  [
    'Edit',
    'Write',
    'NotebookEdit',
    'Bash(*--output*)',
    'Bash(*--ext-diff*)',
    'Bash(git commit:*)',
    'Bash(git merge:*)',
    ...(readerRuns(spec) ? [] : ['Bash(make:*)']),
    ...neverShip,
  ].join(','),
];

/**
 * Accepts edits in the worktree and lets commands run. Skipping permissions altogether would gain nothing more, is
 * refused for root, and would also allow edits outside the worktree.
 */
const writer = [
  '--permission-mode',
  'acceptEdits',
  '--allowedTools',
  'Bash,Edit,Write,Read,Grep,Glob,NotebookEdit',
  '--disallowedTools',
  neverShip.join(','),
];

/** In a terminal it asks the person who sits there, and ships as little as in a lane. */
export const claudeScreen = ['--permission-mode', 'default', '--disallowedTools', neverShip.join(',')];

/** Settings of one call, in which the guard is a hook before each tool and, so that it is known to run, at the start. */
const withGuard = (guard: string): readonly string[] => {
  const hooks = [{ type: 'command', command: guard }];
  return [
    '--settings',
    JSON.stringify({ hooks: { SessionStart: [{ hooks }], PreToolUse: [{ matcher: '*', hooks }] } }),
  ];
};

/** The command of a lane; the brief goes in as one user message. A writer without the opt-in is refused before it starts. */
export function claudeCommand(agent: string, spec: LaneSpec, guard: string | null): Result<LaneCommand, Problem> {
  if (spec.access === 'write' && !spec.fullAccess) return err(writeNeedsPermission(agent));
  const message = { type: 'user', message: { role: 'user', content: [{ type: 'text', text: spec.brief }] } };
  const stdin = `${JSON.stringify(message)}\n`;
  const model = [
    ...(spec.model === null ? [] : ['--model', spec.model]),
    ...(spec.effort === null ? [] : ['--effort', spec.effort]),
  ];
  if (spec.access === 'read')
    return ok({
      args: [...transport, ...model, ...reader(spec)],
      stdin,
      env: {},
      limits: { worktree: 'rules', claim: null, freeShell: readerRuns(spec) },
    });
  const held = guard === null ? null : 'hook';
  return ok({
    args: [...transport, ...model, ...writer, ...(guard === null ? [] : withGuard(guard))],
    stdin,
    env: {},
    limits: { worktree: held, claim: held, freeShell: true },
  });
}
