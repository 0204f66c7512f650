import { dirname, join } from 'node:path';
import type { z } from 'zod';
import type { HookWord } from '../../../app/ports/sessionSigns.ts';
import type { Activity } from '../../../core/agentSession/types.ts';
import { opencodeHook } from '../../../protocol/agents/opencodeSession.ts';
import { activityAfter, describeCall, wordOf, type HookCall, type HookLaunch } from '../signs.ts';
import { withPlugin } from './plugin.ts';

/** The plugin that stands beside the program that hooks call. */
const plugin = 'mam-hook-opencode.mjs';

/** One more plugin for this start. Where the user's own settings can't be added to, they stay and there are no hooks. */
export function launchOpencodeHooks({ program, env }: HookCall): HookLaunch {
  const settings = withPlugin(env['OPENCODE_CONFIG_CONTENT'], join(dirname(program), plugin));
  return { args: [], env: settings === null ? {} : { OPENCODE_CONFIG_CONTENT: settings, MAM_HOOK: program } };
}

/** What an event of opencode says. One of a subagent has another id, and opens nothing. */
export function readOpencodeHook(hook: string, payload: unknown, at: string): HookWord | null {
  const parsed = opencodeHook.safeParse(payload);
  if (!parsed.success) return null;
  const given = parsed.data;
  const opens = hook === 'session.created' && (given.info?.parentID ?? null) === null;
  return wordOf({
    activity: activityOf(hook, given, opens, at),
    conversation: given.sessionID ?? given.info?.id ?? null,
    opens,
  });
}

function activityOf(hook: string, given: z.infer<typeof opencodeHook>, opens: boolean, at: string): Activity | null {
  switch (hook) {
    case 'session.created':
      return opens ? { kind: 'idle' } : null;
    case 'session.status':
      return given.status?.type === 'idle' ? { kind: 'idle' } : given.status ? { kind: 'working' } : null;
    case 'session.idle':
      return { kind: 'idle' };
    case 'session.error':
      return activityAfter(given.error?.data?.message ?? '', at);
    case 'permission.asked':
    case 'permission.updated': {
      const asked = given.metadata?.['command'] ?? given.patterns?.[0] ?? given.title;
      const about = typeof asked === 'string' ? { description: asked } : {};
      return { kind: 'needsYou', need: 'permission', text: describeCall(given.permission ?? given.type, about) };
    }
    case 'question.asked':
      return { kind: 'needsYou', need: 'question', text: given.questions?.[0]?.question ?? '' };
    case 'permission.replied':
    case 'question.replied':
      return { kind: 'working' };
    default:
      return null;
  }
}
