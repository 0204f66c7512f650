import type { HookWord } from '../../../app/ports/sessionSigns.ts';
import type { Activity } from '../../../core/agentSession/types.ts';
import { codexHook } from '../../../protocol/agents/codexSession.ts';
import { shellLine } from '../shellLine.ts';
import { describeCall, wordOf, type HookCall, type HookLaunch } from '../signs.ts';
import { codexCall } from './call.ts';
import { trustedHooks } from './hooks.ts';

/** The hooks that tell something of a turn, by their names in the configuration and in a record of trust. */
const events = [
  ['SessionStart', 'session_start'],
  ['UserPromptSubmit', 'user_prompt_submit'],
  ['PreToolUse', 'pre_tool_use'],
  ['PermissionRequest', 'permission_request'],
  ['PostToolUse', 'post_tool_use'],
  ['Stop', 'stop'],
] as const;

/**
 * Hooks of one start. The user's own program that is told when a turn ends stays theirs: codex has room for one only, and
 * these hooks tell the same.
 */
export const launchCodexHooks = ({ program }: HookCall): HookLaunch => ({
  args: trustedHooks(events, (event) => shellLine([program, 'codex', event]), 10),
  env: {},
});

/** What one of codex' hooks says. */
export function readCodexHook(hook: string, payload: unknown): HookWord | null {
  const parsed = codexHook.safeParse(payload);
  if (!parsed.success) return null;
  const { session_id: conversation, prompt = '', tool_name: tool, tool_input: input, source } = parsed.data;
  return wordOf({
    activity: activityOf(hook, describeCall(tool, input), source),
    conversation,
    opens: hook === 'SessionStart',
    prompt: hook === 'UserPromptSubmit' ? prompt : null,
    call: tool === undefined ? null : codexCall(tool, input),
  });
}

function activityOf(hook: string, call: string, source: string | undefined): Activity | null {
  switch (hook) {
    case 'SessionStart':
      // After a compaction the turn goes on.
      return source === 'compact' ? null : { kind: 'idle' };
    case 'Stop':
      return { kind: 'idle' };
    case 'UserPromptSubmit':
    case 'PreToolUse':
    case 'PostToolUse':
      return { kind: 'working' };
    case 'PermissionRequest':
      return { kind: 'needsYou', need: 'permission', text: call };
    default:
      return null;
  }
}
