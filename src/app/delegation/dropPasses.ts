import type { Disposable } from '../../base/disposable.ts';
import { maySpeak } from '../../core/delegation/maySpeak.ts';
import type { Attempt } from '../../core/delegation/types.ts';
import type { State } from '../../core/state.ts';
import type { Places } from '../places.ts';
import type { Files } from '../ports/files.ts';
import type { Log } from '../ports/system.ts';
import { attemptFiles } from './attemptFiles.ts';

interface Deps {
  readonly files: Pick<Files, 'remove'>;
  readonly log: Log;
  readonly places: Pick<Places, 'jobs'>;
}

/**
 * Takes away what let an agent speak for an attempt that is over. A new owner does it for all that are listed, so that a
 * pass outlives its attempt by a crash at most. One that can't be taken away is told of and tried by the next owner.
 */
export function dropPasses({ files, log, places }: Deps): Disposable & { follow(state: State): void } {
  let dropped = new WeakSet<Attempt>();
  let followed: Pick<State, 'delegations' | 'agentSessions'> | null = null;
  const drop = async (job: string, attempt: number): Promise<void> => {
    const paths = attemptFiles(places.jobs, job, attempt);
    const gone = paths.ok ? await files.remove(paths.value.pass) : paths;
    if (!gone.ok) log.warn('the pass of an attempt that is over could not be removed', { job, code: gone.error.code });
  };
  return {
    follow({ delegations, agentSessions }) {
      if (followed?.delegations === delegations && followed.agentSessions === agentSessions) return;
      followed = { delegations, agentSessions };
      for (const job of Object.values(delegations))
        for (const attempt of job.attempts) {
          if (dropped.has(attempt) || maySpeak(job, attempt, agentSessions[job.session])) continue;
          dropped.add(attempt);
          drop(job.id, attempt.attempt).catch((error: unknown) =>
            log.error('a pass could not be removed', { job: job.id, reason: String(error) }),
          );
        }
    },
    dispose() {
      dropped = new WeakSet();
    },
  };
}
