import { problem, type Problem } from '../../base/problem.ts';
import type { State } from '../../core/state.ts';
import type { Places } from '../places.ts';
import type { Files } from '../ports/files.ts';
import type { Log } from '../ports/system.ts';
import { agentSessionsYaml, sessionsMark, withoutSessionsStamp } from '../projections/agentSessionsYaml.ts';
import { usualPlane } from './controlPlane.ts';

export interface SessionsFile {
  /** Notes that the state moved; the file follows soon, where it says anything else then. */
  update(state: State): void;
  /** Resolves when everything noted so far is on disk. */
  flush(): Promise<void>;
  /** Why the file is behind, or null. */
  readonly problem: Problem | null;
}

/** Writes what other programs read of agent sessions. A file that MAM did not write is left as it is. */
export function createSessionsFile(
  { files, log }: { readonly files: Files; readonly log: Log },
  { controlRoot }: Pick<Places, 'controlRoot'>,
): SessionsFile {
  const path = usualPlane(controlRoot).agentSessionsYaml;
  let wanted: State | null = null;
  let shown: State['agentSessions'] | null = null;
  let working: Promise<void> | null = null;
  let failure: Problem | null = null;

  const write = async (state: State): Promise<Problem | null> => {
    const there = await files.read(path);
    if (!there.ok) return there.error;
    const before = there.value;
    // A repository in which no session was ever opened gets no file.
    if (before === null && Object.keys(state.agentSessions).length === 0) return null;
    if (before !== null && before.trim() !== '' && !before.startsWith(sessionsMark)) return foreign(path);
    const text = agentSessionsYaml(state);
    if (before !== null && withoutSessionsStamp(before) === withoutSessionsStamp(text)) return null;
    const done = await files.write(path, text);
    return done.ok ? null : done.error;
  };
  const work = async (): Promise<void> => {
    while (wanted !== null) {
      const state = wanted;
      wanted = null;
      try {
        failure = await write(state);
        if (failure === null) shown = state.agentSessions;
        else log.warn('the file of the sessions is behind', { code: failure.code });
      } catch (error) {
        // The work of the host must not end with a projection's bug.
        log.error('the file of the sessions could not be made', { reason: String(error) });
      }
    }
    working = null;
  };

  return {
    update: (state) => {
      if (state.agentSessions === shown) return;
      wanted = state;
      working ??= work();
    },
    flush: async () => {
      for (let now = working; now !== null; now = working) await now;
    },
    get problem() {
      return failure;
    },
  };
}

const foreign = (path: string): Problem =>
  problem(
    'session.foreignFile',
    '{path} was not written by MAM, so it is left as it is. Move it away to get MAM’s own.',
    {
      path,
    },
  );
