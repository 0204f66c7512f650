import { isoSeconds, type Clock } from '../../base/clock.ts';
import { sameValue } from '../../base/sameValue.ts';
import type { Disposable } from '../../base/disposable.ts';
import type { Now } from '../../core/context.ts';
import { nextJudgement, type Modes } from '../../core/delegation/judge.ts';
import { stillMs } from '../../core/delegation/stillness.ts';
import { emptyState, type State } from '../../core/state.ts';
import type { Settings } from '../../protocol/settings.ts';
import type { AwakeClock } from '../awakeClock.ts';
import type { Orchestrator } from '../orchestrator.ts';
import type { Log } from '../ports/system.ts';

export interface JobJudge extends Disposable {
  /** Judges the jobs of this state when time alone changes something about one of them. */
  follow(state: State): void;
}

interface Deps {
  readonly orchestrator: Pick<Orchestrator, 'dispatch'>;
  readonly clock: Clock;
  readonly awake: Pick<AwakeClock, 'now'>;
  readonly log: Log;
  readonly settings: () => Pick<Settings, 'mam.completion.mode'>;
}

const self = { kind: 'host', id: 'judge' } as const;
/** Milliseconds after which a judgement that could not be recorded is tried again. */
const retryMs = 5_000;
/** A machine that sleeps stops awake time, and its timers fire late or early: none is set for less than this. */
const leastMs = 10;
/** Timers hold no more than this many milliseconds. */
const mostMs = 2 ** 31 - 1;

/** Has time judge jobs. One timer is set for the next moment that matters, so that nothing polls. */
export function judgeJobs({ orchestrator, clock, awake, log, settings }: Deps): JobJudge {
  let followed: State = emptyState;
  /** Awake time since when this host owns what it follows; null while it does not. */
  let ownsSince: number | null = null;
  let modes: Modes = {};
  let timer: Disposable | null = null;
  let [isDisposed, isJudging, isSoon] = [false, false, false];

  const now = (): Now => ({ at: isoSeconds(clock.now()), awakeMs: awake.now() });

  const arm = (ms: number): void => {
    timer?.dispose();
    timer = clock.after(Math.min(mostMs, Math.max(leastMs, ms)), look);
  };

  function look(): void {
    timer?.dispose();
    timer = null;
    isSoon = false;
    if (isDisposed || isJudging) return;
    const then = now();
    const next = nextJudgement(followed, modes, then);
    if (next === null || ownsSince === null) return;
    // What agents did while nobody looked is told in the first moments: a rest counts only once it was watched.
    const due = Math.max(next, ownsSince + stillMs);
    if (due > then.awakeMs) arm(due - then.awakeMs);
    else void judge();
  }

  const judge = async (): Promise<void> => {
    isJudging = true;
    let isTaken = false;
    try {
      const judged = await orchestrator.dispatch({ type: 'judgeJobs', modes }, self);
      // Nothing taken although something was due: another host has the log now, or will have told of it.
      isTaken = judged.ok && judged.value.length > 0;
      if (!judged.ok) log.warn('jobs could not be judged', { code: judged.error.code });
    } catch (error) {
      log.error('jobs could not be judged', { reason: String(error) });
    } finally {
      isJudging = false;
      if (isTaken) look();
      else if (!isDisposed) arm(retryMs);
    }
  };

  return {
    follow(state) {
      const chosen = settings()['mam.completion.mode'];
      const isSame = state.delegations === followed.delegations && state.agentSessions === followed.agentSessions;
      if (isSame && sameValue(chosen, modes)) return;
      [followed, modes] = [state, chosen];
      ownsSince = state === emptyState ? null : (ownsSince ?? awake.now());
      if (ownsSince === null) {
        timer?.dispose();
        timer = null;
        isSoon = false;
      } else if (!isSoon && !isDisposed) {
        // Much may happen at once, and looking through all jobs for each of it would cost more than all of it.
        isSoon = true;
        arm(leastMs);
      }
    },
    dispose() {
      isDisposed = true;
      timer?.dispose();
      timer = null;
    },
  };
}
