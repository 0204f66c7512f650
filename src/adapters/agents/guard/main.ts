import { appendFileSync, readFileSync } from 'node:fs';
import type { GuardLine } from '../../../protocol/agents/laneFiles.ts';
import { judgeCall, type GuardPolicy } from './judgeCall.ts';

/**
 * The hook that an agent calls with one JSON object on stdin. It answers that a tool call is refused, or nothing. Whatever
 * goes wrong in it refuses the call, with code 2: a hook that can't tell must not let pass.
 */
function main(): void {
  const policy: GuardPolicy = JSON.parse(Buffer.from(process.argv[2] ?? '', 'base64url').toString('utf8'));
  const call: Readonly<Record<string, unknown>> = JSON.parse(readFileSync(0, 'utf8'));
  const event = call['hook_event_name'];
  if (event === 'SessionStart') return note(policy, { kind: 'ready' });
  const tool = String(call['tool_name']);
  const cwd = typeof call['cwd'] === 'string' ? call['cwd'] : policy.worktree;
  const refused = judgeCall(policy, { tool, input: call['tool_input'] }, cwd);
  if (refused === null) return;
  note(policy, { kind: 'denied', tool, path: refused.path });
  process.stdout.write(JSON.stringify(answer(event, refused.reason)));
}

/** Each agent has its own words for a no; they call the event by their own name, too. */
const answer = (event: unknown, reason: string): unknown =>
  event === 'BeforeTool'
    ? { decision: 'deny', reason }
    : {
        hookSpecificOutput: {
          hookEventName: 'PreToolUse',
          permissionDecision: 'deny',
          permissionDecisionReason: reason,
        },
      };

/** A hook that can't write, as in a sandbox, still refuses; it is only not proved to run. */
function note(policy: GuardPolicy, line: GuardLine): void {
  try {
    appendFileSync(policy.log, `${JSON.stringify(line)}\n`, { mode: 0o600 });
  } catch {
    // Nothing to add: without the line the lane is called advisory.
  }
}

try {
  main();
} catch (error) {
  process.stderr.write(`MAM could not look at this call, so it is refused: ${String(error)}\n`);
  process.exitCode = 2;
}
