import { readFile, stat } from 'node:fs/promises';
import { isoSeconds, type Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposable.ts';
import type { SessionSigns, TranscriptWord } from '../../app/ports/sessionSigns.ts';
import { outlastsRest } from '../../core/agentSession/outlasts.ts';
import type { Activity } from '../../core/agentSession/types.ts';
import { parseJson } from './parseJson.ts';
import type { AgentRegistry } from './registry.ts';
import { shorten } from './failure.ts';
import { createEndedCalls } from './endedCalls.ts';
import { findForm } from './screenForm.ts';
import { tailLines } from './tail.ts';

export interface SessionSignsOptions {
  readonly registry: Pick<AgentRegistry, 'find'>;
  /** The host's environment: it says where agents keep their conversations. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Pick<Clock, 'now'>;
  /** Announces changes of a file. */
  readonly watch: (path: string, onChange: () => void) => Disposable;
}

/** Bytes of a transcript that are read when following begins: only its newest word counts. */
const firstBytes = 256 * 1024;
const longestLine = 8 * 1024 * 1024;
/** Ended calls that are told with one word at most. */
const mostAnswers = 100;

/** How agents tell what they do in a session, by what each of them declares. */
export function createSessionSigns({ registry, env, clock, watch }: SessionSignsOptions): SessionSigns {
  const signsOf = (agent: string) => registry.find(agent)?.signs;
  return {
    hasHooks: (agent) => signsOf(agent)?.hooks !== undefined,
    // What can do without a screen has nobody whom it could ask.
    asksNothing: (agent) => registry.find(agent)?.session?.screenless === true,
    hook: (agent, hook, payload, at) => signsOf(agent)?.hooks?.read(hook, parseJson(payload), at) ?? null,
    title: (agent, title, cwd) => signsOf(agent)?.title?.(title, cwd) ?? null,
    notice(agent, text) {
      const rule = signsOf(agent)?.notices?.find(({ says }) => says.test(text));
      return rule ? { kind: 'needsYou', need: rule.need, text: shorten(text) } : null;
    },
    form: (agent, screen) => findForm(screen, signsOf(agent)?.forms),
    async follow({ agent, conversation, cwd, resumed }, onWord) {
      const { state, transcript } = signsOf(agent) ?? {};
      if (!/^[\w.-]{1,128}$/.test(conversation)) return null;
      const path = (await state?.path({ conversation, isAlive }, env)) ?? null;
      if (state !== undefined && path !== null) return followState(path, (text) => state.read(text), watch, onWord);
      if (transcript === undefined) return null;
      for (const file of await transcript.paths({ conversation, cwd }, env)) {
        const facts = await stat(file).catch(() => null);
        if (facts?.isFile() !== true) continue;
        const read = (line: string, newest: Activity | null): Activity | null => {
          const at = isoSeconds(clock.now());
          const said = transcript.read(line, at);
          // A turn that came to nothing ends, too; that says less than what it came to.
          return said?.kind === 'idle' && newest !== null && outlastsRest(newest, at, at) ? null : said;
        };
        const ended = createEndedCalls((line) => transcript.calls(line));
        return followFile(file, facts.size, resumed ? 0 : firstBytes, { read, ended }, watch, onWord);
      }
      return null;
    },
  };
}

/** Whether a process with this number is there, whoever it belongs to. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Reads a small file whenever it changes. */
function followState(
  path: string,
  read: (text: string) => Activity | null,
  watch: SessionSignsOptions['watch'],
  onWord: (word: TranscriptWord) => void,
): Disposable {
  let disposed = false;
  let waited = false;
  let reading = Promise.resolve();
  const look = (): void => {
    reading = reading.then(async () => {
      const activity = read(await readFile(path, 'utf8').catch(() => ''));
      if (activity === null || disposed) return;
      const waits = activity.kind === 'needsYou';
      onWord({ activity, ...(waited && !waits ? { clears: true } : {}) });
      waited = waits;
    });
  };
  const watching = watch(path, look);
  look();
  return {
    dispose: () => {
      disposed = true;
      watching.dispose();
    },
  };
}

interface Reading {
  readonly read: (line: string, newest: Activity | null) => Activity | null;
  /** The calls that a line ends. */
  readonly ended: (line: string) => readonly string[];
}

/** Reads what comes to a file, and tells the last that it says each time. */
function followFile(
  path: string,
  size: number,
  mostBefore: number,
  { read, ended }: Reading,
  watch: SessionSignsOptions['watch'],
  onWord: (word: TranscriptWord) => void,
): Disposable {
  const start = Math.max(0, size - mostBefore);
  // A reading that begins in the middle begins with a torn line, which says nothing.
  let newest: Activity | null = null;
  let disposed = false;
  let reading = Promise.resolve();
  let answers: readonly string[] = [];
  const take = (line: string): void => {
    newest = read(line, newest) ?? newest;
    answers = [...answers, ...ended(line)].slice(-mostAnswers);
  };
  const tail = tailLines(path, longestLine, take, start);
  const look = (): void => {
    reading = reading.then(async () => {
      await tail.read(false);
      if (newest !== null && !disposed) onWord({ activity: newest, ...(answers.length === 0 ? {} : { answers }) });
      newest = null;
      answers = [];
    });
  };
  const watching = watch(path, look);
  look();
  return {
    dispose: () => {
      disposed = true;
      watching.dispose();
    },
  };
}
