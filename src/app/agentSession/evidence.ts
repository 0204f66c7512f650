import { isoSeconds, type Clock } from '../../base/clock.ts';
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

/** What was seen, on its way to the engine. */
export interface Evidence {
  sight(of: WatchedProcess, source: Source, activity: Activity, besides?: Besides): void;
  end(of: WatchedProcess, how: SessionEnd, problem: Problem | null): void;
  /** Resolves when everything that is known now was handed over. */
  settled(): Promise<void>;
}

interface Deps {
  readonly orchestrator: Orchestrator;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<Log, 'error'>;
}

/** Calls that ended, of which so many wait at most. */
const mostAnswers = 100;
const self = { kind: 'host', id: 'watch' } as const;

/**
 * Hands evidence over one after another. Of each source of a session only the newest word waits, so that there is never
 * more than that; what could not be recorded is seen again.
 */
export function createEvidence({ orchestrator, clock, log }: Deps): Evidence {
  const waiting = new Map<string, Command>();
  let draining: Promise<void> | null = null;

  /** All that waits is handed over at once, so that it is recorded together. */
  const drain = async (): Promise<void> => {
    while (waiting.size > 0) {
      const commands = [...waiting.values()].filter(isNews);
      waiting.clear();
      await Promise.all(commands.map(record));
    }
  };
  const record = async (command: Command): Promise<void> => {
    await orchestrator
      .dispatch(command, self)
      .catch((error: unknown) => log.error('what was seen of a session was not recorded', { reason: String(error) }));
  };
  /** Most looks see what is known already, and no transaction is worth that. */
  const isNews = (command: Command): boolean => {
    if (command.type !== 'sightAgentSession' && command.type !== 'endAgentSession') return true;
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
  const hand = (key: string, command: Command): void => {
    waiting.delete(key);
    waiting.set(key, command);
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
    sight(of, source, activity, besides = {}) {
      const key = `${of.session}.${of.generation}.${source}`;
      const before = waiting.get(key);
      // Which calls ended holds although a newer word takes the place of the one that told it.
      const told = before?.type === 'sightAgentSession' ? before.answers : undefined;
      const answers = told && { answers: [...told, ...(besides.answers ?? [])].slice(-mostAnswers) };
      hand(key, { type: 'sightAgentSession', ...of, source, activity, ...besides, ...answers });
    },
    end: (of, how, problem) =>
      hand(`${of.session}.${of.generation}.end`, { type: 'endAgentSession', ...of, how, problem }),
    settled: async () => {
      for (let under = draining; under !== null; under = draining) await under;
    },
  };
}
