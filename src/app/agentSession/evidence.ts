import { isoSeconds, type Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposable.ts';
import type { Problem } from '../../base/problem.ts';
import type { Command } from '../../core/command.ts';
import { isBesidePoint, sightToRecord } from '../../core/agentSession/sight.ts';
import type { Activity, SessionEnd, Source } from '../../core/agentSession/types.ts';
import type { Orchestrator } from '../orchestrator.ts';
import type { Log } from '../ports/system.ts';

/** A process of a session, told from earlier ones of it. */
export interface WatchedProcess {
  readonly session: string;
  readonly generation: number;
}

/** `own`: how many processes below the agent are its own, from whoever counted them; `asOf` is a screen's, the others a transcript's. */
type Besides = Pick<Extract<Command, { type: 'sightAgentSession' }>, 'own' | 'answers' | 'clears' | 'asOf'>;

type Word = Extract<Command, { type: 'sightAgentSession' | 'endAgentSession' }>;

/** What was seen, on its way to the engine. */
export interface Evidence extends Disposable {
  sight(of: WatchedProcess, source: Source, activity: Activity, besides?: Besides): void;
  end(of: WatchedProcess, how: SessionEnd, problem: Problem | null): void;
  /** Resolves when everything that is known now was handed over, or put off. */
  settled(): Promise<void>;
}

interface Deps {
  readonly orchestrator: Orchestrator;
  readonly clock: Pick<Clock, 'now' | 'after'>;
  readonly log: Pick<Log, 'error'>;
}

/** A word that waits, how often it was handed over in vain, and the newest prompt of its session when it was seen. */
interface Waiting {
  readonly command: Word;
  readonly failures: number;
  readonly prompted: number | undefined;
}

/** How long what could not be recorded waits, in milliseconds, and how often it is handed over. */
const laterMs = 1000;
const mostTries = 60;
/** Calls that ended, of which so many wait at most. */
const mostAnswers = 100;
const self = { kind: 'host', id: 'watch' } as const;

/**
 * Hands evidence over one after another. Of each source of a session only the newest word waits, so that there is never
 * more than that; what could not be recorded is seen again.
 */
export function createEvidence({ orchestrator, clock, log }: Deps): Evidence {
  const waiting = new Map<string, Waiting>();
  const putOff = new Map<string, Waiting>();
  let draining: Promise<void> | null = null;
  let timer: Disposable | null = null;
  let disposed = false;

  const promptedOf = ({ session }: Word): number | undefined => orchestrator.state.agentSessions[session]?.prompted;
  /** All that waits is handed over at once, so that it is recorded together. */
  const drain = async (): Promise<void> => {
    while (waiting.size > 0) {
      const handed = [...waiting].filter(([, { command }]) => isNews(command));
      waiting.clear();
      await Promise.all(handed.map(([key, one]) => record(key, one)));
    }
  };
  const record = async (key: string, one: Waiting): Promise<void> => {
    const recorded = await orchestrator.dispatch(one.command, self).then(
      (done) => (done.ok ? null : done.error.code),
      (error: unknown) => String(error),
    );
    if (recorded === null || disposed) return;
    const failures = one.failures + 1;
    if (failures >= mostTries) log.error('what was seen of a session was not recorded', { reason: recorded });
    else later(key, { ...one, failures });
  };
  const later = (key: string, one: Waiting): void => {
    const newer = waiting.get(key);
    if (newer) waiting.set(key, { ...newer, command: withAnswers(newer.command, one.command) });
    else putOff.set(key, one);
    timer ??= clock.after(laterMs, () => {
      timer = null;
      // The end of a turn is not that of the one which a prompt began since.
      for (const [again, put] of putOff)
        if (!isIdle(put.command) || promptedOf(put.command) === put.prompted) waiting.set(again, put);
      putOff.clear();
      start();
    });
  };
  /** Most looks see what is known already, and no transaction is worth that. */
  const isNews = (command: Word): boolean => {
    const session = orchestrator.state.agentSessions[command.session];
    if (!session || session.ended || session.generation !== command.generation) return false;
    const at = isoSeconds(clock.now());
    return (
      command.type === 'endAgentSession' ||
      // Which calls they are is compared without secrets, by the engine.
      command.answers !== undefined ||
      (!isBesidePoint(session.sights, command.source, command.activity, command) &&
        sightToRecord(session, command.source, command.activity, { at, awakeMs: 0 }, command) !== null)
    );
  };
  const hand = (key: string, command: Word): void => {
    // Which calls ended holds although a newer word takes the place of the one that told it.
    const before = waiting.get(key) ?? putOff.get(key);
    waiting.delete(key);
    putOff.delete(key);
    waiting.set(key, {
      command: before ? withAnswers(command, before.command) : command,
      failures: 0,
      prompted: promptedOf(command),
    });
    start();
  };
  /** What comes while the last of it is handed over must not lie there until something else is seen. */
  const start = (): void => {
    draining ??= drain().finally(() => {
      draining = null;
      if (waiting.size > 0) start();
    });
  };
  return {
    sight: (of, source, activity, besides = {}) =>
      hand(`${of.session}.${of.generation}.${source}`, {
        type: 'sightAgentSession',
        ...of,
        source,
        activity,
        ...besides,
      }),
    end: (of, how, problem) =>
      hand(`${of.session}.${of.generation}.end`, { type: 'endAgentSession', ...of, how, problem }),
    settled: async () => {
      for (let under = draining; under !== null; under = draining) await under;
    },
    dispose() {
      disposed = true;
      timer?.dispose();
      timer = null;
    },
  };
}

const isIdle = (command: Word): boolean => command.type === 'sightAgentSession' && command.activity.kind === 'idle';

/** A word with the calls of the one that it takes the place of. */
function withAnswers(word: Word, before: Word): Word {
  const told = before.type === 'sightAgentSession' ? before.answers : undefined;
  if (told === undefined || word.type !== 'sightAgentSession') return word;
  return { ...word, answers: [...told, ...(word.answers ?? [])].slice(-mostAnswers) };
}
