import type { Activity } from '../../../core/agentSession/types.ts';

/** Gemini says in its title how it stands. */
export function readGeminiTitle(title: string): Activity | null {
  if (title.startsWith('✋')) return { kind: 'needsYou', need: 'permission', text: 'Action Required' };
  if (title.startsWith('✦')) return { kind: 'working' };
  return title.startsWith('◇') ? { kind: 'idle' } : null;
}
