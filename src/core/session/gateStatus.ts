import type { Run } from '../loop/types.ts';
import { sameIdentity, type Identity } from '../review/types.ts';
import type { State } from '../state.ts';
import type { Role } from '../topology/types.ts';
import { isFresh, lastSign } from './freshness.ts';
import { isPassWord } from './passFamily.ts';

/** What a seat's word is worth for one run. */
export interface GateStatus {
  /** `passed`, `blocked`, `stale`, `missing`, or the seat's own word. */
  readonly status: string;
  /** True for a verdict of exactly this identity alone, neither lowered nor overdue. */
  readonly ok: boolean;
  /** A pass word that the seat said of itself. */
  readonly claimed: string | null;
  readonly fresh: boolean;
}

/** What a run or a heartbeat is about; without an identity nothing can be passed. */
interface About {
  readonly run: Run | null;
  readonly identity: Identity | null;
}

/**
 * The status of a seat as a gate may count it. The canonical session id decides: whoever else uses the role's name
 * counts for nothing. `at` is now, `ttlMs` how long a sign of life lasts.
 */
export function gateStatus(
  state: State,
  role: Pick<Role, 'session'>,
  about: About,
  at: string,
  ttlMs: number,
): GateStatus {
  const seat = state.sessions[role.session];
  if (!seat) return { status: 'missing', ok: false, claimed: null, fresh: false };
  const { claimed } = seat;
  // A lane at work has a live process, which says more than the time of its last message.
  const works = about.run?.jobs.some((job) => job.session === role.session && !job.ended) ?? false;
  const fresh = works || isFresh(lastSign(state, seat, about.run), at, ttlMs);
  const word = judged(about, role.session) ?? (isPassWord(seat.status) ? 'idle' : seat.status);
  if (!fresh) return { status: 'stale', ok: false, claimed, fresh };
  return { status: word, ok: word === passed, claimed, fresh };
}

const passed = 'passed';

/** What verdicts and a later lowering say of this identity; null when nobody judged it. */
function judged({ run, identity }: About, session: string): string | null {
  if (!run || !identity) return null;
  const own = run.verdicts.filter((one) => one.session === session && sameIdentity(one.identity, identity));
  if (own.length === 0) return null;
  if (own.some((one) => one.word === 'not-pass')) return 'blocked';
  return run.lowered[session]?.status ?? passed;
}
