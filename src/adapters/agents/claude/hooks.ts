import { dirname, join } from 'node:path';
import type { HookWord } from '../../../app/ports/sessionSigns.ts';
import { shellWord } from '../../../base/shellWord.ts';
import type { Activity } from '../../../core/agentSession/types.ts';
import { claudeHook, type ClaudeHook } from '../../../protocol/agents/claudeSession.ts';
import { shellLine } from '../shellLine.ts';
import { activityAfter, describeCall, wordOf, type HookCall, type HookLaunch } from '../signs.ts';
import { askingTools, claudeCall } from './call.ts';

/** The hooks that tell something of a turn; those of single messages would only cost time. */
const events = [
  'SessionStart',
  'UserPromptSubmit',
  'PreToolUse',
  'PermissionRequest',
  'PostToolUse',
  'PostToolUseFailure',
  'Notification',
  'Stop',
  'StopFailure',
] as const;

/**
 * Settings of one start: they are added to those of the user and the repository. Nobody is asked about the command by which
 * the agent tells how its job goes: it does nothing but to speak for whoever has the pass of an attempt.
 */
export function launchClaudeHooks({ program }: HookCall): HookLaunch {
  const hooks = Object.fromEntries(
    events.map((event) => [
      event,
      [{ hooks: [{ type: 'command', command: shellLine([program, 'claude', event]), timeout: 10 }] }],
    ]),
  );
  const speak = shellWord(join(dirname(program), 'mam'));
  const permissions = { allow: [`Bash(${speak} event:*)`] };
  return { args: ['--settings', JSON.stringify({ hooks, permissions })], env: {} };
}

/** What one of claude's hooks says. */
export function readClaudeHook(hook: string, payload: unknown, at: string): HookWord | null {
  const parsed = claudeHook.safeParse(payload);
  if (!parsed.success) return null;
  const given = parsed.data;
  const activity = activityOf(hook, given, at);
  return wordOf({
    activity,
    conversation: given.session_id,
    opens: hook === 'SessionStart',
    vague: hook === 'Notification',
    clears: given.notification_type === 'auth_success',
    prompt: hook === 'UserPromptSubmit' ? (given.prompt ?? '') : null,
    call: given.tool_name === undefined ? null : claudeCall(given.tool_name, given.tool_input),
  });
}

function activityOf(hook: string, given: ClaudeHook, at: string): Activity | null {
  switch (hook) {
    case 'SessionStart':
      // After a compaction the turn goes on.
      return given.source === 'compact' ? null : { kind: 'idle' };
    case 'Stop':
      return { kind: 'idle' };
    case 'StopFailure':
      return activityAfter([given.error, given.error_details, given.last_assistant_message].join(' '), at);
    case 'PreToolUse':
      return askingTools.has(given.tool_name ?? '')
        ? { kind: 'needsYou', need: 'question', text: questionOf(given) }
        : { kind: 'working' };
    case 'UserPromptSubmit':
    case 'PostToolUse':
    case 'PostToolUseFailure':
      return { kind: 'working' };
    case 'PermissionRequest':
      return askingTools.has(given.tool_name ?? '')
        ? { kind: 'needsYou', need: 'question', text: questionOf(given) }
        : { kind: 'needsYou', need: 'permission', text: describeCall(given.tool_name, given.tool_input) };
    case 'Notification':
      return notified(given);
    default:
      return null;
  }
}

function notified({ notification_type: type, message = '' }: ClaudeHook): Activity | null {
  if (type === 'permission_prompt') return { kind: 'needsYou', need: 'permission', text: message };
  if (type === 'elicitation_dialog') return { kind: 'needsYou', need: 'question', text: message };
  return type === 'idle_prompt' || type === 'auth_success' ? { kind: 'idle' } : null;
}

function questionOf({ tool_name, tool_input = {} }: ClaudeHook): string {
  const questions = tool_input['questions'];
  const first: unknown = Array.isArray(questions) ? questions[0] : null;
  const asked =
    typeof first === 'object' && first !== null && 'question' in first ? first.question : tool_input['plan'];
  return describeCall(undefined, { description: typeof asked === 'string' ? asked : tool_name });
}
