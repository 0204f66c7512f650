import { findForm } from '../../src/adapters/agents/screenForm.ts';
import type { Disposable } from '../../src/base/disposable.ts';
import type { HookWord, SessionSigns, TranscriptWish, TranscriptWord } from '../../src/app/ports/sessionSigns.ts';
import type { Activity } from '../../src/core/agentSession/types.ts';

/** An agent whose hooks give MAM's own words as JSON, whose title is a kind of activity, and whose transcripts a test writes. */
export class FakeSigns implements SessionSigns {
  /** Agents that have hooks. */
  readonly hooked = new Set<string>();
  /** What follows a transcript, by conversation. */
  readonly following = new Map<string, (activity: Activity, besides?: Omit<TranscriptWord, 'activity'>) => void>();
  /** Conversations that have a transcript. */
  readonly written = new Set<string>();

  /** Agents that ask nothing before their first prompt. */
  readonly askingNothing = new Set<string>();

  asksNothing(agent: string): boolean {
    return this.askingNothing.has(agent);
  }

  hasHooks(agent: string): boolean {
    return this.hooked.has(agent);
  }

  hook(_agent: string, _hook: string, payload: string): HookWord | null {
    if (payload === '') return null;
    const given: Partial<HookWord> = JSON.parse(payload);
    return {
      activity: null,
      vague: false,
      conversation: null,
      opens: false,
      prompt: null,
      clears: false,
      call: null,
      ...given,
    };
  }

  title(_agent: string, title: string): Activity | null {
    if (title === 'working' || title === 'idle') return { kind: title };
    return title === 'asks' ? { kind: 'needsYou', need: 'permission', text: 'Action Required' } : null;
  }

  notice(_agent: string, text: string): Extract<Activity, { kind: 'needsYou' }> | null {
    return text.startsWith('asks') ? { kind: 'needsYou', need: 'permission', text } : null;
  }

  form(_agent: string, screen: string) {
    return findForm(screen);
  }

  async follow({ conversation }: TranscriptWish, onWord: (word: TranscriptWord) => void): Promise<Disposable | null> {
    if (!this.written.has(conversation)) return null;
    this.following.set(conversation, (activity, besides = {}) => onWord({ activity, ...besides }));
    return { dispose: () => void this.following.delete(conversation) };
  }
}
