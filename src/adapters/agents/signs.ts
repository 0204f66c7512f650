import type { HookWord } from '../../app/ports/sessionSigns.ts';
import type { Activity, Need } from '../../core/agentSession/types.ts';
import { explainFailure, shorten } from './failure.ts';
import { liftedAt } from './limit.ts';

/** What one start of an agent gets so that its hooks call MAM. */
export interface HookLaunch {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** What hooks call. */
export interface HookCall {
  /** Absolute path of the program that hands in what a hook was given. */
  readonly program: string;
  /** The environment that the agent is started with. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A question that an agent is known to ask on its screen. */
export interface FormRule {
  readonly need: Need;
  /** A line of it. */
  readonly asks: RegExp;
}

/** `begins`: the key of what is called; null where the call of this id has ended. */
export interface TranscriptCall {
  readonly id: string;
  readonly begins: string | null;
}

/** A notice that an agent is known to send to its terminal. */
export interface NoticeRule {
  readonly need: Need;
  readonly says: RegExp;
}

/** How an agent tells what it does in a session. What is absent it does not have. */
export interface AgentSigns {
  readonly hooks?: {
    /** Nothing that the user or the repository configured is changed or left out by it. */
    launch(call: HookCall): HookLaunch;
    /** Null for a hook without meaning, or one that can't be read. */
    read(hook: string, payload: unknown, at: string): HookWord | null;
  };
  /** A small file in which it keeps how it stands now; it counts where it is there, else the transcript does. */
  readonly state?: {
    /** Null where there is none of this conversation. */
    path(
      wish: { readonly conversation: string; readonly isAlive: (pid: number) => boolean },
      env: Readonly<Record<string, string | undefined>>,
    ): Promise<string | null>;
    read(text: string): Activity | null;
  };
  readonly transcript?: {
    /** Files that may be the conversation's, the most likely first. */
    paths(
      wish: { readonly conversation: string; readonly cwd: string },
      env: Readonly<Record<string, string | undefined>>,
    ): Promise<readonly string[]>;
    /** What a line says; null for nothing. `at`: when it was read. */
    read(line: string, at: string): Activity | null;
    /** The calls of tools that a line begins, told by the keys of its hooks, and those that it ends. */
    calls(line: string): readonly TranscriptCall[];
  };
  title?(title: string, cwd: string): Activity | null;
  /** Words of the notices by which it tells a terminal that it needs a person. */
  readonly notices?: readonly NoticeRule[];
  /** Beside those that every agent may ask. */
  readonly forms?: readonly FormRule[];
}

/** A word that says nothing but what is given. */
export const wordOf = (given: Partial<HookWord>): HookWord => ({
  activity: null,
  vague: false,
  conversation: null,
  opens: false,
  prompt: null,
  clears: false,
  call: null,
  ...given,
});

/** How a turn stands that ended with these words of an error. */
export function activityAfter(message: string, at: string): Activity {
  const { code } = explainFailure('', message, null);
  if (code === 'lane.signedOut') return { kind: 'needsYou', need: 'signIn', text: shorten(message) };
  return code === 'lane.limited' ? { kind: 'limited', until: liftedAt(message, at) } : { kind: 'idle' };
}

/** What an agent wants to do with a tool, in one line for people; many calls may have the same. */
export function describeCall(tool: string | undefined, input: Readonly<Record<string, unknown>> = {}): string {
  const about = ['command', 'file_path', 'filePath', 'path', 'url', 'description']
    .map((key) => input[key])
    .find((one) => typeof one === 'string');
  const words = [tool, about].filter((one) => one !== undefined).join(': ');
  return shorten(words);
}
