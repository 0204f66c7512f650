import type { TeamSummary } from '../../core/team/types.ts';
import { sameValue } from '../../base/sameValue.ts';
import { findTeam } from '../team/findTeam.ts';
import type { Handler } from './handler.ts';

const everyMs = 5000;
const leastMs = 1000;

/** Asks how the team stands until that is other than what is known, or its time is up. */
export const pollTeam: Handler<'pollTeam'> = async (effect, { teams, clock, awakeMs, state }, signal) => {
  const team = findTeam(state(), effect.run);
  for (;;) {
    const left = effect.untilAwake - awakeMs();
    if (signal.aborted || left <= 0) return { kind: 'pollTeam', summary: null };
    const seen = await teams.summary(team.name ?? '', Math.max(leastMs, left), signal);
    if (signal.aborted) return { kind: 'pollTeam', summary: null };
    // A look that failed because it got no more time says nothing of the team but that its time is up.
    if (!seen.ok && awakeMs() >= effect.untilAwake) return { kind: 'pollTeam', summary: null };
    if (!seen.ok) return { kind: 'failed', problem: seen.error };
    if (hasMoved(team.summary, seen.value)) return { kind: 'pollTeam', summary: seen.value };
    await new Promise<void>((resolve) => {
      const waiting = clock.after(Math.min(everyMs, left), done);
      signal.addEventListener('abort', done, { once: true });
      function done(): void {
        waiting.dispose();
        signal.removeEventListener('abort', done);
        resolve();
      }
    });
  }
};

/** Whether something is to be told: the first look, and every other state of its tasks or workers. */
const hasMoved = (before: TeamSummary | null, now: TeamSummary): boolean => before === null || !sameValue(before, now);
