import type { Disposable } from '../../base/disposable.ts';
import type { Activity, Need } from '../../core/agentSession/types.ts';

/** What a hook of an agent told. */
export interface HookWord {
  /** Null when it says nothing of that. */
  readonly activity: Activity | null;
  /** It knows no better than a question that was told before. */
  readonly vague: boolean;
  /** The agent's own id of the conversation that it speaks of; null when it does not say. */
  readonly conversation: string | null;
  /** A conversation begins, or goes on, with it in this session. */
  readonly opens: boolean;
  /** With this prompt a turn begins; null when none does. */
  readonly prompt: string | null;
  /** What the agent was short of, such as a sign-in, is there now. */
  readonly clears: boolean;
  /** The call of a tool that begins, ends, or is asked about, told from every other one; null when it is about none. */
  readonly call: string | null;
}

interface ScreenOption {
  /** Its digit or letter; counted from 1 where it has none. */
  readonly key: string;
  readonly label: string;
  /** The one that Enter takes. */
  readonly marked: boolean;
}

/** A question with answers to choose from that stands at the end of a screen. */
export interface ScreenForm {
  readonly need: Need;
  /** The lines above the question that belong to it, such as the command that is asked about. */
  readonly about: readonly string[];
  /** The question and what stands between it and its answers, in one line. */
  readonly text: string;
  readonly options: readonly ScreenOption[];
  /** How one is chosen: by the key of its own, or by going to it with the arrows. */
  readonly by: 'key' | 'arrows';
}

/** A conversation, so that its transcript can be found. */
export interface TranscriptWish {
  readonly agent: string;
  readonly conversation: string;
  /** Absolute. */
  readonly cwd: string;
  /** What stands there already is of an earlier process and tells nothing of this one. */
  readonly resumed: boolean;
}

/** What the newest of a transcript says, and what of it may answer a question. */
export interface TranscriptWord {
  readonly activity: Activity;
  /** The calls of tools that came to an end since the last word, each as hooks tell it. */
  readonly answers?: readonly string[];
  /** It waited for a person, and does no longer. */
  readonly clears?: true;
}

/** What is known of how each agent tells what it does. An unknown agent tells nothing. */
export interface SessionSigns {
  /** It tells by hooks when its turns begin and end. */
  hasHooks(agent: string): boolean;
  /** It asks nobody anything before its first prompt, such as whether it may trust a folder. */
  asksNothing(agent: string): boolean;
  /** Null for a hook that has no meaning here, or that can't be read. `at`: when it came. */
  hook(agent: string, hook: string, payload: string, at: string): HookWord | null;
  /** What the title of the terminal says; null when that is nothing. `cwd`: of the session, for agents that name it there. */
  title(agent: string, title: string, cwd: string): Activity | null;
  /** What a notice to its terminal says: that it needs a person, or nothing. */
  notice(agent: string, text: string): Extract<Activity, { kind: 'needsYou' }> | null;
  /** The question that stands at the end of a screen; null when there is none. */
  form(agent: string, screen: string): ScreenForm | null;
  /**
   * Follows the agent's own transcript, by events of the file system, and tells what the newest of it says, at first that
   * which is there. Null while there is no such file.
   */
  follow(wish: TranscriptWish, onWord: (word: TranscriptWord) => void): Promise<Disposable | null>;
}
